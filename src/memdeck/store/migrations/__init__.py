"""Alembic migrations, run by `memdeck.store.schema` at first start and at upgrade."""

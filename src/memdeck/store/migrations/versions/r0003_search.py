"""What searching by words and by meaning needs; all of it can be made again from the entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_FOLLOW = (
    """CREATE TRIGGER words_added AFTER INSERT ON words BEGIN
    INSERT INTO words_index (rowid, terms) VALUES (new.memory_pk, new.terms); END""",
    """CREATE TRIGGER words_removed AFTER DELETE ON words BEGIN
    INSERT INTO words_index (words_index, rowid, terms) VALUES ('delete', old.memory_pk, old.terms); END""",
    """CREATE TRIGGER words_changed AFTER UPDATE OF terms ON words BEGIN
    INSERT INTO words_index (words_index, rowid, terms) VALUES ('delete', old.memory_pk, old.terms);
    INSERT INTO words_index (rowid, terms) VALUES (new.memory_pk, new.terms); END""",
)
# Terms are made by memdeck.store.words and parted by blanks: nothing else may part or change them.
_INDEX = """CREATE VIRTUAL TABLE words_index USING fts5(terms, content='words', content_rowid='memory_pk',
    detail=none, columnsize=0, tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[]^_`{|}~'")"""


def upgrade() -> None:
    """Create the tables; the words of entries that are there already are made at the next change."""
    sqlite = op.get_context().dialect.name == "sqlite"
    op.create_index("ix_memory_created", "memory", ["owner", "created_at"])
    op.create_table(
        "search_state",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_table(
        "words",
        sa.Column(
            "memory_pk", sa.Integer(), sa.ForeignKey("memory.pk", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("concepts", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.String()),
        sa.Column("conversation", sa.String()),
        sa.Column("terms", sa.String(), nullable=False),
        sa.Column("repeats", sa.String(), nullable=False),
    )
    op.create_index("ix_words_owner", "words", ["owner", "memory_pk", "length", "concepts"])
    op.create_index("ix_words_speaker", "words", ["speaker", "owner"])
    op.create_table(
        "embedding_model",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column("identity", sa.String(), nullable=False, unique=True),
        sa.Column("dimension", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
    )
    op.create_table(
        "embedding",
        sa.Column("pk", sa.Integer(), primary_key=True),
        sa.Column(
            "model", sa.Integer(), sa.ForeignKey("embedding_model.pk", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("memory_id", sa.String(), nullable=False),
        sa.Column("memory_pk", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("pieces", sa.Integer(), nullable=False),
        sa.UniqueConstraint("memory_id", "model", name="uq_embedding_memory_model"),
    )
    op.create_index("ix_embedding_owner", "embedding", ["model", "owner", "pieces"])
    op.create_index("ix_embedding_seq", "embedding", ["model", "seq", "pieces"])
    op.create_table(
        "vector",
        sa.Column(
            "embedding_pk", sa.Integer(), sa.ForeignKey("embedding.pk", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("piece", sa.Integer(), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    if sqlite:
        op.execute(_INDEX)
        op.execute("CREATE VIRTUAL TABLE words_counts USING fts5vocab('words_index', 'row')")
        for trigger in _FOLLOW:
            op.execute(trigger)
    else:
        op.execute("CREATE INDEX ix_words_terms ON words USING gin (string_to_array(terms, ' '))")

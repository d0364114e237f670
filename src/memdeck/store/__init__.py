"""Stage two: tables, migrations, full text, vectors. The only place that knows SQLModel and Chroma."""

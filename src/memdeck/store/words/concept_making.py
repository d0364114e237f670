"""Makes `concept_table.py` from `concepts.txt`: `python -m memdeck.store.words.concept_making`."""

from __future__ import annotations

from pathlib import Path

from memdeck.store.words.concepts import read_glossary

SOURCE = Path(__file__).with_name("concepts.txt")
TABLE = Path(__file__).with_name("concept_table.py")

_HEAD = '''"""Made by `concept_making.py` from `concepts.txt`; change that and make this again."""

# fmt: off
from __future__ import annotations

'''


def table_text() -> str:
    """Return the module's text."""
    words, runs = read_glossary(SOURCE.read_text(encoding="utf-8"))
    lines = [_HEAD]
    for name, groups in (("WORDS", words), ("RUNS", runs)):
        lines.append(f"{name}: dict[str, tuple[str, ...]] = {{\n")
        lines += [f"    {key!r}: {terms!r},\n" for key, terms in sorted(groups.items())]
        lines.append("}\n")
    lines.append(f"LONGEST = {max(map(len, runs))}\n")
    return "".join(lines)


if __name__ == "__main__":
    TABLE.write_text(table_text(), encoding="utf-8")

"""Folders of puzzle files with many errors."""

import shutil
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# Fixtures contain pictures of control characters.
PICTURES = {0x2400 + code: code for code in range(0x20)}

WRONG = (
    'titel: x\n\npuzzle lunar "{name}"\n  moves: 7;claim\n  board:\n    @ . . . + A\n'
    '\npuzzle ricochet "{name}"\n  robots: R q1\n  board:\n    R . . r\n    . . -\n'
    '\npuzzle rush\n  board:\n    ╔═\n    b\n'
    '\npuzzle rush\n\tboard:\n\t\t╔\t═\n'
)
NAMES = [
    "plain",
    "two\twords\u0007\u001b[31m",
    "<b>&amp;]]> \u0085\u2028\uFFFE",
    "𝔘nicode é ═ \U0001F916",
    "%0A::error, a:b",
    '\\"',
    "{0} of {{1}}",
]
PATHS = [
    "plain.carom",
    "with space/100%25.carom",
    "ünï/𝔘.carom",
    "back\\slash.carom",
    "a:b, c;d.carom",
    "#?&<'\">.carom",
    "new\nline.carom",
]


def fixtures(folder: Path) -> None:
    """Copies `tests/fixtures`, and the intentionally wrong example."""
    for path in sorted((REPOSITORY / "tests/fixtures").glob("*.carom")):
        text = path.read_bytes().decode().translate(PICTURES)
        (folder / path.name).write_bytes(text.encode())
    shutil.copy(REPOSITORY / "examples/broken/broken.carom", folder)


def strange(folder: Path) -> None:
    """Unusual names of files and puzzles, and all line endings, with errors."""
    for number, path in enumerate(PATHS):
        file = folder / path
        file.parent.mkdir(exist_ok=True)
        text = WRONG.replace("{name}", NAMES[number % len(NAMES)])
        text = text.replace("\n", ["\n", "\r\n", "\r"][number % 3])
        file.write_bytes((["", "\ufeff"][number % 2] + text).encode())
    (folder / "empty.carom").write_bytes(b"")
    (folder / "latin.carom").write_bytes(b"title: \xff\n")
    (folder / "configured").mkdir()
    (folder / "configured/carom.toml").write_text('[lints]\nsyntaks = "warn"\n')
    (folder / "configured/a.carom").write_text(WRONG)


def clean(folder: Path) -> None:
    """A file without diagnostics."""
    shutil.copy(REPOSITORY / "examples/slider.carom", folder)


DECKS = [fixtures, strange, clean]

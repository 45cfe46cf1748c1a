"""Fills the corpora with the fixtures and examples of the repository.

Run it in this folder. It writes small inputs only: cargo-fuzz works with bytes, of which the
first ones choose a place or a format, and the last ones are lengths (see `arbitrary`).
"""

import hashlib
import pathlib

ROOT = pathlib.Path("..")


def write(target: str, data: bytes) -> None:
    name = hashlib.sha1(data).hexdigest()[:16]
    path = pathlib.Path("corpus", target, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main() -> None:
    for path in sorted(ROOT.glob("tests/fixtures/*.carom")) + sorted(ROOT.glob("examples/**/*.carom")):
        puzzles = path.read_bytes().split(b"\n\n")
        for text in puzzles[:4]:
            write("text", b"\x07\x00" + text)
            write("edits", text + b"\x08\x00\x02ab" + len(text).to_bytes(2, "little"))


if __name__ == "__main__":
    main()

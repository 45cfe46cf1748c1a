"""Resolves the regions of a SARIF log by the standard alone."""

import re
from pathlib import Path
from urllib.parse import unquote


class Text:
    """A file split into lines as a run of a log counts them."""

    def __init__(self, content: bytes, run: dict) -> None:
        text = content.decode()
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        self.text = text.removeprefix(self.mark)
        assert run["columnKind"] == "unicodeCodePoints"
        ends = run.get("newlineSequences", ["\r\n", "\n"])
        found = re.finditer("|".join(map(re.escape, ends)), self.text)
        self.starts = [0, *(end.end() for end in found)]

    def offset(self, line: int, column: int) -> int:
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        assert 1 <= column <= end - start + 1, "the column is within its line"
        return start + column - 1

    def range(self, region: dict) -> tuple[int, int]:
        """Returns the start and the exclusive end of a region in characters."""
        first, last = region["startLine"], region.get("endLine", region["startLine"])
        start = self.offset(first, region["startColumn"])
        end = self.offset(last, region["endColumn"])
        assert start <= end
        return start, end

    def byte(self, offset: int) -> int:
        return len((self.mark + self.text[:offset]).encode())

    def replaced(self, replacements: list[tuple[int, int, str]]) -> bytes:
        """Applies replacements that do not overlap."""
        text = self.text
        # Of several at one place, the first one comes first.
        for start, end, new in reversed(sorted(replacements, key=lambda one: one[:2])):
            text = text[:start] + new + text[end:]
        return (self.mark + text).encode()


def plain(message: dict) -> str:
    """Returns the text of a message: braces are doubled, and there are no placeholders."""
    parts = re.split(r"(\{\{|\}\})", message["text"])
    assert not any(brace in text for text in parts[::2] for brace in "{}")
    return "".join(part[0] if place % 2 else part for place, part in enumerate(parts))


def path(location: dict, root: Path) -> Path:
    """Returns the file of a location."""
    if "uriBaseId" in location:
        assert location["uriBaseId"] == "%SRCROOT%"
        return root / unquote(location["uri"])
    return Path(unquote(location["uri"].removeprefix("file://")))

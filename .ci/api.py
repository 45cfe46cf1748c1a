"""What programs that use carom as a library see of it, read from its documentation.

    python3 .ci/api.py DOC        compares with .ci/api.txt; what was added is told, and
                                  what is gone or is another now is an error
    python3 .ci/api.py DOC --write

DOC is the folder that `cargo doc` writes for the crate. Of the rooms only those are
read that are promised to programs: see "As a library" in src/lib.rs.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

PROMISED = ["", "board", "games", "picture", "search"]
KINDS = {"struct", "enum", "trait", "fn", "constant", "type", "macro", "union", "static"}
KEPT = Path(__file__).with_name("api.txt")
VOID = {"meta", "link", "br", "hr", "img", "input", "wbr", "rustdoc-topbar"}


class Page(HTMLParser):
    """The declaration of an item, its own methods, and the traits it has."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.text = None
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        attributes = dict(attributes)
        classes = (attributes.get("class") or "").split()
        self.open.append((tag, attributes.get("id"), classes))
        if "item-decl" in classes or ("code-header" in classes and self.is_own(tag)):
            self.text = ""

    def is_own(self, tag):
        ids = [name for _, name, _ in self.open]
        return "implementations-list" in ids or (
            "trait-implementations-list" in ids and tag == "h3"
        )

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        while self.open:
            name, _, classes = self.open.pop()
            if self.text is not None and ("item-decl" in classes or "code-header" in classes):
                # Where a line is broken does not matter.
                text = re.sub(r"\s+", " ", self.text).strip()
                self.found.append(text.replace("( ", "(").replace(", )", ")"))
                self.text = None
            if name == tag:
                return

    def handle_data(self, data):
        # What folds a long list of fields is none of them.
        if self.text is not None and not any("hideme" in classes for _, _, classes in self.open):
            self.text += data


def api(doc):
    lines = []
    for room in PROMISED:
        pages = (doc / room).glob("*.html") if room == "" else (doc / room).rglob("*.html")
        for path in pages:
            kind, _, rest = path.name.partition(".")
            if kind not in KINDS:
                continue
            name = "::".join((*path.relative_to(doc).parts[:-1], rest.removesuffix(".html")))
            page = Page()
            page.feed(path.read_text())
            lines += [f"{name}: {text}" for text in page.found if text not in ("", "impl")]
    return sorted(set(lines))


def main():
    doc = Path(sys.argv[1])
    now = api(doc)
    assert len(now) > 100, "the documentation was not understood"
    if "--write" in sys.argv:
        KEPT.write_text("\n".join(now) + "\n")
        return
    kept = KEPT.read_text().splitlines()
    for line in sorted(set(now) - set(kept)):
        print(f"+ {line}")
    gone = sorted(set(kept) - set(now))
    for line in gone:
        print(f"- {line}")
    if gone:
        sys.exit("what programs use is gone or another: see CONTRIBUTING.md, The library")


main()

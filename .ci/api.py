"""Compares the public API of the library, read from its documentation, with .ci/api.txt.

cargo-public-api would do this, but it needs a nightly toolchain.

    python3 .ci/api.py DOC        prints additions; fails on removed and changed items
    python3 .ci/api.py DOC --write    updates .ci/api.txt

DOC is the folder that `cargo doc` writes for the crate. Only the stable modules count:
see "As a library" in src/lib.rs.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

STABLE = ["", "board", "games", "picture", "search"]
KINDS = {"struct", "enum", "trait", "fn", "constant", "type", "macro", "union", "static"}
LIST = Path(__file__).with_name("api.txt")
VOID = {"meta", "link", "br", "hr", "img", "input", "wbr", "rustdoc-topbar"}


class Page(HTMLParser):
    """A page of the documentation: an item's declaration, methods and traits."""

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
                # Line breaks do not matter.
                text = re.sub(r"\s+", " ", self.text).strip()
                self.found.append(text.replace("( ", "(").replace(", )", ")"))
                self.text = None
            if name == tag:
                return

    def handle_data(self, data):
        # Skip the button that unfolds a long list of fields.
        if self.text is not None and not any("hideme" in classes for _, _, classes in self.open):
            self.text += data


def api(doc):
    lines = []
    for module in STABLE:
        pages = (doc / module).glob("*.html") if module == "" else (doc / module).rglob("*.html")
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
    assert len(now) > 100, "cannot read the documentation"
    if "--write" in sys.argv:
        LIST.write_text("\n".join(now) + "\n")
        return
    recorded = LIST.read_text().splitlines()
    for line in sorted(set(now) - set(recorded)):
        print(f"+ {line}")
    removed = sorted(set(recorded) - set(now))
    for line in removed:
        print(f"- {line}")
    if removed:
        sys.exit("the public API changed: see CONTRIBUTING.md, The library")


main()

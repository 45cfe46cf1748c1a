"""The arguments that the makers of packages share."""

import argparse
from pathlib import Path

from targets import TARGETS

SHARED = {
    "program": {"type": Path, "help": "what cargo has built"},
    "target": {"choices": TARGETS, "help": "what it was built for"},
    "share": {"type": Path, "help": "what packaging/share has made"},
    "archives": {"type": Path, "help": "the folder with the archives"},
    "out": {"type": Path, "help": "the folder to write to"},
}


def parser(about: str, *names: str) -> argparse.ArgumentParser:
    """Returns a parser of the shared arguments with these names, none of which
    may be missing, for a program that is described by the first line of `about`."""
    made = argparse.ArgumentParser(description=about.splitlines()[0])
    for name in names:
        made.add_argument(f"--{name}", required=True, **SHARED[name])
    return made

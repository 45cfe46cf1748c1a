"""The shared arguments of the scripts that make packages."""

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
    """Returns a parser of the shared arguments with these names, all required, for a
    program that the first line of `about` describes."""
    shared = argparse.ArgumentParser(description=about.splitlines()[0])
    for name in names:
        shared.add_argument(f"--{name}", required=True, **SHARED[name])
    return shared

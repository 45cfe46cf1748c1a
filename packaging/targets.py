"""The systems with releases of carom, and their names in package managers. The release
workflow builds exactly these."""

import argparse
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A system."""

    npm: str
    """The suffix of its npm package."""
    node: tuple[str, str]
    """Its names in Node.js: `process.platform` and `process.arch`."""
    vscode: str
    """Its name for VS Code extensions."""
    wheel: str | None = None
    """The oldest Linux that supports its wheel."""
    libc: str | None = None
    """The C library, if there is a choice."""
    deb: str | None = None
    """The Debian architecture, if a .deb is made."""

    @property
    def program(self) -> str:
        """The name of the program's file."""
        return "carom.exe" if self.node[0] == "win32" else "carom"


def gnu(architecture: str, deb: str) -> Target:
    """Returns a Linux with glibc."""
    name = f"linux-{architecture}"
    return Target(name, ("linux", architecture), name, wheel="manylinux_2_17", libc="glibc", deb=deb)


def musl(architecture: str) -> Target:
    """Returns a Linux with musl."""
    name = f"linux-{architecture}-musl"
    return Target(name, ("linux", architecture), f"alpine-{architecture}", wheel="musllinux_1_2", libc="musl")


def other(system: str, architecture: str) -> Target:
    """Returns a system with the same name in all package managers."""
    name = f"{system}-{architecture}"
    return Target(name, (system, architecture), name)


TARGETS = {
    "x86_64-unknown-linux-gnu": gnu("x64", deb="amd64"),
    "aarch64-unknown-linux-gnu": gnu("arm64", deb="arm64"),
    "x86_64-unknown-linux-musl": musl("x64"),
    "aarch64-unknown-linux-musl": musl("arm64"),
    "x86_64-apple-darwin": other("darwin", "x64"),
    "aarch64-apple-darwin": other("darwin", "arm64"),
    "x86_64-pc-windows-msvc": other("win32", "x64"),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints what a target is called elsewhere, or all targets.")
    parser.add_argument("target", nargs="?", choices=TARGETS)
    parser.add_argument("member", nargs="?", choices=["npm", "vscode", "deb", "program"])
    given = parser.parse_args()
    if given.target is None:
        print("\n".join(TARGETS))
    else:
        print(getattr(TARGETS[given.target], given.member or "npm"))

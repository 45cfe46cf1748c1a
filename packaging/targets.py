"""The systems that carom is released for, by the names that each manager of
packages has for them. The release workflow builds these and no others."""

import argparse
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A system."""

    npm: str
    """The end of the name of its npm package."""
    node: tuple[str, str]
    """Its names in Node.js: `process.platform` and `process.arch`."""
    vscode: str
    """Its name for extensions of VS Code."""
    wheel: str | None = None
    """The oldest Linux that its wheel runs on."""
    libc: str | None = None
    """Which C library it has, where there is a choice."""
    deb: str | None = None
    """Its architecture for Debian, where a .deb is made."""

    @property
    def program(self) -> str:
        """The name of the program's file."""
        return "carom.exe" if self.node[0] == "win32" else "carom"


TARGETS = {
    "x86_64-unknown-linux-gnu": Target(
        npm="linux-x64",
        node=("linux", "x64"),
        vscode="linux-x64",
        wheel="manylinux_2_17",
        libc="glibc",
        deb="amd64",
    ),
    "aarch64-unknown-linux-gnu": Target(
        npm="linux-arm64",
        node=("linux", "arm64"),
        vscode="linux-arm64",
        wheel="manylinux_2_17",
        libc="glibc",
        deb="arm64",
    ),
    "x86_64-unknown-linux-musl": Target(
        npm="linux-x64-musl",
        node=("linux", "x64"),
        vscode="alpine-x64",
        wheel="musllinux_1_2",
        libc="musl",
    ),
    "aarch64-unknown-linux-musl": Target(
        npm="linux-arm64-musl",
        node=("linux", "arm64"),
        vscode="alpine-arm64",
        wheel="musllinux_1_2",
        libc="musl",
    ),
    "x86_64-apple-darwin": Target(
        npm="darwin-x64",
        node=("darwin", "x64"),
        vscode="darwin-x64",
    ),
    "aarch64-apple-darwin": Target(
        npm="darwin-arm64",
        node=("darwin", "arm64"),
        vscode="darwin-arm64",
    ),
    "x86_64-pc-windows-msvc": Target(
        npm="win32-x64",
        node=("win32", "x64"),
        vscode="win32-x64",
    ),
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

"""The metadata of the crate from Cargo.toml, for all packages."""

import os
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

AUTHORS = "the authors of carom"
LICENCES = ["LICENSE-MIT", "LICENSE-APACHE"]


@dataclass(frozen=True)
class Metadata:
    name: str
    version: str
    description: str
    licence: str
    """An SPDX expression."""
    keywords: list[str]
    homepage: str
    repository: str
    documentation: str


def read() -> Metadata:
    """Returns the metadata in the manifest of the crate."""
    with open(ROOT / "Cargo.toml", "rb") as file:
        manifest = tomllib.load(file)
    package = {**manifest["package"], **manifest["workspace"]["package"]}
    return Metadata(
        name=package["name"],
        version=package["version"],
        description=package["description"],
        licence=package["license"],
        keywords=package["keywords"],
        homepage=package["homepage"],
        repository=package["repository"],
        documentation=package["documentation"],
    )


def epoch() -> int:
    """Returns the time of all packed files in seconds since 1970: SOURCE_DATE_EPOCH, or
    the time of the commit, so that the same sources make the same packages, byte for
    byte."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        given = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(given)

"""Makes the npm packages from the archives of a release: one with the program for each
system, and `carom`, which depends on them."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import arguments
import metadata
from targets import TARGETS, Target

HERE = Path(__file__).resolve().parent


def program(archive: Path, name: str) -> bytes:
    """Returns the program in an archive."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            wanted = next(path for path in opened.namelist() if path.endswith(f"/{name}"))
            return opened.read(wanted)
    with tarfile.open(archive) as opened:
        wanted = next(path for path in opened.getnames() if path.count("/") == 1 and path.endswith(f"/{name}"))
        return opened.extractfile(wanted).read()


def manifest(about: metadata.Metadata, name: str, description: str) -> dict:
    """Returns the common part of the manifests."""
    return {
        "name": name,
        "version": about.version,
        "description": description,
        "license": about.licence,
        "homepage": about.homepage,
        "repository": {"type": "git", "url": f"git+{about.repository}.git"},
        "engines": {"node": ">=18"},
    }


def platform(about: metadata.Metadata, target: Target, content: bytes, folder: Path) -> str:
    """Writes the package of a system, and returns its name."""
    name = f"@carom/cli-{target.npm}"
    system, processor = target.node
    said = manifest(about, name, f"The program of carom for {target.npm}; install `carom` instead")
    said |= {"os": [system], "cpu": [processor], "preferUnplugged": True}
    if target.libc is not None:
        said["libc"] = [target.libc]
    path = folder / target.program
    path.write_bytes(content)
    path.chmod(0o755)
    finish(folder, said)
    return name


def front(about: metadata.Metadata, platforms: list[str], folder: Path) -> None:
    """Writes the package that users install."""
    said = manifest(about, about.name, about.description)
    said |= {
        "keywords": about.keywords,
        "bin": {"carom": "bin/carom.js"},
        "optionalDependencies": {name: about.version for name in platforms},
    }
    shutil.copytree(HERE / "npm/bin", folder / "bin")
    shutil.copy(HERE / "npm/README.md", folder)
    finish(folder, said)


def finish(folder: Path, said: dict) -> None:
    for licence in metadata.LICENCES:
        shutil.copy(metadata.ROOT / licence, folder)
    (folder / "package.json").write_text(json.dumps(said, indent=2) + "\n")


def main() -> None:
    parser = arguments.parser(__doc__, "archives", "out")
    parser.add_argument("--some", action="store_true", help="make do with the systems that have an archive")
    given = parser.parse_args()
    about = metadata.read()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folders, names = [], []

        def folder(name: str) -> Path:
            folders.append(Path(scratch) / name)
            folders[-1].mkdir()
            return folders[-1]

        for triple, target in TARGETS.items():
            end = "zip" if target.node[0] == "win32" else "tar.gz"
            archive = given.archives / f"carom-{about.version}-{triple}.{end}"
            if archive.exists():
                names.append(platform(about, target, program(archive, target.program), folder(target.npm)))
            elif not given.some:
                sys.exit(f"error: {archive} is missing; --some skips it")
        front(about, names, folder("carom"))
        # Packed files get fixed times.
        for root, _, files in os.walk(scratch):
            for file in files:
                os.utime(Path(root) / file, (metadata.epoch(),) * 2)
        for path in folders:
            pack = ["npm", "pack", "--silent", "--pack-destination", str(given.out.resolve())]
            subprocess.run(pack, check=True, cwd=path)


if __name__ == "__main__":
    main()

"""Makes the archive of a release: the program with its manual pages, shell completions,
licences and changelog.

The same files make the same archive, byte for byte: names are sorted, and times, owners
and permissions are fixed.
"""

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import Path

import arguments
import metadata
from targets import TARGETS

DOCUMENTS = ["README.md", "CHANGELOG.md", *metadata.LICENCES]


def members(program: Path, name: str, share: Path) -> list[tuple[str, bytes, int]]:
    """Returns the path, the content and the permissions of each file."""
    found = [(name, program.read_bytes(), 0o755)]
    found += [(document, (metadata.ROOT / document).read_bytes(), 0o644) for document in DOCUMENTS]
    for path in share.rglob("*"):
        if path.is_file():
            found.append((path.relative_to(share).as_posix(), path.read_bytes(), 0o644))
    return sorted(found)


def tar(path: Path, folder: str, files: list[tuple[str, bytes, int]], when: int) -> None:
    with (
        open(path, "wb") as out,
        gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, content, mode in files:
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode, entry.mtime = len(content), mode, when
            archive.addfile(entry, io.BytesIO(content))


def zip_(path: Path, folder: str, files: list[tuple[str, bytes, int]], when: int) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(f"{folder}/{name}", time.gmtime(when)[:6])
            entry.external_attr = mode << 16
            entry.create_system = 3
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)


def main() -> None:
    given = arguments.parser(__doc__, "program", "target", "share", "out").parse_args()
    target = TARGETS[given.target]
    folder = f"carom-{metadata.read().version}-{given.target}"
    files = members(given.program, target.program, given.share)
    given.out.mkdir(parents=True, exist_ok=True)
    if target.node[0] == "win32":
        path = given.out / f"{folder}.zip"
        zip_(path, folder, files, metadata.epoch())
    else:
        path = given.out / f"{folder}.tar.gz"
        tar(path, folder, files, metadata.epoch())
    print(path)


if __name__ == "__main__":
    main()

"""Makes the package for Debian and what comes from it, with nFPM."""

import gzip
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import arguments
import metadata
from targets import TARGETS

COMPLETIONS = {
    "carom.bash": "/usr/share/bash-completion/completions/carom",
    "carom.fish": "/usr/share/fish/vendor_completions.d/carom.fish",
    "_carom": "/usr/share/zsh/vendor-completions/_carom",
}


def dependencies(program: bytes) -> list[str]:
    """Returns the packages with the libraries that a program is linked to: it
    names the versions of the C library that it takes functions from."""
    versions = re.findall(rb"\0GLIBC_(\d+)\.(\d+)", program)
    if not versions:
        return []
    newest = max((int(major), int(minor)) for major, minor in versions)
    needed = ["libc6 (>= {}.{})".format(*newest)]
    if b"\0libgcc_s.so.1\0" in program:
        needed.append("libgcc-s1")
    return needed


def copyright_(about: metadata.Metadata) -> str:
    """Returns the file that Debian wants to find the licence in."""
    mit = (metadata.ROOT / "LICENSE-MIT").read_text()
    indented = "\n".join(f" {line}" if line else " ." for line in mit.strip().splitlines())
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {about.name}\nSource: {about.repository}\n\n"
        f"Files: *\nCopyright: {metadata.AUTHORS}\nLicense: Expat or Apache-2.0\n\n"
        f"License: Expat\n{indented}\n\n"
        "License: Apache-2.0\n On Debian systems, its text is in /usr/share/common-licenses/Apache-2.0.\n"
    )


def contents(program: Path, share: Path, scratch: Path) -> list[dict]:
    """Returns what is installed where, having packed in `scratch` what Debian
    wants packed."""

    def packed(path: Path) -> Path:
        out = scratch / f"{path.name}.gz"
        out.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
        return out

    def at(source: Path, place: str, mode: int = 0o644) -> dict:
        return {"src": str(source.resolve()), "dst": place, "file_info": {"mode": mode}}

    files = [at(program, "/usr/bin/carom", 0o755)]
    files += [at(packed(page), f"/usr/share/man/man1/{page.name}.gz") for page in sorted(share.glob("man/*.1"))]
    files += [at(share / "completions" / name, place) for name, place in COMPLETIONS.items()]
    files.append(at(packed(metadata.ROOT / "CHANGELOG.md"), "/usr/share/doc/carom/changelog.gz"))
    copyright = scratch / "copyright"
    copyright.write_text(copyright_(metadata.read()))
    files.append(at(copyright, "/usr/share/doc/carom/copyright"))
    return files


def main() -> None:
    parser = arguments.parser(__doc__, "program", "target", "share", "out")
    given = parser.parse_args()
    architecture = TARGETS[given.target].deb
    if architecture is None:
        parser.error(f"no .deb is made for {given.target}")
    about = metadata.read()
    given.out.mkdir(parents=True, exist_ok=True)
    path = given.out / f"{about.name}_{about.version}-1_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        config = {
            "name": about.name,
            "arch": architecture,
            "version": about.version,
            "release": "1",
            "section": "games",
            "priority": "optional",
            "maintainer": f"{metadata.AUTHORS} <{about.repository}>",
            "description": about.description,
            "homepage": about.homepage,
            "license": about.licence,
            "depends": dependencies(given.program.read_bytes()),
            "recommends": ["git"],
            "contents": contents(given.program, given.share, Path(folder)),
            "deb": {"compression": "zstd"},
        }
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(metadata.epoch())}
        command = ["nfpm", "package", "--config", "nfpm.yaml", "--packager", "deb", "--target", str(path.resolve())]
        # JSON is YAML as well.
        (Path(folder) / "nfpm.yaml").write_text(json.dumps(config))
        subprocess.run(command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    print(path)


if __name__ == "__main__":
    main()

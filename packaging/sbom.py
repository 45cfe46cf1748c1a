"""Makes the software bill of materials of the program: the crates that are
compiled into it for a target, as CycloneDX."""

import json
import subprocess
import tomllib
import uuid
from datetime import datetime, timezone
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

import arguments
import metadata
from targets import TARGETS


def graph(target: str) -> dict:
    """Returns what cargo knows of the crates for a target."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    done = subprocess.run(command, check=True, capture_output=True, cwd=metadata.ROOT)
    return json.loads(done.stdout)


def compiled(known: dict) -> dict[str, list[str]]:
    """Returns the crates that become part of the program, each with those that
    it takes; what only builds or tests it is left out."""
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    macros = {
        package["id"]
        for package in known["packages"]
        if any("proc-macro" in target["kind"] for target in package["targets"])
    }
    found: dict[str, list[str]] = {}
    waiting = [known["resolve"]["root"]]
    while waiting:
        crate = waiting.pop()
        if crate in found:
            continue
        taken = [
            dependency["pkg"]
            for dependency in nodes[crate]["deps"]
            if dependency["pkg"] not in macros and any(kind["kind"] is None for kind in dependency["dep_kinds"])
        ]
        found[crate] = taken
        waiting += taken
    return found


def checksums() -> dict[tuple[str, str], str]:
    """Returns the SHA-256 of each crate, by name and version."""
    with open(metadata.ROOT / "Cargo.lock", "rb") as file:
        packages = tomllib.load(file)["package"]
    return {(entry["name"], entry["version"]): entry["checksum"] for entry in packages if "checksum" in entry}


def bill(target: str) -> Bom:
    """Returns the bill of the program for a target."""
    known = graph(target)
    packages = {package["id"]: package for package in known["packages"]}
    sums, licences = checksums(), LicenseFactory()
    components = {}
    crates = compiled(known)
    for crate in crates:
        package = packages[crate]
        name, version = package["name"], package["version"]
        is_root = crate == known["resolve"]["root"]
        address = PackageURL("cargo", name=name, version=version)
        checksum = sums.get((name, version))
        # Some crates still write it as Cargo once wanted it.
        licence = (package["license"] or "").replace("/", " OR ")
        components[crate] = Component(
            type=ComponentType.APPLICATION if is_root else ComponentType.LIBRARY,
            name=name,
            version=version,
            bom_ref=str(address),
            purl=address,
            description=package["description"],
            licenses=[licences.make_from_string(licence)] if licence else [],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=checksum)] if checksum else [],
        )
    made = Bom()
    root = components.pop(known["resolve"]["root"])
    made.metadata.component = root
    made.metadata.timestamp = datetime.fromtimestamp(metadata.epoch(), timezone.utc)
    made.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, f"{root.purl}?target={target}#{metadata.epoch()}")
    for component in components.values():
        made.components.add(component)
    for crate, taken in crates.items():
        of = components.get(crate, root)
        made.register_dependency(of, [components[other] for other in taken])
    return made


def main() -> None:
    given = arguments.parser(__doc__, "target", "out").parse_args()
    text = JsonV1Dot6(bill(given.target)).output_as_string(indent=2)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong is not None:
        raise SystemExit(f"error: {wrong}")
    given.out.mkdir(parents=True, exist_ok=True)
    path = given.out / f"carom-{metadata.read().version}-{given.target}.cdx.json"
    path.write_text(text + "\n")
    print(path)


if __name__ == "__main__":
    main()

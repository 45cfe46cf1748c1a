"""What linters do not find by themselves: the steps of the composite action as a workflow, and
the scripts in it and in workflows as files.

Usage: scripts.py FOLDER WORKFLOW…; the folder takes the files.
"""

import re
import sys
from pathlib import Path

import yaml


def write_scripts(folder: Path, name: str, steps: list[dict]) -> None:
    for number, step in enumerate(steps):
        if "run" in step and step.get("shell", "bash") == "bash":
            # What stands for a value is one word.
            script = re.sub(r"\$\{\{.*?\}\}", "value", step["run"])
            path = folder / f"{name}-{number}.sh"
            path.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{script}")


def main() -> None:
    folder = Path(sys.argv[1])
    action = yaml.safe_load(Path("action.yml").read_text())
    steps = action["runs"]["steps"]
    inputs = {name: {"type": "string"} for name in action["inputs"]}
    workflow = {
        "on": {"workflow_call": {"inputs": inputs}},
        "jobs": {"action": {"runs-on": "ubuntu-latest", "steps": steps}},
    }
    (folder / "action.yml").write_text(yaml.safe_dump(workflow, sort_keys=False))
    write_scripts(folder, "action", steps)
    for path in map(Path, sys.argv[2:]):
        for job, about in yaml.safe_load(path.read_text())["jobs"].items():
            write_scripts(folder, f"{path.stem}-{job}", about.get("steps", []))


if __name__ == "__main__":
    main()

"""Runs the steps of a GitHub workflow by hand, as a runner would.

What `run:` says is run; actions of the repository itself (`uses: ./…`) are gone
through step by step; actions of others are named and passed over.

Usage: steps.py WORKFLOW EVENT, in a clone of the repository.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

PATHS = re.compile(r"(?:always\(\)|'[^']*'|[\w-]+(?:\.[\w-]+)+|==|!=|&&|\|\||!|\(|\))")
OPERATORS = {"==": "==", "!=": "!=", "&&": " and ", "||": " or ", "!": " not ", "(": "(", ")": ")"}
ARCHITECTURES = {"x86_64": "X64", "aarch64": "ARM64"}


class Runner:
    def __init__(self, event: str) -> None:
        self.temp = Path(tempfile.mkdtemp())
        self.context = {
            "github": {
                "event_name": event,
                "repository": "anna/levels",
                "run_id": "1",
                "event.pull_request.head.repo.full_name": "ben/levels",
            },
            "runner": {"os": "Linux", "arch": ARCHITECTURES[platform.machine()], "temp": str(self.temp)},
        }
        self.path = os.environ["PATH"]
        self.summary = self.temp / "summary.md"
        self.summary.touch()

    def value(self, expression: str, scope: dict) -> object:
        """The value of an expression, of the few kinds that occur."""
        code = ""
        for token in PATHS.findall(expression):
            if token in OPERATORS:
                code += OPERATORS[token]
            elif token == "always()":
                code += "True"
            elif token.startswith("'"):
                code += repr(token[1:-1])
            else:
                name, _, rest = token.partition(".")
                code += repr({**self.context, **scope}[name].get(rest, ""))
        found = eval(code)  # noqa: S307 - nothing but literals and operators
        return {True: "true", False: "false"}.get(found, found) if isinstance(found, bool) else found

    def filled(self, text: object, scope: dict) -> str:
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(self.value(match[1], scope)), str(text))

    def run(self, step: dict, scope: dict, action: Path | None) -> bool:
        output, path = self.temp / "output", self.temp / "path"
        output.write_text("")
        path.write_text("")
        environment = {
            **os.environ,
            **{name: self.filled(value, scope) for name, value in step.get("env", {}).items()},
            "PATH": self.path,
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_PATH": str(path),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": os.getcwd(),
        }
        if action:
            environment["GITHUB_ACTION_PATH"] = str(action)
        script = self.filled(step["run"], scope)
        options = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c"]
        result = subprocess.run(["bash", *options, script], env=environment, check=False)
        for line in path.read_text().splitlines():
            self.path = f"{line}:{self.path}"
        outputs = scope.setdefault("steps", {})
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            outputs[f"{step.get('id')}.outputs.{name}"] = value
        return result.returncode == 0

    def steps(self, steps: list[dict], scope: dict, action: Path | None = None) -> bool:
        is_well = True
        for step in steps:
            condition = str(step.get("if", ""))
            if not is_well and "always()" not in condition:
                continue
            if condition and self.value(condition, scope) in ("false", ""):
                continue
            used = step.get("uses", "")
            title = step.get("name") or used or step.get("run", "")
            print(f"-- {title}", flush=True)
            if used.startswith("./"):
                folder = Path(used).resolve()
                described = yaml.safe_load((folder / "action.yml").read_text())
                given = step.get("with", {})
                unknown = set(given) - set(described["inputs"])
                assert not unknown, f"{used} has no input {unknown}"
                inputs = {name: about["default"] for name, about in described["inputs"].items()}
                inputs |= {name: self.filled(value, scope) for name, value in given.items()}
                is_well &= self.steps(described["runs"]["steps"], {"inputs": inputs}, folder)
            elif "run" in step:
                is_well &= self.run(step, scope, action)
        return is_well


def main() -> int:
    workflow, event = sys.argv[1:]
    jobs = yaml.safe_load(Path(workflow).read_text())["jobs"]
    runner = Runner(event)
    is_well = all([runner.steps(job["steps"], {}) for job in jobs.values()])
    print(runner.summary.read_text())
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())

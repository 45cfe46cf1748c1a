"""Solves the boards in this folder with Fast Downward from carom's PDDL, and compares the
optimum with that of carom.

Usage: compare.py CAROM, with the package up-fast-downward installed.
"""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DECK = Path(__file__).with_name("boards.carom")
# Located, not imported: the package would import others that are not needed.
PACKAGE = Path(importlib.util.find_spec("up_fast_downward").origin).parent
PLANNER = PACKAGE / "downward" / "fast-downward.py"
# The planner's exit codes for an unsolvable task: from the translator, and from the search.
UNSOLVABLE = (10, 11, 12)


def optima(carom):
    """Returns the optimum of each puzzle, in the order of the file."""
    run = subprocess.run(
        [carom, "solve", "--format", "json", DECK], stdout=subprocess.PIPE, check=False
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(answer["status"] in ("solved", "unsolvable") for answer in answers)
    return {answer["name"]: answer["moves"] for answer in answers}


def cost(problem, folder):
    """Returns the cost of an optimal plan, or none if there is no plan."""
    run = subprocess.run(
        [sys.executable, PLANNER, "--plan-file", folder / "plan",
         folder / "domain.pddl", problem, "--search", "astar(blind())"],
        cwd=folder, capture_output=True, text=True, check=False,
    )
    if run.returncode in UNSOLVABLE:
        return None
    found = re.search(r"Plan cost: (\d+)", run.stdout)
    if not found:
        sys.exit(f"{problem.name}: no plan\n{run.stdout}{run.stderr}")
    return int(found.group(1))


def main():
    carom = Path(sys.argv[1]).resolve()
    expected = optima(carom)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(
            [carom, "convert", "--to", "pddl", "--output", folder, DECK], check=True
        )
        wrong = 0
        for name, moves in expected.items():
            found = cost(folder / f"{name.replace(' ', '-')}.pddl", folder)
            if found != moves:
                wrong += 1
                print(f"{name}: carom says {moves}, the planner {found}")
    print(f"{len(expected)} boards, {wrong} with another answer")
    sys.exit(1 if wrong or len(expected) < 20 else 0)


main()

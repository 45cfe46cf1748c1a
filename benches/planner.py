"""Compares the CPU time of a planner and of carom on the boards of a file.

    python3 benches/planner.py CAROM DECK COUNT

with the package up-fast-downward 1.0.0 from PyPI. Fast Downward solves the first COUNT
boards optimally, as written by `carom convert --to pddl` (A* without a heuristic, which
also proves the optimum). carom solves the whole file. CPU times include the start of
each program.
"""

import importlib.util
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(importlib.util.find_spec("up_fast_downward").origin).parent
PLANNER = PACKAGE / "downward" / "fast-downward.py"


def timed(command, folder):
    """Returns the output of a command, and the CPU seconds of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    carom, deck = (Path(argument).resolve() for argument in sys.argv[1:3])
    out, seconds = timed([carom, "solve", "--no-cache", deck], deck.parent)
    print(f"carom: {len(out.splitlines())} boards, {seconds:.2f} s")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([carom, "convert", "--to", "pddl", "--output", folder, deck], check=True)
        problems = sorted(path for path in folder.glob("*.pddl") if path.name != "domain.pddl")
        for problem in problems[: int(sys.argv[3])]:
            search = ["domain.pddl", problem.name, "--search", "astar(blind())"]
            out, seconds = timed([sys.executable, PLANNER, *search], folder)
            cost = re.search(r"Plan cost: (\d+)", out)
            print(f"planner: {problem.stem}, {cost[1] if cost else 'no'} moves, {seconds:.2f} s")


main()

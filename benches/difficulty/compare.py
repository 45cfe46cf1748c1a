#!/usr/bin/env python3
"""Prints the features of several collections side by side: the lowest, the quartiles and the highest.

Each argument is a file of lines by `carom rate --format json`. Run, for example:

    carom rate --format json examples/generated.carom > packs.jsonl
    carom rate --format json cards.carom > cards.jsonl
    benches/difficulty/compare.py packs.jsonl cards.jsonl
"""

import collections
import json
import pathlib
import statistics
import sys

FEATURES = ["quality", "score", "moves", "robots", "switches", "optimal_solutions", "states"]


def summary(values):
    """Returns the five numbers of a distribution."""
    if len(values) < 2:
        return " ".join(f"{value:g}" for value in values) or "-"
    quartiles = statistics.quantiles(values, method="inclusive")
    return " ".join(f"{number:.0f}" for number in [min(values), *quartiles, max(values)])


def main():
    collections_of = collections.defaultdict(list)
    for path in map(pathlib.Path, sys.argv[1:]):
        for line in path.read_text().splitlines():
            rated = json.loads(line)
            collections_of[path.stem, rated["game"]].append(rated)
    print("puzzles".ljust(36), *(feature.rjust(24) for feature in FEATURES))
    for (name, game), rated in sorted(collections_of.items(), key=lambda item: item[0][1]):
        cells = []
        for feature in FEATURES:
            values = [puzzle[feature] for puzzle in rated if puzzle.get(feature) is not None]
            known = "" if len(values) == len(rated) else f" ({len(values)})"
            cells.append((summary(values) + known).rjust(24))
        print(f"{len(rated)} {game}, {name}".ljust(36), *cells)


if __name__ == "__main__":
    main()

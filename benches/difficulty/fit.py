#!/usr/bin/env python3
"""Fits the difficulty score of `carom rate` to labels of other authors.

`lunar.csv` has the 40 cards of the printed Lunar Lockout; the label is the number of the card, the
easiest first. `ricochet.csv` has 84 levels of Skub (8 by 8 squares, `direct`) with the labels easy,
medium and hard. The features are those that `carom rate --format json` prints. Every second puzzle is
in the half `fit`, to which scores are fitted; correlations are those of the half `test`.

The score is a linear regression on the labels, scaled to 0..100. Run `benches/difficulty/fit.py`.
"""

import csv
import itertools
import math
import pathlib

# States above the limit of `carom rate` count as the limit.
MAX_STATES = 200_000
WORDS = {"easy": 0, "medium": 1, "hard": 2}


def ranks(values):
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = [0.0] * len(values)
    for _, group in itertools.groupby(enumerate(order), key=lambda pair: values[pair[1]]):
        group = list(group)
        mean = sum(place for place, _ in group) / len(group)
        for _, index in group:
            ranks[index] = mean
    return ranks


def spearman(values, labels):
    a, b = ranks(values), ranks(labels)
    mean = (len(a) - 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    spread = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return covariance / spread if spread else 0.0


def regression(rows, labels):
    """Returns the weights of the columns and a constant, by least squares."""
    rows = [[*row, 1.0] for row in rows]
    size = len(rows[0])
    system = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * label for row, label in zip(rows, labels))]
        for i in range(size)
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(system[k][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for k in range(size):
            if k != i:
                factor = system[k][i] / system[i][i]
                system[k] = [a - factor * b for a, b in zip(system[k], system[i])]
    return [system[i][size] / system[i][i] for i in range(size)]


def read(path):
    puzzles = {"fit": [], "test": []}
    left_out = 0
    for row in csv.DictReader(path.open()):
        row["states"] = math.log2(float(row["states"] or MAX_STATES))
        row["walk"] = row["walk"] and math.log2(float(row["walk"]))
        label = row.pop("label")
        row["label"] = WORDS.get(label) if label in WORDS else float(label)
        half = row.pop("half")
        row.pop("puzzle")
        if "" in row.values():
            left_out += 1
        else:
            puzzles[half].append({key: float(value) for key, value in row.items()})
    return puzzles, left_out


def main():
    for game in ("lunar", "ricochet"):
        puzzles, left_out = read(pathlib.Path(__file__).with_name(f"{game}.csv"))
        labels = {half: [one["label"] for one in puzzles[half]] for half in puzzles}
        highest, lowest = max(labels["fit"]), min(labels["fit"])
        scaled = [100 * (label - lowest) / (highest - lowest) for label in labels["fit"]]
        print(f"{game}: {len(scaled)} fitted, {len(labels['test'])} tested, {left_out} left out")
        features = [key for key in puzzles["fit"][0] if key != "label"]
        results = []
        for size in (1, 2, 3):
            for chosen in itertools.combinations(features, size):
                rows = {half: [[one[key] for key in chosen] for one in puzzles[half]] for half in puzzles}
                try:
                    weights = regression(rows["fit"], scaled)
                except ZeroDivisionError:
                    continue
                scores = [
                    sum(w * x for w, x in zip(weights, row)) + weights[-1] for row in rows["test"]
                ]
                results.append((spearman(scores, labels["test"]), chosen, weights))
        for size in (1, 2, 3):
            print(f"  {size} feature{'s' if size > 1 else ''}, by the half that was not fitted:")
            best = sorted((one for one in results if len(one[1]) == size), reverse=True)
            for correlation, chosen, weights in best[: 9 if size == 1 else 4]:
                terms = " ".join(f"{w:+.2f} {key}" for w, key in zip(weights, chosen))
                print(f"    {correlation:5.2f}  {terms} {weights[-1]:+.1f}")


if __name__ == "__main__":
    main()

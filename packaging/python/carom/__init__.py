"""Checks and solves puzzles of sliding robots, with proof.

>>> import carom
>>> answer = carom.solve('''
... puzzle ricochet
...   rules: direct
...   board:
...     R . . r
... ''')
>>> answer["status"], answer["moves"], answer["solution"]
('solved', 1, 'R>')

What comes back is what ``carom solve --format json`` and ``carom check --format
json`` write, without the name of a file. The search runs without the lock of the
interpreter, and Ctrl-C ends it.
"""

import json
from typing import Any, NamedTuple

from . import _carom
from ._carom import __version__

__all__ = ["InvalidPuzzle", "Problem", "__version__", "check", "solve"]

_MAX_POSITIONS = 200_000_000
_MAX_MEMORY = 1 << 30


class Problem(NamedTuple):
    """A thing that is wrong with a text."""

    line: int
    """The line, counted from 1."""
    column: int
    """The column in characters, counted from 1."""
    code: str
    """The lint, which ``carom explain`` tells about."""
    message: str
    """What is wrong, as a clause without a full stop."""


class InvalidPuzzle(ValueError):
    """A text that is not one puzzle, or none that can be solved."""

    problems: list[Problem]
    """What is wrong with it, in the order of the text; at least one thing."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"line {line}, column {column}: {message}" for line, column, _, message in problems))


def solve(
    text: str,
    *,
    all: bool = False,
    max_positions: int = _MAX_POSITIONS,
    max_memory: int = _MAX_MEMORY,
    time_limit: float | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Returns the answer to a puzzle: an optimal solution, with proof.

    ``status`` is ``"solved"``, ``"unsolvable"`` (proved) or ``"unknown"`` (a limit
    was reached); the other members are those of ``carom solve --format json``,
    from ``line`` on.

    :param text: one puzzle, as in a file.
    :param all: whether ``solutions`` lists the optimal solutions, a thousand of
        them at most.
    :param max_positions: how many positions to search. An answer within this
        limit and the next is the same on every machine.
    :param max_memory: how many bytes to hold.
    :param time_limit: how many seconds to search.
    :param threads: on how many threads; on all cores unless said. Their number
        never changes the answer.
    :raises InvalidPuzzle: if the text is not one puzzle, but none or several, or a
        malformed one.
    :raises ValueError: if a limit makes no sense.
    """
    answer, problems = _carom.solve(
        text,
        all=all,
        max_positions=max_positions,
        max_memory=max_memory,
        time_limit=time_limit,
        threads=threads,
    )
    if answer is None:
        raise InvalidPuzzle([Problem(*problem) for problem in problems])
    return _nameless(json.loads(answer))


def check(
    text: str,
    *,
    hints: bool = False,
    max_positions: int = _MAX_POSITIONS,
    max_memory: int = _MAX_MEMORY,
    time_limit: float | None = None,
    threads: int | None = None,
) -> list[dict[str, Any]]:
    """Returns all that is wrong with a file of puzzles, claims included.

    Each report has ``puzzle``, ``code``, ``severity``, ``message``, ``start``,
    ``end``, ``related``, ``fixes`` and ``help``, as ``carom check --format json``
    writes them where there is no ``carom.toml``. A file in which nothing is wrong
    has none.

    :param text: any number of puzzles, as in a file.
    :param hints: whether hints are reported, too.
    :param max_positions: how many positions to search for each puzzle.
    :param max_memory: how many bytes to hold.
    :param time_limit: how many seconds to search for each puzzle.
    :param threads: on how many threads; on all cores unless said.
    :raises ValueError: if a limit makes no sense.
    """
    reports = _carom.check(
        text,
        hints=hints,
        max_positions=max_positions,
        max_memory=max_memory,
        time_limit=time_limit,
        threads=threads,
    )
    return [_nameless(json.loads(line)) for line in reports.splitlines()]


def _nameless(said: dict[str, Any]) -> dict[str, Any]:
    """The same without names of files, as there is none."""
    del said["file"]
    for related in said.get("related", []):
        del related["file"]
    return said

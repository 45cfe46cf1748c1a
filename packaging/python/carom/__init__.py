"""Reads, checks and solves sliding-robot puzzles, with proof.

>>> import carom
>>> answer = carom.solve('''
... puzzle ricochet
...   rules: direct
...   board:
...     R . . r
... ''')
>>> answer["status"], answer["moves"], answer["solution"]
('solved', 1, 'R>')

``read`` gives the positions of a file, which can be played:

>>> [position] = carom.read("puzzle lunar\\n  board:\\n    @ . + A\\n")
>>> position.moves()
['@>', 'A<']
>>> position.play("@>").is_solved
True

Answers and diagnostics are the JSON objects of ``carom solve --format json`` and ``carom check
--format json``, without file names. Searches run without the lock of the interpreter, and
Ctrl-C ends them.
"""

import json
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, cast

from . import _carom
from ._carom import Position, __version__
from ._types import Answer, Diagnostic, Edit, Fix, Place, PuzzleObject, Related

__all__ = [
    "Answer",
    "Diagnostic",
    "Edit",
    "Fix",
    "InvalidPuzzle",
    "Place",
    "Position",
    "Problem",
    "PuzzleObject",
    "Related",
    "__version__",
    "check",
    "format",
    "random_positions",
    "read",
    "solve",
    "solve_all",
    "to_objects",
]

_MAX_POSITIONS = 200_000_000
_MAX_MEMORY = 1 << 30


class Problem(NamedTuple):
    """A problem of a text."""

    line: int
    """The line, counted from 1."""
    column: int
    """The column in characters, counted from 1."""
    code: str
    """The lint, which ``carom explain`` describes."""
    message: str
    """The message, a clause without a full stop."""


class InvalidPuzzle(ValueError):
    """A text that is not exactly one valid puzzle."""

    problems: list[Problem]
    """The problems in the order of the text; at least one."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"line {line}, column {column}: {message}" for line, column, _, message in problems))


Puzzle = str | PuzzleObject | Position
"""A puzzle: its text, its object, or a position."""

Objects = PuzzleObject | list[PuzzleObject]
"""An object of the format ``json``, or a list of them."""


def solve(
    puzzle: Puzzle,
    *,
    all: bool = False,
    max_positions: int = _MAX_POSITIONS,
    max_memory: int = _MAX_MEMORY,
    time_limit: float | None = None,
    threads: int | None = None,
) -> Answer:
    """Returns the answer to a puzzle: an optimal solution, with proof.

    :param puzzle: the text of one puzzle, as in a file; an object of the format ``json``; or a
        position. After ``play``, the position remembers the moves, as in the game.
    :param all: whether ``solutions`` lists the optimal solutions, up to a thousand.
    :param max_positions: the most positions to search. The answer within this limit and the
        next is the same on every machine.
    :param max_memory: the most bytes of memory.
    :param time_limit: the most seconds.
    :param threads: the number of threads; all cores by default. It never changes the answer.
    :raises InvalidPuzzle: if the text or the object is not exactly one valid puzzle.
    :raises ValueError: if a limit is out of range.
    """
    [answer] = solve_all(
        [puzzle],
        all=all,
        max_positions=max_positions,
        max_memory=max_memory,
        time_limit=time_limit,
        threads=threads,
    )
    return answer


def solve_all(
    puzzles: Iterable[Puzzle],
    *,
    all: bool = False,
    max_positions: int = _MAX_POSITIONS,
    max_memory: int = _MAX_MEMORY,
    time_limit: float | None = None,
    threads: int | None = None,
) -> list[Answer]:
    """Returns the answers to many puzzles, in order. They are solved on all threads.

    The parameters are those of ``solve``; the limits are for each puzzle, and the memory is
    shared.

    :raises InvalidPuzzle: for the first text that is not exactly one valid puzzle. Nothing is
        solved then.
    """
    results = _carom.solve(
        [puzzle if isinstance(puzzle, (str, Position)) else _text(puzzle) for puzzle in puzzles],
        all=all,
        max_positions=max_positions,
        max_memory=max_memory,
        time_limit=time_limit,
        threads=threads,
    )
    for _, problems in results:
        _raise(problems)
    return [cast(Answer, _without_file(json.loads(answer))) for answer, _ in results if answer is not None]


def check(
    text: str | Objects,
    *,
    hints: bool = False,
    max_positions: int = _MAX_POSITIONS,
    max_memory: int = _MAX_MEMORY,
    time_limit: float | None = None,
    threads: int | None = None,
) -> list[Diagnostic]:
    """Returns the diagnostics of a file of puzzles, wrong claims included.

    No ``carom.toml`` is read.

    :param text: any number of puzzles, as in a file, or an object or a list of objects of the
        format ``json``. The places of their diagnostics are those in their text.
    :param hints: whether hints are reported, too.
    :param max_positions: the most positions to search for each puzzle.
    :param max_memory: the most bytes of memory.
    :param time_limit: the most seconds for each puzzle.
    :param threads: the number of threads; all cores by default.
    :raises ValueError: if a limit is out of range.
    """
    diagnostics = _carom.check(
        _text(text),
        hints=hints,
        max_positions=max_positions,
        max_memory=max_memory,
        time_limit=time_limit,
        threads=threads,
    )
    return [cast(Diagnostic, _without_file(json.loads(line))) for line in diagnostics.splitlines()]


def read(text: str | Objects) -> list[Position]:
    """Returns the positions of all puzzles of a file, or of objects of the format ``json``.

    :raises InvalidPuzzle: if a puzzle is malformed.
    """
    positions, problems = _carom.read(_text(text))
    _raise(problems)
    return positions


def to_objects(text: str) -> list[PuzzleObject]:
    """Returns the puzzles of a file as objects of the format ``json``, with claims and comments.

    >>> import carom
    >>> carom.to_objects("puzzle lunar\\n  board:\\n    @ . + A\\n")[0]["targets"]
    ['c1']

    :raises InvalidPuzzle: if a puzzle is malformed.
    """
    objects, problems = _carom.to_json(text)
    _raise(problems)
    return cast(list[PuzzleObject], json.loads(objects))


def _text(puzzles: str | Objects) -> str:
    if isinstance(puzzles, str):
        return puzzles
    text, problems = _carom.from_json(json.dumps(puzzles))
    _raise(problems)
    return text


def _raise(problems: list[tuple[int, int, str, str]]) -> None:
    if problems:
        raise InvalidPuzzle([Problem(*problem) for problem in problems])


def format(text: str) -> str:
    """Returns a file of puzzles in the standard layout, as ``carom fmt`` writes it.

    A puzzle with syntax errors stays as it is.
    """
    return _carom.format(text)


def random_positions(
    game: Literal["lunar", "ricochet"],
    count: int,
    *,
    seed: int,
    size: tuple[int, int] | None = None,
    robots: int | None = None,
    walls: int | None = None,
    rules: Iterable[str] = (),
) -> list[Position]:
    """Returns random positions, solvable or not. The same seed gives the same positions.

    :param size: the columns and rows; the usual size of the game by default.
    :param robots: the number of robots; the usual number by default.
    :param walls: the number of walls; the usual number by default.
    :param rules: the words of a ``rules`` line.
    :raises ValueError: if an argument is out of range, or the robots do not fit on the board.
    """
    return _carom.random(game, count, seed=seed, size=size, robots=robots, walls=walls, rules=list(rules))


def _without_file(value: dict[str, Any]) -> dict[str, Any]:
    """Removes the names of files, as there are none."""
    del value["file"]
    for related in value.get("related", []):
        del related["file"]
    return value

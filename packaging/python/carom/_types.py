"""The types of results: the JSON objects of ``carom solve`` and ``carom check``."""

from typing import Any, Literal, TypedDict


class _Answer(TypedDict):
    line: int
    """The line of the ``puzzle`` line in the text."""
    name: str | None
    game: Literal["lunar", "ricochet", "slider", "rush", "tilt"]
    status: Literal["solved", "unsolvable", "unknown", "failed"]
    """``unsolvable`` is proved; ``unknown`` means that a limit was reached, and ``failed`` that
    the search stopped at a fault of carom."""
    solution: str | None
    """An optimal solution in the notation of the file format."""
    optimal: bool
    optimal_solutions: int | None
    """The number of optimal solutions, if it was counted."""
    identity: str
    """The same for rotated, mirrored and recoloured copies."""
    positions: int
    """The number of positions searched."""
    seconds: float


class Answer(_Answer, total=False):
    """The answer to a puzzle."""

    moves: int | None
    """The fewest moves. Absent in games for two sides."""
    slides: int
    """The slides in these moves, with ``rules: grouped``."""
    at_least: int
    """No solution has fewer moves, if the status is ``unknown``."""
    solutions: list[str]
    """Up to 1000 optimal solutions, with ``all``."""
    limit: Literal["positions", "memory", "time"]
    """The limit that was reached."""
    reason: str
    """Why there is no solution."""
    error: str
    """Why the search failed."""
    value: Literal["win", "loss", "draw", "unknown"]
    """The result for the side to move, in games for two sides."""
    plies: int | None
    no_win_within: int | Literal["ever"]
    no_loss_within: int | Literal["ever"]
    legal_moves: dict[str, int]


class Place(TypedDict):
    """A place in a text."""

    line: int
    """From 1."""
    column: int
    """In characters, from 1."""
    byte: int
    """From 0."""


class Related(TypedDict):
    """A place that helps to understand a diagnostic."""

    message: str
    start: Place
    end: Place


class Edit(TypedDict):
    """A replacement of a range."""

    start: Place
    end: Place
    text: str


class Fix(TypedDict):
    """A change of the text."""

    title: str
    safe: bool
    """Whether ``carom check --fix`` applies it."""
    edits: list[Edit]


class Diagnostic(TypedDict):
    """A problem in a text."""

    puzzle: str | None
    code: str
    """The lint, which ``carom explain`` describes."""
    severity: Literal["error", "warning", "info", "hint"]
    message: str
    start: Place
    end: Place
    """Exclusive."""
    related: list[Related]
    fixes: list[Fix]
    help: str


PuzzleObject = dict[str, Any]
"""A puzzle of the format ``json``, which ``carom explain convert`` describes."""

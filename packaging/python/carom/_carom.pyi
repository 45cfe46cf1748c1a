from typing import Literal

from ._types import PuzzleObject

__version__: str

class Position:
    @property
    def name(self) -> str | None: ...
    @property
    def game(self) -> Literal["lunar", "ricochet", "slider", "rush", "tilt"]: ...
    @property
    def is_solved(self) -> bool: ...
    @property
    def board(self) -> str: ...
    def moves(self) -> list[str]: ...
    def play(self, *moves: str) -> Position: ...
    def to_carom(self) -> str: ...
    def to_object(self) -> PuzzleObject: ...
    def picture(
        self,
        *,
        solution: bool = False,
        theme: Literal["light", "dark", "print"] = "light",
        width: int | None = None,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...

def solve(
    puzzles: list[str | Position],
    *,
    all: bool,
    max_positions: int,
    max_memory: int,
    time_limit: float | None,
    threads: int | None,
) -> list[tuple[str | None, list[tuple[int, int, str, str]]]]: ...
def check(
    text: str,
    *,
    hints: bool,
    max_positions: int,
    max_memory: int,
    time_limit: float | None,
    threads: int | None,
) -> str: ...
def read(text: str) -> tuple[list[Position], list[tuple[int, int, str, str]]]: ...
def from_json(text: str) -> tuple[str, list[tuple[int, int, str, str]]]: ...
def to_json(text: str) -> tuple[str, list[tuple[int, int, str, str]]]: ...
def format(text: str) -> str: ...
def random(
    game: str,
    count: int,
    *,
    seed: int,
    size: tuple[int, int] | None,
    robots: int | None,
    walls: int | None,
    rules: list[str],
) -> list[Position]: ...

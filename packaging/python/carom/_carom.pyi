__version__: str

def solve(
    text: str,
    *,
    all: bool,
    max_positions: int,
    max_memory: int,
    time_limit: float | None,
    threads: int | None,
) -> tuple[str | None, list[tuple[int, int, str, str]]]: ...
def check(
    text: str,
    *,
    hints: bool,
    max_positions: int,
    max_memory: int,
    time_limit: float | None,
    threads: int | None,
) -> str: ...

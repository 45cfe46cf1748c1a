"""Writes so many small Lunar Lockout boards, a JSON object a line, the same ones each time."""

import json
import random
import sys

SIZE = 5


def board(numbers: random.Random) -> str:
    squares = numbers.sample(range(SIZE * SIZE), 6)
    glyphs = dict(zip(squares, "@+ABCD"))
    rows = [[glyphs.get(rank * SIZE + file, ".") for file in range(SIZE)] for rank in range(SIZE)]
    return "".join(f"    {' '.join(row)}\n" for row in rows)


def main() -> None:
    numbers = random.Random(5)
    for number in range(int(sys.argv[1])):
        text = f'puzzle lunar "{number}"\n  board:\n{board(numbers)}'
        print(json.dumps({"id": number, "text": text}))


if __name__ == "__main__":
    main()

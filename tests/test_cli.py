"""The command line: what goes where, exit statuses, several captures, stdin, JSON (SPEC 11)."""

import gzip
import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from perception.read import PROPERTIES
from perception.testing import capture_from
from rendering.cli import main
from rendering.cli.commands import COMMANDS
from rendering.cli.reference import markdown

ROOT = Path(__file__).parent.parent

TREE = """
h1 "Travel bookings"
a href="/trips" "My trips"
label for="mail" "E-mail"
input id="mail" type="email" :value="ann@x.org"
button "Send"
"""

ON_PAGES = ("actions", "tree", "facts", "inspect")
"""Commands that need a capture and nothing else."""


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> Ran:
    """Run the command line in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["domsight", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    out, err = capsysbinary.readouterr()
    code = ended.value.code
    return Ran(code if isinstance(code, int) else 0, out.decode(), err.decode())


def domsight(*arguments: object, stdin: bytes = b"", **environment: str) -> Ran:
    """Run the command line as a process of its own."""
    command = [sys.executable, "-m", "rendering", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, env={**os.environ, **environment})
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="module")
def capture() -> dict[str, Any]:
    return capture_from(TREE)


@pytest.fixture
def good(tmp_path: Path, capture: dict[str, Any]) -> Path:
    path = tmp_path / "good.json.gz"
    path.write_bytes(gzip.compress(json.dumps(capture).encode()))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.json"
    path.write_text('{"snapshot": {"documents": [], "strings": []}}')
    return path


# ------------------------------------------------------------------------------------------------ product and talk


@pytest.mark.parametrize("command", ON_PAGES)
def test_the_product_goes_to_stdout_and_nothing_else(
    capsysbinary: pytest.CaptureFixture[bytes], command: str, good: Path
) -> None:
    ran = run(capsysbinary, command, good)
    assert ran.status == 0
    assert "Send" in ran.out or command == "inspect"
    assert ran.err == ""


@pytest.mark.parametrize("command", [*ON_PAGES, "find", "frames", "validate"])
def test_json_is_one_value_a_line_and_names_its_capture(
    capsysbinary: pytest.CaptureFixture[bytes], command: str, good: Path
) -> None:
    rows = run(capsysbinary, command, "--json", good, good).rows
    assert {row["capture"] for row in rows} == {str(good)}
    assert len(rows) >= 2


def test_actions(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    ran = run(capsysbinary, "actions", good)
    assert re.search(r"^B1\[:\]<button[^>]*>Send</button>$", ran.out, re.MULTILINE)
    assert run(capsysbinary, "actions", "--json", good).rows[0]["description"] + "\n" == ran.out


def test_facts_are_json_lines_with_or_without_json(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    plain, named = run(capsysbinary, "facts", good).rows, run(capsysbinary, "facts", "--json", good).rows
    assert [{"capture": str(good), **row} for row in plain] == named
    assert {"backend_node_id", "role", "name", "id"} <= set(plain[0])


def test_inspect_counts(capsysbinary: pytest.CaptureFixture[bytes], good: Path, capture: dict[str, Any]) -> None:
    row = run(capsysbinary, "inspect", "--json", good).rows[0]
    assert row["nodes"] == len(capture["snapshot"]["documents"][0]["nodes"]["parentIndex"])
    assert row["listed"]["button"] == 1
    assert row["missing_styles"] == []


def test_refs_are_kept_from_call_to_call(
    capsysbinary: pytest.CaptureFixture[bytes], good: Path, tmp_path: Path
) -> None:
    refs = tmp_path / "refs.json"
    visible = run(capsysbinary, "tree", "-f", "visible", "--refs", refs, good).out
    ref = re.search(r"button .*\[(ref_\d+)\]", visible)
    assert ref is not None
    one = run(capsysbinary, "tree", "--refs", refs, "--ref", ref[1], good)
    assert one.out.startswith('button "Send"')
    assert run(capsysbinary, "tree", "--ref", ref[1], good).out == one.out
    missing = run(capsysbinary, "tree", "--refs", refs, "--ref", "ref_999", good)
    assert missing.status == 1
    assert "ref_999" in missing.err


def test_parts_of_a_tree_join_to_the_whole(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    good = tmp_path / "long.json"
    good.write_text(json.dumps(capture_from("\n".join(f'p "Paragraph {k}"' for k in range(50)))))
    first = run(capsysbinary, "tree", "--max-chars", 500, "--json", good).rows[0]
    assert first["has_more"]
    bodies = [first["body"]]
    token = first["continuation"]
    while token:
        row = run(capsysbinary, "tree", "--continuation", token, "--json", good).rows[0]
        bodies.append(row["body"])
        token = row["continuation"]
    assert "\n".join(bodies) + "\n" == run(capsysbinary, "tree", good).out


@pytest.mark.parametrize("scheme", ["letters", "ordinal", "backend"])
def test_schemes(capsysbinary: pytest.CaptureFixture[bytes], good: Path, scheme: str) -> None:
    assert "<button" in run(capsysbinary, "actions", "--scheme", scheme, good).out


# ------------------------------------------------------------------------------------------------ single nodes


@pytest.mark.parametrize("node", ["B1", "REF", "BACKEND", "button", "body > button"])
def test_a_node_has_many_names(capsysbinary: pytest.CaptureFixture[bytes], good: Path, node: str) -> None:
    tree, found = run(capsysbinary, "tree", good).out, run(capsysbinary, "find", "-r", "button", "--json", good).rows[0]
    ref = re.search(r'button "Send" \[(ref_\d+)\]', tree)
    assert ref is not None
    names = {"REF": ref[1], "BACKEND": str(found["items"][0]["backend_node_id"])}
    ran = run(capsysbinary, "get", good, names.get(node, node), "-p", "innerText")
    assert ran.rows == [{"node": names.get(node, node), "innerText": "Send"}]


@pytest.mark.parametrize("node", ["B9", "ref_999", "99999", "nav", "a, button", "@nonsense"])
def test_a_name_of_no_node_is_an_error(capsysbinary: pytest.CaptureFixture[bytes], good: Path, node: str) -> None:
    ran = run(capsysbinary, "explain", good, node)
    assert ran.status in (1, 2)
    assert ran.err
    assert "internal error" not in ran.err


def test_find(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    assert re.fullmatch(
        r'B1 button "Send" \[\d+\]\n', run(capsysbinary, "find", "-t", "send", "-r", "button", good).out
    )
    several = run(capsysbinary, "find", "-s", "*", "--limit", 2, good).out.splitlines()
    assert several[2] == "… there are more; next: --offset 2"
    assert run(capsysbinary, "find", "-s", "h1", "--within", "button", good).out == ""


def test_get_of_the_page(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    assert run(capsysbinary, "get", good, "@document").rows[0]["url"] == "http://test.localhost/"


def test_plan_and_its_refusal(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    calls = run(capsysbinary, "plan", good, "#mail", "type", "x").out
    assert 'Input.insertText {"text":"x"}' in calls
    refused = run(capsysbinary, "plan", "--json", good, "button", "set_checked", "true").rows[0]
    assert refused["refusal"]["code"] == "wrong-type"
    assert run(capsysbinary, "plan", good, "button", "set_checked", "true").out.startswith("refused (wrong-type): ")
    assert run(capsysbinary, "plan", good, "button", "nonsense").status == 2


def test_frames(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    assert re.match(r"http://test.localhost/: \d+ elements, 3 actions", run(capsysbinary, "frames", good).out)
    assert run(capsysbinary, "frames", "--url", "nonsense", good).out == ""


def test_explain(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    lines = run(capsysbinary, "explain", good, "B1", "h1").out.splitlines()
    assert lines[0].startswith('B1: B1 button "Send" [')
    assert lines[1].startswith("  ")
    assert any(line.startswith("h1: - heading") for line in lines)


def test_diff(capsysbinary: pytest.CaptureFixture[bytes], good: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.json"
    later.write_text(json.dumps(capture_from(TREE.replace("ann@x.org", "bob@x.org") + 'button "Undo"')))
    lines = run(capsysbinary, "diff", good, later).out.splitlines()
    assert any(re.match(r'\+ button "Undo" \[ref_\d+\] B2$', line) for line in lines)
    assert any(line.startswith('~ textbox "E-mail"') and '"bob@x.org"' in line for line in lines)
    assert run(capsysbinary, "diff", good, good).out.endswith("0 new, 0 gone, 0 changed\n")


@pytest.mark.parametrize("name", ["page.html", "-"])
def test_html_is_read_too(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "page.html").write_text("<!doctype html><title>T</title><button>Größe</button>", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((tmp_path / "page.html").read_bytes())))
    ran = run(capsysbinary, "actions", tmp_path / name if name != "-" else name)
    assert ran.out == "B1[:]<button>Größe</button>\n"


# ------------------------------------------------------------------------------------------------ several captures


@pytest.mark.parametrize("command", ["actions", "tree", "inspect"])
def test_several_captures_have_headings(
    capsysbinary: pytest.CaptureFixture[bytes], command: str, good: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.json.gz"
    other.write_bytes(good.read_bytes())
    one = run(capsysbinary, command, good).out
    both = run(capsysbinary, command, good, other).out
    assert both == f"==> {good} <==\n{one}==> {other} <==\n{one}"


def test_a_broken_capture_is_named_and_the_others_are_done(
    capsysbinary: pytest.CaptureFixture[bytes], good: Path, broken: Path
) -> None:
    ran = run(capsysbinary, "actions", broken, good, good.parent / "none.json")
    assert ran.status == 1
    assert "Send" in ran.out
    assert f"{broken}: snapshot.documents: no documents" in ran.err
    assert "none.json: No such file or directory" in ran.err
    assert "2 of 3 captures failed" in ran.err
    assert "Traceback" not in ran.err


def _fails(*_: object, **__: object) -> None:
    raise KeyError("none")


@pytest.mark.parametrize("command", ON_PAGES)
def test_a_fault_of_ours_is_one_line_without_a_traceback(
    capsysbinary: pytest.CaptureFixture[bytes], command: str, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perception.perceive", _fails)
    ran = run(capsysbinary, command, good)
    assert ran.status == 1
    assert "internal error (KeyError: 'none' at test_cli.py:" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_validate_gives_verdicts(capsysbinary: pytest.CaptureFixture[bytes], good: Path, broken: Path) -> None:
    ran = run(capsysbinary, "validate", good, broken)
    assert ran.status == 1
    assert ran.out.splitlines()[0].startswith(f"{good}: good, ")
    assert ran.out.splitlines()[1] == f"{broken}: snapshot.documents: no documents"
    rows = run(capsysbinary, "validate", "--json", good, broken).rows
    assert [row["ok"] for row in rows] == [True, False]
    assert rows[1]["where"] == "snapshot.documents"


def test_a_folder_is_an_error(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    ran = run(capsysbinary, "actions", tmp_path)
    assert (ran.status, ran.out) == (1, "")
    assert "directory" in ran.err


# ------------------------------------------------------------------------------------------------ stdin, bare results


def test_stdin(capsysbinary: pytest.CaptureFixture[bytes], good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(good.read_bytes())))
    assert run(capsysbinary, "actions", "-").out == run(capsysbinary, "actions", good).out


def test_stdin_is_read_once(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(capsysbinary, "actions", "-", "-").status == 2


def test_a_bare_result(
    capsysbinary: pytest.CaptureFixture[bytes], good: Path, capture: dict[str, Any], tmp_path: Path
) -> None:
    bare, names = tmp_path / "bare.json", tmp_path / "names"
    bare.write_text(json.dumps(capture["snapshot"]))
    names.write_text("\n".join(capture["computedStyles"]))
    whole = run(capsysbinary, "tree", "-f", "visible", good).out
    for styles in ("default", f"@{names}", ",".join(capture["computedStyles"])):
        options = ("--viewport", "1280x800", "--styles", styles)
        assert run(capsysbinary, "tree", "-f", "visible", *options, bare).out == whole


# ------------------------------------------------------------------------------------------------ wrong usage


@pytest.mark.parametrize(
    "arguments",
    [
        ["actions"],
        ["nonsense"],
        ["actions", "--nonsense", "GOOD"],
        ["actions", "--profile", "nonsense", "GOOD"],
        ["actions", "--scheme", "nonsense", "GOOD"],
        ["actions", "--expansion", "wide", "GOOD"],
        ["actions", "--viewport", "1280", "GOOD"],
        ["actions", "--styles", "@/nonsense", "GOOD"],
        ["actions", "--max-nodes", "0", "GOOD"],
        ["tree", "--filter", "nonsense", "GOOD"],
    ],
)
def test_wrong_usage(capsysbinary: pytest.CaptureFixture[bytes], arguments: list[str], good: Path) -> None:
    ran = run(capsysbinary, *(str(good) if a == "GOOD" else a for a in arguments))
    assert (ran.status, ran.out) == (2, "")
    assert "Usage: domsight" in ran.err


def test_limits(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    for option in ("--max-nodes", "--max-bytes"):
        ran = run(capsysbinary, "actions", option, 3, good)
        assert ran.status == 1
        assert "limit is 3" in ran.err


@pytest.mark.parametrize("command", ["", *(command.name for command in COMMANDS)])
def test_help(capsysbinary: pytest.CaptureFixture[bytes], command: str) -> None:
    ran = run(capsysbinary, *filter(None, [command]), "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "Usage: domsight" in ran.out


def test_the_reference_is_as_the_commands_are() -> None:
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == markdown(), "run: python -m rendering.cli.reference > docs/cli.md"


# ------------------------------------------------------------------------------------------------ secrets


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.json"
    path.write_text(json.dumps(capture_from(SECRET_TREE)))
    return path


SECRET_TREE = """
title "Gr8-Hunter!"
label for="p" "Password"
input id="p" type="password" :value="Gr8-Hunter!" title="Gr8-Hunter!" aria-valuetext="Gr8-Hunter!" data-x="Gr8-Hunter!"
  ::after {content: "\\"Gr8-Hunter!\\""}
p "Gr8-Hunter! it is"
a href="/x?token=Gr8-Hunter%21&page=2" "Link"
input type="hidden" name="csrf" value="Gr8-Hidden-7"
iframe
  input type="password" value="Gr8-Frame-9"
div
  input :shadow=closed type="password" value="Gr8-Shadow-9"
button "Go"
"""

OF_PROPERTIES = [
    word
    for name in (*sorted(PROPERTIES), "attr:title", "attr:value", "attr:data-x", "attr:href")
    for word in ("-p", name)
]

OF_SECRETS: dict[str, list[list[str]]] = {
    "actions": [["IN"], ["--json", "-e", "-1", "IN"], ["--scheme", "backend", "IN"], ["--profile", "notte", "IN"]],
    "tree": [
        ["IN"],
        ["--json", "IN"],
        ["-f", "visible", "IN"],
        ["--profile", "webbrain", "IN"],
        ["-f", "interactive", "IN"],
    ],
    "facts": [["IN"], ["--json", "-e", "-1", "IN"], ["--profile", "webbrain", "IN"]],
    "find": [["IN", "-s", "*", "--hidden"], ["IN", "-t", "Hunter", "--json"], ["IN", "-r", "textbox", "--json"]],
    "get": [["IN", "#p", "a", "p", "[name=csrf]", *OF_PROPERTIES], ["IN", "@document", "-p", "title", "-p", "url"]],
    "frames": [["IN"], ["IN", "--json"]],
    "explain": [["IN", "#p", "a", "[name=csrf]"], ["IN", "--json", "#p"]],
    "plan": [["IN", "#p", "type", "x"], ["IN", "--json", "#p", "set_field", "x"], ["IN", "a", "click"]],
    "diff": [["IN", "IN"], ["IN", "PLAIN"], ["PLAIN", "IN", "--json"]],
    "inspect": [["IN"], ["--json", "IN"]],
    "validate": [["IN"], ["--json", "IN"], ["--max-nodes", "3", "IN"]],
    "redact": [["IN", "-"]],
    "batch": [["IN", "-o", "OUT", "-j", "0", "--json", "--view", "actions", "--view", "tree", "--view", "facts"]],
}
"""Ways to call each command on the capture with secrets; a command without a row fails the test."""


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_no_output_of_any_command_holds_a_secret(
    capsysbinary: pytest.CaptureFixture[bytes], command: str, secret: Path, tmp_path: Path
) -> None:
    files = {"IN": str(secret), "OUT": str(tmp_path / "out.jsonl"), "PLAIN": str(tmp_path / "plain.json")}
    (tmp_path / "plain.json").write_text(json.dumps(capture_from(TREE)))
    for arguments in OF_SECRETS[command]:
        ran = run(capsysbinary, command, *(files.get(a, a) for a in arguments))
        written = "".join(path.read_text() for path in tmp_path.glob("out.*"))
        assert ran.out
        for part in ("Gr8-", "Hunter"):
            assert part not in ran.out + ran.err + written


@pytest.mark.parametrize("suffix", [".json", ".json.gz", ".json.zst"])
def test_redact_writes_a_capture_that_reads_the_same(
    capsysbinary: pytest.CaptureFixture[bytes], secret: Path, tmp_path: Path, suffix: str
) -> None:
    out, again = tmp_path / f"out{suffix}", tmp_path / f"again{suffix}"
    assert run(capsysbinary, "redact", secret, out).status == 0
    assert run(capsysbinary, "redact", out, again).status == 0
    assert out.read_bytes() == again.read_bytes()
    for command in (["tree"], ["actions"], ["facts", "-e", "-1"]):
        assert run(capsysbinary, *command, out).out == run(capsysbinary, *command, secret).out


def test_redact_says_what_it_cannot_write(capsysbinary: pytest.CaptureFixture[bytes], secret: Path) -> None:
    ran = run(capsysbinary, "redact", secret, "/nonsense/out.json")
    assert ran.status == 1
    assert "/nonsense/.out.json.part: No such file or directory" in ran.err


# ------------------------------------------------------------------------------------------------ streams


def test_python_dash_m_is_the_same_program(capsysbinary: pytest.CaptureFixture[bytes], good: Path) -> None:
    ran = domsight("actions", "-", stdin=good.read_bytes())
    assert ran == run(capsysbinary, "actions", good)


def test_output_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "straße.json"
    path.write_text(json.dumps(capture_from('button "Größe 🚲 漢字"')))
    outputs = {domsight("actions", path, LC_ALL=locale, PYTHONUTF8="0").out for locale in ("C", "POSIX", "C.UTF-8")}
    assert len(outputs) == 1
    assert "Größe 🚲 漢字" in outputs.pop()


def on_terminal(*arguments: object) -> str:
    """What a person sees: stdout and stderr are a terminal."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "rendering", *map(str, arguments)]
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    subprocess.run(command, cwd=ROOT, stdout=slave, stderr=slave, env={**environment, "TERM": "xterm-256color"})
    os.close(slave)
    out = b""
    try:
        while piece := os.read(master, 65536):
            out += piece
    except OSError:
        pass  # a terminal whose other end is closed says so by an error; everything has been read
    os.close(master)
    return out.decode().replace("\r\n", "\n")


def test_colour_is_for_terminals_only(good: Path) -> None:
    seen, piped = on_terminal("actions", good), domsight("actions", good).out
    assert "\x1b[" in seen
    assert "\x1b[" not in piped
    assert re.sub(r"\x1b\[[0-9;]*m", "", seen) == piped


def test_a_reader_that_stops_early_is_no_error(good: Path) -> None:
    command = f"{sys.executable} -m rendering facts {' '.join([str(good)] * 300)} | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True)
    assert json.loads(done.stdout)
    assert b"Traceback" not in done.stderr

"""Planted secrets are in no output: every view, fact, query, reason, plan, difference, row, file and error (SPEC 1.6).

A capture is planted with passwords, codes and card numbers, typed and authored, in shadow roots, frames and frames of
other processes, and copied to where pages copy them. An output is a row: a name and a function of captures and a folder
that gives texts. A new renderer, profile, filter, property, command or batch view without a row fails a test.
"""

import copy
import gzip
import html
import json
import logging
import pickle
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ids
import rendering
from perception import PROFILES, Page, PerceptionError, load, load_html, perceive
from perception.plan import ACTIONS
from perception.read import DOCUMENT_PROPERTIES, PROPERTIES
from perception.redact import redact
from perception.relations import RELATIONS
from perception.secrets import masked_url
from perception.testing import capture_from
from rendering.axtree import FILTERS
from rendering.batch import Options, run
from rendering.batch.options import VIEWS
from rendering.batch.store import FORMS
from rendering.cli import main
from rendering.cli.commands import COMMANDS
from rendering.renderers import RENDERERS

TREE = """
title "Pay with {password}"
h1 "Checkout"
label for="typed" "Password {password}"
input id="typed" type="password" :value="{password}" title="{password}" data-copy="{password}" data-json={json}
label for="authored" "Again"
input id="authored" type="password" value="{authored}" placeholder="{authored}" aria-valuetext="{authored}"
p "Your password is {authored}, or {typed_upper}."
  ::after {{content: "\\"{password}\\""}}
input id="shown" type="text" name="new_password" :value="{shown}" aria-label="now {shown}" aria-description="{shown}"
input id="card" type="text" autocomplete="cc-number" :value="{card}" aria-valuetext="{card_digits}" data-n="{card}"
p "Card {card_dashes} will be charged"
input id="csc" autocomplete="cc-csc" :value="{csc}" aria-valuetext="{csc}" data-v="{csc}" title="{csc}"
textarea autocomplete="one-time-code" :value="{code}" title="{code}" "{code}"
button data-code="{code}" title="Resend {code}" "Resend"
div data-html={html} data-script={script} title={html} "Templates"
script {script}
input type="hidden" name="csrf_token" value="{token}"
form data-csrf="{token}" action="/pay?session_id={session}&step=2"
  button :clickable "Pay"
  a href="/reset?access_token={session}#id_token={session}" "Reset {shown}"
  img alt="{password}" src="/qr.png?token={session}"
input id="mirror" type="text" :value="{password}" value="{authored}"
select title="{code}"
  option value="{card_digits}" "Card {card}"
  option :selected value="x" "{shown}"
div role="dialog" aria-label="Confirm {password}" {{position: fixed}}
  div role="button" tabindex="0" aria-labelledby="typed-label" aria-describedby="secret-hint" "Confirm"
  span id="typed-label" "Confirm {authored}"
  span id="secret-hint" hidden="" "It is {password}"
div role="slider" tabindex="0" aria-valuetext="{code}" aria-valuenow="3" "Slide"
table
  caption "For {card}"
  tr
    td contenteditable="true" "{password}"
my-host title="{inner}"
  input :shadow=open type="password" :value="{inner}" title="{inner}"
my-host
  input :shadow=closed type="password" value="{closed}" data-copy="{closed}"
p title="{closed}" "Outside of {inner}"
iframe src="/frame?token={session}" title="{framed}"
  title "{framed}"
  input type="password" :value="{framed}" aria-label="{framed}"
  iframe
    input autocomplete="one-time-code" value="{deep}"
    p title="{deep}" "{password} and {deep}"
iframe id="other-process" src="/other"
"""

PLANTED: dict[str, str] = {
    "password": "Gr8-Hunter!",
    "typed_upper": "GR8-HUNTER!",
    "authored": "auth0red&<Pw>",
    "shown": "Sh0wn_Pass",
    "card": "4111 1111 1111 1111",
    "card_digits": "4111111111111111",
    "card_dashes": "4111-1111-1111-1111",
    "csc": "7391",
    "code": "551-902-7",
    "token": "tok-8c1f2a9b7d",
    "session": "8c1f2a9b7d8c1f2a9b7d8c1f2a9b7d",
    "inner": "0pen-Shadow",
    "closed": "Cl0sed-Shadow",
    "framed": "Fr4me-Secret",
    "deep": "882-113-4",
}

SECRETS = (
    "Gr8", "Hunter", "HUNTER", "auth0red", "Sh0wn", "4111", "1111 1111", "7391", "551-902", "tok-8c1f", "8c1f2a9b",
    "0pen-Shadow", "Cl0sed", "Fr4me-Secret", "882-113", "OOP-Secret-9", "Gr8-Hunter%21", "N3wer", "N3WER",
)  # fmt: skip
"""Parts of what was planted; none is a word of the page or a part of what the engine says."""


def planted(**changes: str) -> dict[str, Any]:
    """A capture full of secrets, with a frame of another process and keys that are not the engine's."""
    values = {**PLANTED, **changes}
    written = {
        "json": json.dumps({"pw": values["password"]}),
        "html": f"<input value={html.escape(values['authored'])}>",
        "script": json.dumps({"pw": values["authored"]}).replace("&", "\\u0026").replace("<", "\\u003c"),
    }
    capture = capture_from(TREE.format(**values, **{key: json.dumps(text) for key, text in written.items()}))
    capture["url"] = f"https://ann:{values['password']}@shop.example/pay?token={values['session']}"
    capture["title"] = f"Pay with {values['password']}"
    inner = capture_from(
        'title "OOP-Secret-9"\ninput type="password" :value="OOP-Secret-9"\np title="OOP-Secret-9" "x"'
    )
    inner["snapshot"]["documents"][0]["frameId"] = len(inner["snapshot"]["strings"])
    inner["snapshot"]["strings"].append("OOP")
    top, strings = capture["snapshot"]["documents"][0], capture["snapshot"]["strings"]
    owner = next(k for k, row in enumerate(top["nodes"]["attributes"]) if "other-process" in [strings[n] for n in row])
    frame = {
        "frameId": "OOP",
        "parentFrameId": strings[top["frameId"]],
        "ownerBackendNodeId": top["nodes"]["backendNodeId"][owner],
        "snapshot": inner["snapshot"],
    }
    return capture | {"frames": [frame], "axTree": [values["password"]], "cookies": values["session"]}


class Planted(NamedTuple):
    """`capture`, a later one of the same page with another password, the first as a file, and a folder to write in."""

    capture: dict[str, Any]
    later: dict[str, Any]
    file: Path
    folder: Path

    def pages(self) -> Iterator[Page]:
        """In every profile, in the window and as a whole, from the capture and from HTML."""
        snapshot = load(self.capture)
        for profile in PROFILES.values():
            for expansion in (0, -1):
                yield perceive(snapshot, expansion, profile)
        yield perceive(load_html(HTML.format(**PLANTED)), -1)


HTML = """<title>{password}</title><input type=password value="{password}" title="{password}">
<p title="{password}">{password}<input name=otp value="{code}"><p data-x="{code}">{code}
<iframe srcdoc="<input type=password value='{framed}'><p>{framed}"></iframe>
<input autocomplete=cc-number value="{card}"><a href="/?t={card_digits}&token={session}">{card_dashes}</a>"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    folder = tmp_path_factory.mktemp("planted")
    capture, file = planted(), folder / "planted.json.gz"
    file.write_bytes(gzip.compress(json.dumps(capture).encode(), mtime=0))
    return Planted(
        capture, planted(password="N3wer-Hunter?", typed_upper="N3WER-HUNTER?", code="551-902-8"), file, folder
    )


# ------------------------------------------------------------------------------------------------ from Python


def said(value: object) -> str:
    """Anything as text: JSON as it is written, other objects as they show themselves."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:
        return repr(value)


def actions(given: Planted) -> Iterator[str]:
    for page in given.pages():
        for scheme in ids.SCHEMES:
            labels = ids.assign(page, scheme)
            space = rendering.action_space(page, labels)
            yield from (space.description, space.action_list, space.data().model_dump_json(), repr(labels))
            yield from (said(rendering.tool_definitions(space, shape)) for shape in ("openai", "anthropic"))
            yield rendering.prompt_text(space, step=1)
            yield rendering.action_space(page, labels, max_chars=400).description


def renderers(given: Planted) -> Iterator[str]:
    for page in given.pages():
        for name in RENDERERS:
            yield "\n".join(RENDERERS[name](page, ids.assign(page)))
            yield rendering.render(page, ids.assign(page), name, max_chars=500).text


def trees(given: Planted) -> Iterator[str]:
    for page in given.pages():
        for name in FILTERS:
            registry = ids.RefRegistry()
            got = rendering.tree(page, registry, filter=name, max_chars=700)
            while got.continuation:
                yield from (got.text, got.notice, got.continuation)
                got = rendering.tree(page, registry, continuation=got.continuation)
            yield from (got.text, rendering.tree(page, registry, filter=name).text, registry.to_json())
            yield from (said(registry.suggest(ref)) for ref in ("ref_1", "ref_999"))
            yield rendering.excerpts(page, registry, "a").text


def facts(given: Planted) -> Iterator[str]:
    for page in given.pages():
        yield from map(said, rendering.facts(page, ids.assign(page)))


def nodes(given: Planted) -> Iterator[str]:
    """What a cursor gives, property by property."""
    for page in given.pages():
        elements = [page.node(i) for i in range(len(page.snapshot)) if page.is_element(i)]
        yield said(page.get(elements, sorted(PROPERTIES), limit=50))
        yield said(page.get(["@document"], sorted(DOCUMENT_PROPERTIES)))
        names = sorted({name for node in elements for name in node.attributes})
        yield said(page.get(elements, [f"attr:{name}" for name in names]))
        for node in map(page.node, range(len(page.snapshot))):
            yield from map(said, (node, node.text, node.name, node.description, node.value, dict(node.states)))
            yield from map(said, (dict(node.attributes), node.frame, node.rect))
            yield said(dict(page.snapshot.style(node.i)))


def queries(given: Planted) -> Iterator[str]:
    for page in given.pages():
        for found in (page.find(selector="*", limit=None), page.find(text="e"), page.find(name="e")):
            yield said(found)
            yield from (said(page.related(node, relation)) for node in found.items for relation in RELATIONS)
        yield from map(said, (page.select("[title]"), page.xpath("//@*/.."), page.frames(), page.shadow_hosts()))
        yield from map(said, (page.dialogs, page.content_root(), page.scroll_hint))
        for ask in (Page.frame, Page.select, Page.xpath, Page.one):
            yield from (complaint(ask, page, text) for text in ("e", "[", "nothing"))


def complaint(ask: Callable[[Page, str], object], page: Page, text: str) -> str:
    try:
        return said(ask(page, text))
    except PerceptionError as error:
        return f"{error} {vars(error)}"


def reasons(given: Planted) -> Iterator[str]:
    for page in given.pages():
        for node in (page.node(i) for i in range(len(page.snapshot)) if page.is_element(i)):
            yield from page.explain(node)
            yield said(page.locators_of(node.i))
            for action in ACTIONS:
                yield from (said(page.plan(node, action, value)) for value in ("x", True, None))


def snapshots(given: Planted) -> Iterator[str]:
    """All columns, which is what a worker sends on."""
    for page in given.pages():
        s = page.snapshot
        yield from (s.url, s.title, said(s.documents), said(s.diagnostics), repr(s), repr(page))
        yield from (said(dict(s.input_value)), said(dict(s.text_value)), said(dict(s.current_source_url)))
        yield said([dict(row) for row in s.style_rows])
        yield said([s.strings[k] for k in s.box_text])
        yield masked_url(said([s.strings[k] for row in s.attribute_rows for k in row]))
        yield said([s.text(i) for i in range(len(s))])


def differences(given: Planted) -> Iterator[str]:
    for old, new in ((given.capture, given.later), (given.later, given.capture)):
        pages = perceive(load(old), -1), perceive(load(new), -1)
        found = rendering.diff(*pages, registry=ids.RefRegistry())
        yield from (said(found.to_dict()), repr(found.items))
        carry = ids.Carry()
        yield from (repr(carry.assign(page)) for page in pages)
        yield from (said(match) for match in ids.matches(*pages))


def redacted(given: Planted) -> Iterator[str]:
    for source in (given.capture, given.later, given.capture["snapshot"]):
        yield redact(source, computed_styles=given.capture["computedStyles"]).decode()
        yield json.dumps(
            json.loads(redact(source, computed_styles=given.capture["computedStyles"])), ensure_ascii=False
        )


def rows(given: Planted) -> Iterator[str]:
    """A batch, as every form of file."""
    for profile in PROFILES:
        for form in FORMS:
            out = given.folder / f"{profile}{form}"
            summary = run([str(given.file)], out, Options(views=tuple(VIEWS), expansion=-1, profile=profile), jobs=0)
            yield repr(summary)
            yield table_text(out)


def table_text(path: Path) -> str:
    """The rows of a file as text."""
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return said(parquet.read_table(path).to_pylist()) + said(parquet.read_metadata(path).metadata)
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


# ------------------------------------------------------------------------------------------------ errors


def faulty(given: Planted) -> Iterator[dict[str, Any]]:
    """The capture with a fault, such that what is wrong stands beside secrets or is one."""
    rng = random.Random(7)
    for _ in range(150):
        capture = copy.deepcopy(given.capture)
        snapshot = capture["snapshot"]
        document = rng.choice(snapshot["documents"])
        part = rng.choice((document["nodes"], document["layout"], document["textBoxes"], document, snapshot, capture))
        key = rng.choice(sorted(part))
        wrong = (PLANTED["password"], None, [PLANTED["card"]], {PLANTED["code"]: PLANTED["shown"]}, 10**9, -7)
        column = part[key]
        if isinstance(column, list) and column and rng.random() < 0.6:
            column[rng.randrange(len(column))] = rng.choice(wrong)
        else:
            part[key] = rng.choice(wrong)
        yield capture


def errors(given: Planted) -> Iterator[str]:
    refused = 0
    for capture in faulty(given):
        data = json.dumps(capture).encode()
        for source in (capture, data, data[: len(data) // 2], data.replace(b'"nodes"', b'"nodes', 1)):
            try:
                load(source)
                redact(source)
            except PerceptionError as error:
                refused += 1
                yield f"{error} {error!r} {vars(error)} {pickle.dumps(error)!r}"
    assert refused > 300


# ------------------------------------------------------------------------------------------------ command line


def domsight(*arguments: object) -> tuple[str, str]:
    """What a command writes on stdout and stderr."""
    raw = BytesIO()
    out, err = TextIOWrapper(raw, encoding="utf-8", write_through=True), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err), suppress(SystemExit):
        patch.setattr(sys, "argv", ["domsight", *map(str, arguments)])
        main()
    out.flush()
    return raw.getvalue().decode(), err.getvalue()


def command_lines(given: Planted) -> Iterator[tuple[object, ...]]:
    """A line or more a command; each is run plain and with --json."""
    file, later = given.file, given.folder / "later.json"
    later.write_text(json.dumps(given.later))
    snapshot = load(given.capture)
    numbers = [b for i, b in enumerate(snapshot.backend_node_id) if snapshot.node_type[i] == 1][:60]
    everything = [part for name in sorted(PROPERTIES) for part in ("-p", name)]
    yield from (("actions", file, "-e", e, "--as", name) for e in (0, -1) for name in RENDERERS)
    yield from (("actions", file, "-e", -1, "--profile", name) for name in PROFILES)
    yield from (("tree", file, "-f", name, "--profile", p) for name in FILTERS for p in PROFILES)
    yield "tree", file, "--refs", given.folder / "refs.json"
    yield from (("facts", file, "-e", -1, "--profile", name) for name in PROFILES)
    yield from (("find", file, option, "e", "--hidden", "--limit", 500) for option in ("--text", "--name"))
    yield "get", file, *numbers, *everything, "-p", "attr:title", "-p", "attr:value", "-p", "attr:data-copy"
    yield "get", file, "@document"
    yield "frames", file
    yield "explain", file, *numbers
    yield from (("plan", file, number, action, "x") for number in numbers[::4] for action in sorted(ACTIONS))
    yield "diff", file, later
    yield "diff", later, file
    yield from ((name, file) for name in ("inspect", "validate"))
    yield "redact", file, "-"
    yield "redact", file, given.folder / "redacted.json"
    yield "batch", file, "-o", given.folder / "out.jsonl", "-j", 0, "--view", "facts", "--view", "tree"


def written(given: Planted) -> Iterator[str]:
    """What the command line says, and the files that it writes."""
    for line in command_lines(given):
        yield from domsight(*line)
        if line[0] not in ("redact",):
            yield from domsight(*line, "--json")
    yield from ((given.folder / name).read_text() for name in ("refs.json", "redacted.json", "out.jsonl"))


def complaints(given: Planted) -> Iterator[str]:
    """What it says of faulty captures."""
    for k, capture in enumerate(faulty(given)):
        if k % 10 == 0:
            path = given.folder / f"faulty-{k}.json"
            path.write_text(json.dumps(capture))
            for command in ("actions", "validate", "inspect"):
                yield from domsight(command, path)
    for wrong in ("B999", "ref_999", "p", "p[", "1234567"):
        yield from domsight("get", given.file, wrong)
    yield from domsight("tree", given.file, "--continuation", "nonsense")


# ------------------------------------------------------------------------------------------------ the outputs


OUTPUTS: tuple[Callable[[Planted], Iterable[str]], ...] = (
    actions,
    complaints,
    differences,
    errors,
    facts,
    nodes,
    queries,
    reasons,
    redacted,
    renderers,
    rows,
    snapshots,
    trees,
    written,
)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.__name__)
def test_no_planted_secret_is_in(
    output: Callable[[Planted], Iterable[str]], sources: Planted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    count = 0
    for text in output(sources):
        count += len(text)
        leaked = [secret for secret in SECRETS if secret in text]
        assert not leaked, around(text, leaked[0])
    assert count > 1_000  # an output that says nothing leaks nothing
    assert not [secret for secret in SECRETS if secret in caplog.text]


def around(text: str, secret: str) -> str:
    at = text.index(secret)
    return text[max(at - 200, 0) : at + 100]


def test_the_secrets_are_in_the_capture(sources: Planted) -> None:
    text = json.dumps([sources.capture, sources.later])
    for secret in SECRETS:
        assert secret in text or secret == "Gr8-Hunter%21"


def test_what_is_no_secret_is_shown(sources: Planted) -> None:
    """Nothing is hidden by showing nothing."""
    text = "\n".join(trees(sources))
    assert all(word in text for word in ("Checkout", "will be charged", "Resend", "Confirm", "Slide", "Pay"))


def test_every_command_is_run(sources: Planted) -> None:
    assert {line[0] for line in command_lines(sources)} == {command.name for command in COMMANDS}


def test_the_columns_are_clean_before_anything_reads_them() -> None:
    s = load(planted())
    assert not [secret for secret in SECRETS for k in set(s.node_value) if k >= 0 and secret in s.strings[k]]

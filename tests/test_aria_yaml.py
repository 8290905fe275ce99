"""The aria snapshot: Playwright's grammar and its simplifications (rows PW-01 to PW-06)."""

from typing import NamedTuple

import pytest
import yaml

import ids
import perception
from corpus.build import all_files
from perception.testing import page_from
from rendering.aria_yaml import aria_yaml_lines, needs_quotes, yaml_key, yaml_value
from tests.growth import RATIO, seconds


class Case(NamedTuple):
    """`text` is the snapshot of the drawn page; what stands in the body's own node is one level in."""

    id: str
    tree: str
    text: str


CASES = (
    Case("name-and-ref", 'button "Save"', '- button "Save" [ref=B1]'),
    Case("text", 'p "One"', "- paragraph: One"),
    Case(
        "text-beside-nodes",
        'p\n  "See "\n  a href="/x" "this"',
        '- paragraph:\n  - text: See\n  - link "this" [ref=L1]:\n    - /url: /x',
    ),
    Case("value", 'input aria-label=N :value="v"', '- textbox "N" [ref=I1]: v'),
    Case("placeholder", "input aria-label=N placeholder=P", '- textbox "N" [ref=I1]:\n  - /placeholder: P'),
    Case("password", 'input type=password aria-label=P :value="hunter22"', '- textbox "P" [ref=I1]: •••'),
    Case("states", 'div role=checkbox aria-checked=mixed tabindex=0 "C"', '- checkbox "C" [checked=mixed] [ref=B1]'),
    Case("level", 'h2 "Prices"', '- heading "Prices" [level=2]'),
    Case("disabled", 'button disabled "B"', '- button "B" [disabled]'),
    Case(
        "pointer-once",
        'div {cursor: pointer}\n  button {cursor: pointer} "B"\n  p "T"',
        '- generic [ref=M1] [cursor=pointer]:\n  - button "B" [ref=B1]\n  - paragraph: T',
    ),
    Case("wrappers-give-way", 'div\n  div\n    button "B"', '- button "B" [ref=B1]'),
    Case("nameless-image", 'img src="/x" @0,0,20,20\nbutton "B"', '- button "B" [ref=B1]'),
    Case(
        "name-made-of-nodes",
        'a href="/x"\n  h2 "Title"',
        '- link [ref=L1]:\n  - /url: /x\n  - heading "Title" [level=2]',
    ),
    Case(
        "aria-hidden-but-seen",
        'div aria-hidden=true\n  p "t"\n  p "v"\np "u"',
        "- generic:\n  - generic [aria-hidden]:\n    - paragraph: t\n    - paragraph: v\n  - paragraph: u",
    ),
    Case("hidden", 'p {display: none} "no"\np "shown"', "- paragraph: shown"),
    Case(
        "options",
        'select aria-label=S\n  option :selected "A"\n  option "B"',
        '- combobox "S" [ref=I1]:\n  - option "A" [selected]\n  - option "B"',
    ),
    Case("quotes", 'button "a: b"', "- 'button \"a: b\" [ref=B1]'"),
)


def text_of(tree: str) -> str:
    page = page_from(tree)
    return "\n".join(aria_yaml_lines(page, ids.assign(page)))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_snapshot_of_a_page(case: Case) -> None:
    assert text_of(case.tree) == case.text


@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        ("plain words", False), ("", True), (" a", True), ("-a", True), ("a: b", True), ("a:b", False), ("a:", True),
        ("a #b", True), ("a#b", False), ("&a", True), ("[a]", True), ("a]", False), ("{a", True), ("12", True),
        ("1e3", True), ("0x1f", True), (".5", True), ("v1.2", False), ("true", True), ("No", True), ("null", True),
        ("~", True), ("'a'", True), ("a'b", False), ("%a", True), ("٤٢", False),
    ],
)  # fmt: skip
def test_quotes_where_yaml_needs_them(text: str, is_quoted: bool) -> None:
    assert needs_quotes(text) is is_quoted
    assert yaml.safe_load(f"- {yaml_value(text)}") == [text]
    assert yaml.safe_load(f"- {yaml_key(text)}: x") == [{text: "x"}]


@pytest.mark.parametrize("file", all_files(), ids=[file.name.split(".")[0] for file in all_files()])
def test_corpus_pages_are_read_by_yaml(file: object) -> None:
    page = perception.perceive(perception.load(file))  # type: ignore[arg-type]
    labels = ids.assign(page)
    lines = list(aria_yaml_lines(page, labels))
    assert yaml.safe_load("\n".join(lines))
    refs = [line.split("[ref=")[1].split("]")[0] for line in lines if "[ref=" in line]
    assert len(set(refs)) == len(refs)
    assert set(refs) <= set(labels)


def test_time_grows_with_the_page() -> None:
    def work(n: int) -> float:
        def prepared() -> object:
            page = page_from('div\n  div\n    a href="/x" "Go"\n' * n)
            labels = ids.assign(page)
            return lambda: list(aria_yaml_lines(page, labels))

        return seconds(prepared, repeat=3)  # type: ignore[arg-type]

    assert work(800) < RATIO * work(200)

"""Every capture of the corpus: parts join to the whole, sizes hold, refs resolve, in any order (SPEC 7.4, 7.5)."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.paging_check import faults
from ids import RefRegistry
from perception.loading import load
from perception.perceive import perceive
from perception.testing import Drawn, page_from
from rendering import tree
from rendering.axline import parse_line
from rendering.text import CUT, clean
from tests.moments import CAPTURES

FILES = sorted(CAPTURES.glob("*.capture.json.gz"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".capture.json.gz"))
def test_the_parts_of_a_capture(file: Path) -> None:
    assert list(faults(file)) == []


def test_there_are_captures() -> None:
    assert len(FILES) > 20


@pytest.mark.parametrize("file", FILES[::3], ids=lambda file: file.name.removesuffix(".capture.json.gz"))
def test_lines_read_back_say_the_role_and_name_of_their_node(file: Path) -> None:
    page, registry = perceive(load(file)), RefRegistry()
    named = 0
    for line in tree(page, registry).lines:
        parsed = parse_line(line)
        if parsed is None or parsed.role == "text" or not parsed.name:
            continue
        node = registry[parsed.ref]
        control = page.interactivity.control(node.i)
        subject = page.node(control) if control >= 0 else node
        name = clean(subject.name)
        assert name == parsed.name or (parsed.name.endswith(CUT) and name.startswith(parsed.name.removesuffix(CUT)))
        assert parsed.role in (subject.role, "generic", "image", subject.tag)
        named += 1
    assert named > 5


HOSTILE = st.text(st.sampled_from('a "\\[]_:=…ref1\n\u2028\u202e\ud800\ue000\u200d<>&part of'), max_size=30)


@given(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), min_size=1, max_size=6))
@settings(deadline=None, max_examples=150)
def test_hostile_pages_print_lines_that_read_back(rows: list[tuple[str, str, str]]) -> None:
    drawn = [
        Drawn("a", {"href": address, "aria-label": name}, [Drawn("#text", text=f"{text}t")])
        for name, text, address in rows
    ]
    page, registry = page_from(drawn), RefRegistry()
    got = tree(page, registry)
    assert len(re.findall(r"\[ref_[0-9]+\]", got.text)) == len(got.lines) == len(got.text.split("\n"))
    for line, node in zip(got.lines, got.nodes, strict=True):
        line.encode("utf-8")
        parsed = parse_line(line)
        assert parsed is not None
        assert registry[parsed.ref].i == node
        if parsed.role == "link":
            assert parsed.name == clean(page.name_of(node))

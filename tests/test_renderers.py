"""The table of renderers: all are written, cut into parts, and open to more (SPEC 6; ARCHITECTURE)."""

import json
from collections.abc import Iterator

import pytest

import ids
import perception
from corpus.build import all_files
from perception.errors import BudgetError, UnknownNameError
from perception.perceive import Page
from perception.testing import page_from
from rendering import RENDERERS, action_space, facts, render

PAGE = "\n".join(f'h2 "Part {k}"\np "Some words on part {k}"\nbutton "Do {k}"' for k in range(20))
FILES = all_files()[::8]


@pytest.mark.parametrize("name", RENDERERS)
def test_parts_joined_are_the_whole(name: str) -> None:
    page = page_from(PAGE)
    labels = ids.assign(page)
    whole = render(page, labels, name)
    assert (whole.parts, whole.has_more, whole.body) == (1, False, whole.text)
    parts = [render(page, labels, name, max_chars=400, part=k) for k in range(1, 400)]
    parts = [part for part in parts if part.part <= part.parts]
    assert len(parts) == parts[0].parts > 1
    assert "\n".join(part.body for part in parts) == whole.body
    assert max(len(part.text) for part in parts) <= 400
    assert [part.has_more for part in parts] == [True] * (len(parts) - 1) + [False]


@pytest.mark.parametrize("name", RENDERERS)
@pytest.mark.parametrize("file", FILES, ids=[file.name.split(".")[0] for file in FILES])
def test_twice_the_same(name: str, file: object) -> None:
    first, second = (perception.perceive(perception.load(file)) for _ in range(2))  # type: ignore[arg-type]
    assert render(first, ids.assign(first), name).text == render(second, ids.assign(second), name).text


def test_actions_are_the_action_text() -> None:
    page = page_from(PAGE)
    labels = ids.assign(page)
    assert render(page, labels, "actions").text == action_space(page, labels).description


def test_facts_over_a_limit_are_refused() -> None:
    page = page_from('button "Go"\np "text"')
    labels = ids.assign(page)
    rows = list(facts(page, labels))
    size = sum(len(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()) for row in rows)
    assert list(facts(page, labels, max_bytes=size)) == rows
    given = facts(page, labels, max_bytes=size - 1)
    assert [next(given) for _ in rows[1:]] == rows[:-1]
    with pytest.raises(BudgetError, match=f"more than {len(rows) - 1} elements.*the limit is"):
        next(given)


def test_jsonl_are_the_facts() -> None:
    page = page_from('p "a \ud83d b"\nbutton "Go"')
    labels = ids.assign(page)
    lines = render(page, labels, "jsonl").lines
    assert [json.loads(line)["tag"] for line in lines] == [fact["tag"] for fact in facts(page, labels)]
    assert all(line.encode("utf-8") for line in lines)


def test_a_renderer_of_ones_own() -> None:
    def names(page: Page, labels: ids.IdMap) -> Iterator[str]:
        return (f"{id} {labels[id].name}" for id in labels)

    page = page_from('button "Go"')
    assert render(page, ids.assign(page), names).text == "B1 Go"


def test_wrong_arguments_say_so() -> None:
    page = page_from('button "Go"')
    with pytest.raises(UnknownNameError, match="markdown"):
        render(page, ids.assign(page), "html")
    with pytest.raises(BudgetError):
        render(page, ids.assign(page), "actions", part=0)

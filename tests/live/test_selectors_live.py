"""`page.select` against `querySelectorAll` of the same load of the same page, light DOM (SPEC 8.3)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from corpus.browser import Browser, Tab
from corpus.build import declared, opened
from perception import SelectorError, capture_parameters, load, perceive
from perception.perceive import Page
from tests.live.selectors import WRITTEN, generated

NAMES = (
    *("shop", "login", "webmail", "checkout", "dashboard", "settings", "tickets", "article", "hebrew", "player"),
    "states",
)
"""Ten corpus pages without shadow hosts, so without un-slotted children, and the page below."""

GENERATED = 60
"""Selectors made of each page's own elements, besides the written ones."""

STATES = """
<!doctype html><html lang=en-GB><title>states</title><body>
<fieldset disabled><legend><input id=a></legend><legend><input></legend><input><select><option></select>
<fieldset><legend><button>b</button></legend><textarea></textarea></fieldset></fieldset>
<form><input required placeholder=x><input placeholder=x value=y><input placeholder=""><input placeholder=" ">
<textarea placeholder=x></textarea><textarea placeholder=x readonly>t</textarea><input type=checkbox required checked>
<input type=radio name=r><input type=radio name=r><input type=radio name=s checked><input type=radio>
<input type=number min=1 max=5 value=9><input type=number min=1 value=3><input type=range><input type=number>
<input type=hidden required><input type=range required><input type=submit disabled>
<button>send</button><input type=image>
<select required><optgroup disabled label=g><option>1<option selected>2</optgroup><option disabled>3</select>
<button type=button>no</button><progress></progress><progress value=.5></progress></form>
<form><input type=image></form>
<div contenteditable><p>edit <b>me</b></p><p contenteditable=false>not <i>me</i></p></div>
<input readonly><input type=date><input type=time value=21:00>
<input type=date value=2020-01-01 min=2021-01-01><input type=time value=23:00 min=22:00 max=06:00>
<a href=#t>link</a><a>none</a><map name=m><area href=#t><area></map><link href=x rel=next>
<svg viewBox="0 0 1 1"><a href=#t><linearGradient /></a><a xlink:href=#t></a></svg><math><mi>x</mi></math>
<p lang=de>eins<span lang="">zwei</span></p><p lang=zh-Hant-TW>x</p><p dir=rtl><bdi>abc</bdi><bdi>אבג</bdi>x</p>
<p dir=auto>123 אב</p><p dir=auto><span dir=ltr>abc</span>אב</p><input type=tel><p dir=rtl><input type=tel></p>
<details open><summary>s</summary>x</details><details><summary>s</summary>y</details>
<dialog open>d</dialog><dialog>e</dialog>
<div></div><div> </div><div><!-- c --></div><div>x</div><b id=1st></b><i id="a.b"></i><i class="a+b md:flex"></i>
<ul><li>1<li class=x>2<li>3<li class=x>4</ul><p id=t>target</p><p ID=Main class=CARD>case</p>
<template><b>never</b></template><noscript><b>never</b></noscript><input autofocus>
<script>document.querySelector('input[type=checkbox]').checked = false; location.hash = 't'</script>
"""
"""A page of form states, languages, foreign elements and empty ones."""

DIFFERENCES = {
    "[*|href]": "attributes are matched by the name as written, so xlink:href is not href",
    "[type='checkbox' s]": "the browser does not read the flag s of selectors-4",
    ":lang('*-GB')": "the browser does not read the language ranges of selectors-4",
    ":lang(de, fr, ar, zh)": "the browser does not read the lists of languages of selectors-4",
}
"""Selectors for which we differ from the browser on purpose, with the reason."""

SELECT_JS = """
(selectors) => {
  const number = new Map([...document.querySelectorAll('*')].map((element, k) => [element, k]));
  return selectors.map(selector => {
    try { return [...document.querySelectorAll(selector)].map(element => number.get(element)); } catch { return null; }
  });
}
"""
"""Selectors -> places of the matches among all elements in document order, null for what the browser refuses."""


def light_elements(tab: Tab) -> list[int]:
    """Backend ids of the document's elements in document order; shadow trees, frames and templates left out."""
    out: list[int] = []
    stack: list[dict[str, Any]] = [tab.send("DOM.getDocument", {"depth": -1})["root"]]
    while stack:
        node = stack.pop()
        if node["nodeType"] == 1:
            out.append(node["backendNodeId"])
        stack += reversed(node.get("children", ()))
    return out


@contextmanager
def shown(browser_of: Callable[[float], Browser], name: str) -> Iterator[Tab]:
    """A tab with the page in the state that its capture has."""
    if name != "states":
        capture = next(row for row in declared() if row.name == name)
        with opened(browser_of(capture.real_scale), capture) as tab:
            yield tab
        return
    with browser_of(1).tab(1280, 800) as tab:
        tab.open("about:blank")
        tab.call("(html) => { document.open(); document.write(html); document.close(); }", STATES)
        yield tab


def selected(page: Page, selector: str) -> list[int] | None:
    """Backend ids of what we find in the light DOM of the top document, None where we refuse."""
    try:
        found = page.select(selector)
    except SelectorError:
        return None
    begin = page.snapshot.documents[0].begin
    return [node.backend_node_id for node in found if page.flat_tree.scope(node.i) == begin]


@pytest.mark.parametrize("name", NAMES)
def test_select_equals_query_selector_all(browser_of: Callable[[float], Browser], name: str) -> None:
    with shown(browser_of, name) as tab:
        page = perceive(load(tab.capture(capture_parameters())))
        elements = [(node.tag, node.attributes) for node in page.select("*")]
        selectors = [s for row in WRITTEN.values() for s in row if s not in DIFFERENCES]
        selectors += generated(elements, GENERATED, name)
        assert len(selectors) >= 200
        answers = tab.call(SELECT_JS, selectors)
        order = light_elements(tab)
    wrong = {}
    for selector, answer in zip(selectors, answers, strict=True):
        expected = None if answer is None else [order[k] for k in answer]
        got = selected(page, selector)
        if got != expected:
            wrong[selector] = (got, expected)
    assert not wrong, "\n".join(
        f"{s}: ours {g and len(g)}, the browser's {e and len(e)}" for s, (g, e) in wrong.items()
    )

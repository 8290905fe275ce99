"""Planned points and calls on the live page: points are where scrolling puts them, calls do what they say."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import perception
from corpus.browser import Browser, Tab
from corpus.build import Capture, capture_of, declared, opened
from perception import Node, perceive
from perception.perceive import Page
from perception.plan import OBJECT_ID, Plan

CAPTURES = declared()

TOLERANCE = 1.5
"""CSS px between the planned point and the middle of the box after scrolling: scroll positions are whole pixels."""

RESET_JS = "(x, y) => scrollTo({left: x, top: y, behavior: 'instant'})"


def box_center(tab: Tab, node: Node) -> tuple[float, float]:
    border = tab.send("DOM.getBoxModel", {"backendNodeId": node.backend_node_id})["model"]["border"]
    xs, ys = border[::2], border[1::2]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.name)
def test_points_after_scrolling(capture: Capture, browser_of: Callable[[float], Browser]) -> None:
    with opened(browser_of(capture.real_scale), capture) as tab:
        page = perceive(perception.load(capture_of(tab, capture)), viewport_expansion=-1)
        scroll = page.snapshot.documents[0].scroll_x, page.snapshot.documents[0].scroll_y
        wrong = []
        for node in (page.node(i) for i in page.listing.listed):
            plan = page.plan(node, "click")
            if plan.point is None or plan.calls[0].method != "DOM.scrollIntoViewIfNeeded":
                continue
            tab.call(RESET_JS, *scroll)
            tab.send(plan.calls[0].method, plan.calls[0].params)
            center = box_center(tab, plan.target)
            if max(abs(a - b) for a, b in zip(center, plan.point, strict=True)) > TOLERANCE:
                wrong.append((repr(node), plan.point, center))
    assert not wrong


def carry_out(tab: Tab, plan: Plan) -> None:
    """Send a plan's calls, filling in what earlier ones give."""
    assert plan.refusal is None, plan.refusal
    resolved: Mapping[str, Any] = {}
    for method, params, session in plan.calls:
        sent = {name: resolved["object"]["objectId"] if value == OBJECT_ID else value for name, value in params.items()}
        reply = tab.send(method, sent, session or None)
        resolved = reply if method == "DOM.resolveNode" else resolved
        assert "exceptionDetails" not in reply, reply


def seen(tab: Tab, capture: Capture) -> Page:
    return perceive(perception.load(capture_of(tab, capture)))


def test_calls_do_what_they_say(browser_of: Callable[[float], Browser]) -> None:
    capture = next(row for row in CAPTURES if row.name == "checkout")
    with opened(browser_of(capture.real_scale), capture) as tab:
        page = seen(tab, capture)
        carry_out(tab, page.plan(page.one(role="textbox", name="E-mail"), "set_field", "dana@example.org"))
        carry_out(tab, page.plan(page.one("select", name="Country"), "type", "germ"))
        carry_out(tab, page.plan(page.one("select", name="contact"), "set", "Text message"))
        terms = page.one("input[type=checkbox]", name="I accept")
        carry_out(tab, page.plan(terms, "set_checked", True))
        later = seen(tab, capture)
        assert later.one("input[type=email]").value == "dana@example.org"
        assert later.one("select", name="Country").value == "Germany"
        assert later.one("select", name="contact").value == "Text message"
        ticked = later.one("input[type=checkbox]", name="I accept")
        assert ticked.states["checked"] is True
        assert later.plan(ticked, "set_checked", True).calls == ()

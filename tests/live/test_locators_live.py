"""Every locator of every action of every corpus page finds exactly that node in the same load (SPEC 8.4)."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest

import perception
from corpus.browser import Browser, Tab
from corpus.build import Capture, capture_of, declared, opened
from perception import Node, perceive
from perception.locator import Locator
from perception.perceive import Page

CAPTURES = declared()

FIND_JS = """
function (rows) {
  return rows.map(([kind, selector, path]) => {
    let root = this.ownerDocument.defaultView.top.document;
    for (const {kind: step, selector: css} of path) {
      const found = root.querySelectorAll(css);
      if (found.length !== 1) return `${found.length} for ${css} on the path`;
      root = step === 'frame' ? found[0].contentDocument : found[0].shadowRoot;
    }
    let found = [];
    if (kind === 'xpath') {
      const result = document.evaluate(selector, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      for (let k = 0; k < result.snapshotLength; k++) found.push(result.snapshotItem(k));
    } else found = root.querySelectorAll(selector);
    return found.length !== 1 ? `${found.length} found` : found[0] === this ? '' : 'another one found';
  });
}
"""
"""Called on an element with its locators: '' for each that finds it alone, else what is wrong."""


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.name)
def test_locators_find_their_nodes(capture: Capture, browser_of: Callable[[float], Browser]) -> None:
    with opened(browser_of(capture.real_scale), capture) as tab:
        page = perceive(perception.load(capture_of(tab, capture)), viewport_expansion=-1)
        actions = [page.node(i) for i in page.listing.listed]
        wrong = [row for node in actions for row in _wrong(tab, page, node)]
    assert actions
    assert not wrong


ROLE_SHARE = 0.94
"""Role locators that Chromium's accessibility tree answers: 953 of 1,008. The others name elements to which it gives
another role (a button in a row of buttons is a gridcell) or name (ruby text is left out)."""


def test_role_locators_find_their_node_or_nothing(browser_of: Callable[[float], Browser]) -> None:
    answers = []
    for capture in CAPTURES:
        with opened(browser_of(capture.real_scale), capture) as tab:
            page = perceive(perception.load(capture_of(tab, capture)), viewport_expansion=-1)
            tab.send("Accessibility.enable")
            nodes = [page.node(i) for i in page.listing.listed]
            answers += [
                (node, row, _with_role(tab, page, node))
                for node in nodes
                for row in node.locators
                if row.kind == "role"
            ]
    assert [row for row in answers if row[2] not in ([], [row[0].backend_node_id])] == []
    assert sum(bool(found) for _, _, found in answers) / len(answers) >= ROLE_SHARE


def _with_role(tab: Tab, page: Page, node: Node) -> list[int]:
    """Backend ids of what the browser finds in the node's document under the node's role and name."""
    begin = page.snapshot.documents[page.snapshot.document[node.i]].begin
    params = {"backendNodeId": page.snapshot.backend_node_id[begin], "accessibleName": node.name, "role": node.role}
    found = tab.send("Accessibility.queryAXTree", params)["nodes"]
    return [row["backendDOMNodeId"] for row in found if not row["ignored"]]


def _wrong(tab: Tab, page: Page, node: Node) -> Iterator[tuple[str, Locator, str]]:
    """(tag, locator, what is wrong) of the locators that do not find the node."""
    locators = node.locators
    if not locators:
        yield node.tag, Locator("none", ""), "no locator"
        return
    session = tab.child_sessions().get(_process_frame(page, node))
    params = {"backendNodeId": int(locators[-1].selector)}
    resolved = tab.send("DOM.resolveNode", params, session)["object"]
    if tab.send("DOM.describeNode", {"objectId": resolved["objectId"]}, session)["node"]["localName"] != node.tag:
        yield node.tag, locators[-1], "another element has this backend id"
    scripted = [row for row in locators if row.kind not in ("backend", "role")]
    reply = _call(
        tab,
        resolved["objectId"],
        [(row.kind, row.selector, [asdict(step) for step in row.path]) for row in scripted],
        session,
    )
    yield from ((node.tag, row, answer) for row, answer in zip(scripted, reply, strict=True) if answer)


def _call(tab: Tab, object_id: str, rows: list[Any], session: str | None) -> list[str]:
    params = {
        "objectId": object_id,
        "functionDeclaration": FIND_JS,
        "arguments": [{"value": rows}],
        "returnByValue": True,
    }
    answers: list[str] = tab.value(tab.send("Runtime.callFunctionOn", params, session))
    return answers


def _process_frame(page: Page, node: Node) -> str:
    """The frame whose process the node is in: the outermost one of that process."""
    s = page.snapshot
    document = s.documents[s.document[node.i]]
    while document.owner >= 0 and s.documents[s.document[document.owner]].process == document.process:
        document = s.documents[s.document[document.owner]]
    return document.frame_id

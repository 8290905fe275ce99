"""The commands about single nodes: `find`, `get`, `plan`, `frames`, `explain`, `diff` (SPEC 8, 11).

A node is named by its id (`B3`), its ref (`ref_12`), its backend node id (`117`), or a CSS selector that matches it
alone.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
import typer

import ids
import rendering
from perception import Node, Page, UnknownIdError
from perception.plan import ACTIONS, Plan
from perception.read import PROPERTIES
from rendering.cli.shared import one_of
from rendering.cli.terminal import Output
from rendering.cli.views import LETTERS, Scheme
from rendering.diff import CHANGED, GONE, NEW, Item
from rendering.text import clean, quoted

Targets = Annotated[
    list[str],
    typer.Argument(metavar="NODE", help="An id, a ref, a backend node id, or a CSS selector.", show_default=False),
]
Target = Annotated[
    str, typer.Argument(metavar="NODE", help="An id, a ref, a backend node id, or a CSS selector.", show_default=False)
]

_BACKEND_ID = re.compile(r"\d+")
_ID = re.compile(r"[A-Z]\d+")
_REF = re.compile(r"ref_\d+")


def node_of(page: Page, labels: ids.IdMap, text: str) -> Node:
    """The node that a person means. Raises `UnknownIdError`, `SelectorError`, `AmbiguousError`."""
    if text in labels or _ID.fullmatch(text):
        return labels[text]
    if _REF.fullmatch(text):
        registry = ids.RefRegistry()
        rendering.tree(page, registry)  # refs are given in the order of the page: these are those of `domsight tree`
        return registry[text]
    if _BACKEND_ID.fullmatch(text):
        return _of_backend_id(page, int(text))
    return page.one(selector=text, include_hidden=True)


def _of_backend_id(page: Page, backend: int) -> Node:
    s = page.snapshot
    found = [page.node(i) for i, known in enumerate(s.backend_node_id) if known == backend]
    if not found:
        raise UnknownIdError(str(backend), reason="is no backend node id of the page")
    if len(found) > 1:
        frames = ", ".join(node.frame for node in found)
        raise UnknownIdError(str(backend), reason=f"is a backend node id in several processes (frames {frames})")
    return found[0]


def _line(node: Node, id: str | None) -> str:
    name = f" {quoted(clean(node.name))}" if node.name else ""
    return f"{id or '-'} {node.role or node.tag}{name} [{node.backend_node_id}]"


def _data(node: Node, id: str | None) -> dict[str, Any]:
    rect = node.rect
    return {
        "id": id,
        "backend_node_id": node.backend_node_id,
        "frame": node.frame,
        "tag": node.tag,
        "role": node.role,
        "name": node.name,
        "visible": node.is_visible,
        "rect": list(rect) if rect is not None else None,
    }


# ------------------------------------------------------------------------------------------------ find, get


def find(
    page: Page,
    selector: Annotated[str | None, typer.Option("--selector", "-s", help="A CSS selector.")] = None,
    text: Annotated[str | None, typer.Option("--text", "-t", help="A part of what it says, in any case.")] = None,
    role: Annotated[str | None, typer.Option("--role", "-r", help="Its role.")] = None,
    name: Annotated[str | None, typer.Option("--name", "-n", help="A part of its name, in any case.")] = None,
    within: Annotated[str | None, typer.Option("--within", metavar="NODE", help="Only below this node.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many at most.")] = 20,
    offset: Annotated[int, typer.Option("--offset", min=0, help="How many to pass over.")] = 0,
    hidden: Annotated[bool, typer.Option("--hidden", help="Hidden elements too.")] = False,
    scheme: Scheme = LETTERS,
) -> Output:
    """Find elements that fulfil all conditions: one line an element, its id, role, name and backend node id."""
    labels = ids.assign(page, scheme)
    scope = node_of(page, labels, within) if within is not None else None
    found = page.find(selector, text, role, name, scope, limit, offset, include_hidden=hidden)
    rows = [(node, labels.id_of(node.i)) for node in found.items]

    def lines() -> Iterator[str]:
        yield from (_line(node, id) for node, id in rows)
        if found.has_more:
            yield f"… there are more; next: --offset {offset + limit}"

    return Output(lines, lambda: {"items": [_data(node, id) for node, id in rows], "has_more": found.has_more})


def get(
    page: Page,
    nodes: Targets,
    properties: Annotated[
        list[str] | None,
        typer.Option(
            "--property",
            "-p",
            metavar="NAME",
            help=f"{', '.join(sorted(PROPERTIES))}, attr:NAME, style:NAME, computed:NAME; can be given several times.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many options of a select.")] = 100,
    offset: Annotated[int, typer.Option("--offset", min=0, help="How many options to pass over.")] = 0,
    scheme: Scheme = LETTERS,
) -> Output:
    """Print exact properties of nodes as JSON, one object a node. `@document` is the page itself."""
    labels = ids.assign(page, scheme)
    asked = [text if text.startswith("@") else node_of(page, labels, text) for text in nodes]
    wanted = properties or (["value"] if not any(isinstance(node, str) for node in asked) else ["title", "url"])

    def rows() -> Iterator[dict[str, Any]]:
        found = page.get(asked, wanted, limit, offset)
        return ({"node": text, **row} for text, row in zip(nodes, found, strict=True))

    return Output(None, rows)


# ------------------------------------------------------------------------------------------------ plan, explain


def plan(
    page: Page,
    node: Target,
    action: Annotated[str, typer.Argument(help="What to do.", show_default=False, **one_of(sorted(ACTIONS)))],
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help="The text, or true, false or JSON.", show_default=False)
    ] = None,
    property: Annotated[str, typer.Option("--property", "-p", help="Of `set`: what becomes VALUE.")] = "value",
    clear: Annotated[bool | None, typer.Option("--clear/--keep", help="Replace what is there.")] = None,
    submit: Annotated[bool, typer.Option("--submit", help="Press Enter behind it.")] = False,
    scheme: Scheme = LETTERS,
) -> Output:
    """Say how an action would be done, without doing it: the protocol calls in order, or why not."""
    target = node_of(page, ids.assign(page, scheme), node)
    found = page.plan(target, action, _value(value), property=property, clear=clear, submit=submit)
    return Output(lambda: _plan_lines(found), lambda: _plan_data(found))


def _value(text: str | None) -> Any:
    """JSON where it is a truth value or a list, else the text."""
    if text is not None and (text in ("true", "false") or text.startswith("[")):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _plan_lines(found: Plan) -> Iterator[str]:
    if found.refusal is not None:
        yield f"refused ({found.refusal.code}): {found.refusal.reason}"
        yield from (f"  could be meant: {clean(candidate)}" for candidate in found.refusal.candidates)
        return
    if found.point is not None:
        yield f"point {found.point[0]:g}, {found.point[1]:g}"
    for call in found.calls:
        session = f" in {call.session}" if call.session else ""
        yield f"{call.method} {msgspec.json.encode(dict(call.params)).decode()}{session}"
    if found.note:
        yield f"note: {found.note}"


def _plan_data(found: Plan) -> dict[str, Any]:
    refusal = found.refusal
    return {
        "action": found.action,
        "target": found.target.backend_node_id,
        "calls": [{"method": c.method, "params": dict(c.params), "session": c.session} for c in found.calls],
        "point": list(found.point) if found.point is not None else None,
        "note": found.note,
        "refusal": None
        if refusal is None
        else {
            "code": refusal.code,
            "reason": refusal.reason,
            "by": refusal.by.backend_node_id if refusal.by is not None else None,
            "candidates": list(refusal.candidates),
        },
    }


def explain(page: Page, nodes: Targets, scheme: Scheme = LETTERS) -> Output:
    """Say in plain sentences why nodes are, or are not, something to act on."""
    labels = ids.assign(page, scheme)
    found = [(text, node_of(page, labels, text)) for text in nodes]

    def lines() -> Iterator[str]:
        for text, node in found:
            yield f"{text}: {_line(node, labels.id_of(node.i))}"
            yield from (f"  {sentence}" for sentence in page.explain(node))

    def rows() -> Iterator[dict[str, Any]]:
        for text, node in found:
            yield {"node": text, **_data(node, labels.id_of(node.i)), "sentences": page.explain(node)}

    return Output(lines, rows)


# ------------------------------------------------------------------------------------------------ frames, diff


def frames(
    page: Page, url: Annotated[str, typer.Option("--url", help="Only frames whose URL holds this.")] = ""
) -> Output:
    """List the frames: address, owner, size, what is in them, fields whose live values would be lost."""
    found = page.frames(url)

    def rows() -> list[dict[str, Any]]:
        return [
            {
                "url": frame.url,
                "frame": frame.frame_id,
                "parent": frame.parent_frame_id,
                "owner": frame.owner.backend_node_id if frame.owner is not None else None,
                "captured": frame.document is not None,
                "rect": list(frame.rect) if frame.rect is not None else None,
                "elements": frame.elements,
                "actions": frame.actions,
                "unsaved": [node.backend_node_id for node in frame.unsaved],
            }
            for frame in found
        ]

    def lines() -> Iterator[str]:
        for row in rows():
            owner = f" in [{row['owner']}]" if row["owner"] is not None else ""
            held = f"{row['elements']} elements, {row['actions']} actions" if row["captured"] else "not captured"
            unsaved = f", {len(row['unsaved'])} unsaved" if row["unsaved"] else ""
            yield f"{clean(row['url']) or '(no address)'}{owner}: {held}{unsaved}"

    return Output(lines, lambda: iter(rows()))


def diff(old: Page, new: Page) -> Output:
    """Print what changed between two captures: + new, - gone, ~ changed, by ref and id; both stay from OLD to NEW."""
    carry = ids.Carry()
    found = rendering.diff(old, new, carry.assign(old), carry.assign(new), ids.RefRegistry())

    def lines() -> Iterator[str]:
        if not found.same_document:
            yield "another document: refs and ids are not those of the old capture"
        yield from _changed(found.items)
        yield ", ".join(f"{len(found.of_kind(kind))} {kind}" for kind in ("kept", NEW, GONE, CHANGED))

    return Output(lines, found.to_dict)


_SIGNS = {NEW: "+", GONE: "-", CHANGED: "~"}


def _changed(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if item.kind not in _SIGNS:
            continue
        name = f" {quoted(item.name)}" if item.name else ""
        ref, id = item.new_ref or item.old_ref, item.new_id or item.old_id
        what = "; ".join(f"{key} {_shown(old)} -> {_shown(new)}" for key, (old, new) in item.changes.items())
        yield f"{_SIGNS[item.kind]} {item.role}{name} [{ref}]{f' {id}' if id else ''}{f': {what}' if what else ''}"


def _shown(value: str | bool | None) -> str:
    return "none" if value is None else quoted(value) if isinstance(value, str) else str(value).lower()

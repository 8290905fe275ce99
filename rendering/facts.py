"""One JSON object an element, in flat-tree order (SPEC 11): the contract that scorers read."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ids.idmap import IdMap
from perception.errors import BudgetError
from perception.geometry import Edges
from perception.perceive import Page
from perception.tables.interactivity import TRANSPARENT


def facts(page: Page, labels: IdMap, *, max_bytes: int | None = None) -> Iterator[dict[str, Any]]:
    """The facts of every element; rectangles are [x, y, width, height] in top-level viewport CSS px.

    Raises `BudgetError` where their JSON would take more than `max_bytes`; those before have been given then.
    """
    rows = _facts(page, labels)
    return rows if max_bytes is None else _within(rows, max_bytes)


def _within(rows: Iterator[dict[str, Any]], limit: int) -> Iterator[dict[str, Any]]:
    size = 0
    for count, row in enumerate(rows):
        size += len(msgspec.json.encode(row))
        if size > limit:
            raise BudgetError(f"the facts of more than {count:,} elements: over {size:,} bytes, the limit is {limit:,}")
        yield row


def _facts(page: Page, labels: IdMap) -> Iterator[dict[str, Any]]:
    s = page.snapshot
    for i in page.flat_tree.order:
        if not page.is_element(i):
            continue
        hidden = page.visibility.hidden_reasons(i)
        in_viewport = page.geometry.is_in_viewport(i)
        hit = page.occlusion.hit(i) if in_viewport and (not hidden or hidden == TRANSPARENT) else None
        rule = page.interactivity.rule(i)
        control = page.listing.control(i)
        told = control if control >= 0 else i  # a stand-in has the role, name and states of its control (SPEC 4.4)
        document = s.documents[s.document[i]]
        yield {
            "backend_node_id": s.backend_node_id[i],
            "frame": document.frame_id,
            "document": document.index,
            "tag": s.tag[i],
            "role": page.roles.role(told),
            "name": page.spoken_name(i) if control >= 0 else page.names.name(i),
            "name_from": page.names.name_from(told),
            "description": page.descriptions.description(told),
            "states": dict(page.states.states(told)),
            "value": page.states.value(told),
            "rect": _rect(page.geometry.rect(i)),
            "visible_rect": _rect(page.geometry.visible_rect(i)),
            "visible": not hidden,
            "hidden_reasons": list(hidden),
            "aria_hidden": page.visibility.is_aria_hidden(i),
            "inert": page.visibility.is_inert(i),
            "in_viewport": in_viewport,
            "visible_fraction": page.geometry.visible_fraction(i),
            "occluded": hit.occluded if hit else None,
            "occluded_by": s.backend_node_id[hit.by] if hit and hit.by >= 0 else None,
            "point": list(hit.point) if hit and hit.point else None,
            "disabled": page.states.disabled_reason(told) or None,
            "focusable": page.states.is_focusable(i),
            "interactive": page.listing.is_interactive(i),
            "interactive_rule": rule or None,
            "action": page.interactivity.action(i) if rule else None,
            "control": s.backend_node_id[control] if control >= 0 else None,
            "id": labels.id_of(i),
        }


def _rect(edges: Edges | None) -> list[float] | None:
    if edges is None:
        return None
    left, top, right, bottom = edges
    return [left, top, right - left, bottom - top]

"""What an action would do, without doing it (SPEC 8.2; rows W-100…W-106, J-04): the dry run.

In: a page's passes, a node, an action with its value. Out: a `Plan`: the protocol calls in their order and the point
that a click would hit, or a refusal that says why not. Nothing is sent; what only the live page knows (where inner
scrollers stop, what a script does) is said to be open.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from perception.errors import UnknownNameError
from perception.node import Node
from perception.passes import Passes
from perception.read import Read
from perception.tables.plan import (
    BARELY_SEEN,
    CHOOSE_JS,
    COMBOBOX_ROLES,
    CONTAINER_TEXT,
    FORMATS,
    KEYS,
    MAX_CANDIDATES,
    MIN_SIZE,
    POPUP_ROLES,
    REFUSALS,
    SELECT_ALL,
    SET_PROPERTIES,
    SET_VALUE_JS,
    SETTER_INPUTS,
    STAYING_POSITIONS,
    UNTYPED_INPUTS,
)
from perception.tables.reading import NAMELESS_ROLES
from perception.tables.selectors import CHECKABLE_TYPES, NUMBER_TYPES

POINT_X, POINT_Y = "$point.x", "$point.y"
"""Stand in a call for a point that is not known yet: the centre of the first quad of `DOM.getContentQuads`."""

OBJECT_ID = "$object.objectId"
"""Stands in a call for the object that the `DOM.resolveNode` before it gives."""


class Call(NamedTuple):
    """One protocol call; `session` is the frame id of the process it goes to, '' for the page's own."""

    method: str
    params: Mapping[str, Any]
    session: str = ""


class Refusal(NamedTuple):
    """Why nothing should be done: a `code` of `tables/plan.py`, a sentence, the node in the way, and what could be
    meant instead."""

    code: str
    reason: str
    by: Node | None = None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The dry run of one action. `target` is the node that gets it (a label for its hidden control), `point` where a
    click lands, in viewport CSS px after the scrolling, None where only the live page can tell; `note` says so."""

    action: str
    target: Node
    calls: tuple[Call, ...] = ()
    point: tuple[float, float] | None = None
    refusal: Refusal | None = None
    note: str = ""


class _RefusedError(Exception):
    """Ends a plan; never leaves this module."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.reason)


class Planner:
    """Plans actions on one page."""

    def __init__(self, page: Passes, read: Read) -> None:
        self.page, self.snapshot, self.read = page, page.snapshot, read

    def plan(self, i: int, action: str, value: Any = None, **options: Any) -> Plan:
        """The dry run of an action of `ACTIONS`. Raises `UnknownNameError` for another action."""
        if action not in ACTIONS:
            raise UnknownNameError("action", action, sorted(ACTIONS))
        try:
            return ACTIONS[action](self, i, value, options)
        except _RefusedError as error:
            return Plan(action, self.page.node(i), refusal=error.refusal)

    # ------------------------------------------------------------------------------------------------ actions

    def click(self, i: int, _value: Any, _options: Mapping[str, Any]) -> Plan:
        """Row W-100: refused for what is disabled, hidden, behind, too small, too vague or covered, in this order."""
        target = self._clicked(i)
        self._check_usable(i)
        self._check_usable(target)
        self._check_box(target)
        self._check_vague(target)
        return self._at_point("click", target, self._click_calls)

    def type(self, i: int, value: Any, options: Mapping[str, Any]) -> Plan:
        """Row W-104: adds text to a field, with `clear` instead of what is there; chooses in a select."""
        return self._fill("type", i, str(value), is_cleared=bool(options.get("clear")), submit=False)

    def set_field(self, i: int, value: Any, options: Mapping[str, Any]) -> Plan:
        """Row W-105: replaces a field's text, with `submit` presses Enter; no selects."""
        if self._tag(i) == "select":
            raise self._refused("wrong-type", i, cause="a select")
        self._check_box(i)
        is_cleared = bool(options.get("clear", True))
        return self._fill("set_field", i, str(value), is_cleared=is_cleared, submit=bool(options.get("submit")))

    def set_checked(self, i: int, value: Any, _options: Mapping[str, Any]) -> Plan:
        """Row W-108: at most one click on a native check box or radio button; none where it is so already."""
        kind = self.page.query.live.type_of(i)
        if kind not in CHECKABLE_TYPES or (kind == "radio" and not value):
            raise self._refused("wrong-type", i, cause=f"a {kind or self.page.roles.role(i)}")
        if (i in self.snapshot.input_checked) == bool(value):
            return Plan("set_checked", self.page.node(i), note="it is so already: nothing is to be done")
        plan = self.click(i, None, {})
        return Plan("set_checked", plan.target, plan.calls, plan.point, None, plan.note)

    def set(self, i: int, value: Any, options: Mapping[str, Any]) -> Plan:
        """Row J-04: sets a property by the native setter and tells the page: `value`, `checked`, `selected_values`."""
        name = str(options.get("property", "value"))
        if name == "checked":
            return self.set_checked(i, value, options)
        if name not in SET_PROPERTIES:
            raise self._refused("not-a-property", i, value=name, candidates=SET_PROPERTIES)
        self._check_usable(i)
        if self._tag(i) == "select":
            wanted = list(value) if isinstance(value, list | tuple) else [value]
            places = [self._option(i, str(text), by_value_only=True) for text in wanted]
            return Plan("set", self.page.node(i), self._function_calls(i, CHOOSE_JS, places))
        if name == "selected_values" or not self._is_field(i):
            raise self._refused("wrong-type", i, cause=self._kind(i))
        self._check_text(i, str(value), str(value))
        return Plan("set", self.page.node(i), self._function_calls(i, SET_VALUE_JS, [str(value)]))

    # ------------------------------------------------------------------------------------------------ filling

    def _fill(self, action: str, i: int, text: str, is_cleared: bool, submit: bool) -> Plan:
        self._check_usable(i)
        kind = self.page.query.live.type_of(i)
        if self._tag(i) == "select":
            return Plan(action, self.page.node(i), self._function_calls(i, CHOOSE_JS, [self._option(i, text)]))
        if kind in UNTYPED_INPUTS or not self._is_text(i):
            raise self._refused("wrong-type", i, cause=self._kind(i))
        before = "" if is_cleared else self.page.states.value(i) or ""
        self._check_text(i, text, before + text)
        if kind in SETTER_INPUTS:
            return Plan(
                action, self.page.node(i), (*self._function_calls(i, SET_VALUE_JS, [text]), *self._enter(i, submit))
            )
        if not self.page.query.live.type_of(i) and self._tag(i) != "textarea":
            typed = self._text(is_cleared, text, i, submit)
            return self._at_point(action, i, lambda at: (*self._click_calls(at), *typed))
        focus = (self._call(i, "DOM.scrollIntoViewIfNeeded"), self._call(i, "DOM.focus"))
        return Plan(action, self.page.node(i), (*focus, *self._text(is_cleared, text, i, submit)))

    def _text(self, is_cleared: bool, text: str, i: int, submit: bool) -> tuple[Call, ...]:
        clear = (Call("Input.dispatchKeyEvent", SELECT_ALL),) if is_cleared else ()
        return (*clear, Call("Input.insertText", {"text": text}), *self._enter(i, submit))

    def _enter(self, i: int, submit: bool) -> tuple[Call, ...]:
        """Enter; where it would choose an entry of an open list, that entry is gone to first (row W-106)."""
        if not submit:
            return ()
        keys = ("ArrowDown", "Enter") if self.opens_choices(i) else ("Enter",)
        return tuple(_key(kind, key) for key in keys for kind in ("keyDown", "keyUp"))

    def opens_choices(self, i: int) -> bool:
        """Whether Enter in the field may choose from a list: its role, its ARIA attributes, or an open list or menu."""
        attrs = self.snapshot.attrs(i)
        if self.page.roles.role(i) in COMBOBOX_ROLES or "aria-autocomplete" in attrs:
            return True
        if attrs.get("aria-expanded") == "true":
            return True
        if self.page.query.flat_tree.resolve_list(i, attrs.get("aria-controls", "")):
            return True
        return any(overlay.kind in POPUP_ROLES for overlay in self.page.overlays.open)

    def _option(self, i: int, text: str, by_value_only: bool = False) -> int:
        """The place of an option: by its value, its exact text, then a part of its text without case (row W-104)."""
        options = self.read.options_of(i)
        texts = [self.read.option_text(k) for k in options]
        values = [self.read.option_value(k) for k in options]
        part = text.lower()
        tests: tuple[list[bool], ...] = ([value == text for value in values],)
        if not by_value_only:
            tests += ([shown == text for shown in texts], [bool(part) and part in shown.lower() for shown in texts])
        for matches in tests:
            found = [place for place, is_match in enumerate(matches) if is_match]
            usable = [k for k in found if not self.page.states.disabled_reason(options[k])]
            if len(usable) == 1 or (usable and matches is not tests[-1]):
                return usable[0]
            if usable:
                raise self._refused("ambiguous-option", i, value=text, candidates=[texts[k] for k in usable])
            if found:
                raise self._refused("disabled", i, cause=f"the option {texts[found[0]]!r}")
        raise self._refused("no-such-option", i, value=text, candidates=values if by_value_only else texts)

    def _check_text(self, i: int, text: str, result: str) -> None:
        """Read-only fields, texts that are too long, wrongly written or out of range."""
        states, kind = self.page.states.states(i), self.page.query.live.type_of(i)
        if states.get("readonly"):
            raise self._refused("read-only", i)
        constraints = self.page.interactivity.constraints(i)
        limit = constraints.get("maxlength")
        if isinstance(limit, int) and _utf16_length(result) > limit:
            raise self._refused("too-long", i, value=_utf16_length(result), cause=limit)
        if kind not in FORMATS or not result:
            return
        pattern, written = FORMATS[kind]
        if not re.fullmatch(pattern, result):
            raise self._refused("wrong-format", i, value=result, cause=written)
        bounds = [str(constraints.get(name, "")) for name in ("min", "max")]
        if not _is_between(kind, result, *bounds):
            raise self._refused("out-of-range", i, value=result, cause=" and ".join(b or "any" for b in bounds))

    # ------------------------------------------------------------------------------------------------ targets

    def _clicked(self, i: int) -> int:
        """The node itself, or the label that is seen in place of a hidden control."""
        label = self.page.interactivity.stand_in_label(i)
        return label if label >= 0 and not self.page.visibility.is_visible(i) else i

    def _check_usable(self, i: int) -> None:
        reason = self.page.states.disabled_reason(i)
        if reason:
            raise self._refused("disabled", i, cause=reason)
        blocker = self.page.overlays.blocker(i)
        if blocker >= 0:
            raise self._refused("behind-modal", i, by=blocker)

    def _check_box(self, i: int) -> None:
        """Hidden nodes and boxes below a pixel; without layout nothing is known of boxes."""
        hidden = self.page.visibility.hidden_reasons(i)
        if hidden and set(hidden) != {"zero-area"}:
            raise self._refused("hidden", i, cause=", ".join(hidden))
        rect = self.page.window.rect(i)
        if rect is not None and min(rect[2] - rect[0], rect[3] - rect[1]) < MIN_SIZE:
            raise self._refused("zero-size", i)

    def _check_vague(self, i: int) -> None:
        """Row W-101: a nameless generic element in an area with much text."""
        role = self.page.roles.role(i)
        if role not in NAMELESS_ROLES or self.page.name_of(i) or self.page.listing.is_interactive(i):
            return
        p = self.snapshot.parent[i]
        if p >= 0 and len(" ".join(self.read.text_content(p).split())) > CONTAINER_TEXT:
            raise self._refused("ambiguous-target", i, role=role)

    def _at_point(self, action: str, i: int, calls: "Callable[[_Point], tuple[Call, ...]]") -> Plan:
        """What is done at a free point of the node; where none is in the window, after scrolling to it."""
        hit = self.page.occlusion.hit(i)
        if hit.occluded:
            raise self._refused("covered", i, by=hit.by)
        if hit.point is not None:
            return Plan(action, self.page.node(i), calls(hit.point), hit.point)
        scroll = self._call(i, "DOM.scrollIntoViewIfNeeded")
        point = self._point_after_scrolling(i)
        if point is not None:
            note = "what covers it after scrolling cannot be told"
            return Plan(action, self.page.node(i), (scroll, *calls(point)), point, None, note)
        quads = self._call(i, "DOM.getContentQuads")
        note = "the point is known after scrolling: the centre of the first quad"
        return Plan(action, self.page.node(i), (scroll, quads, *calls((POINT_X, POINT_Y))), None, None, note)

    def _point_after_scrolling(self, i: int) -> tuple[float, float] | None:
        """Where the centre will be once the window has scrolled; None where inner scrollers or frames scroll too, the
        page is laid out while it scrolls, or nothing is known of boxes."""
        s, rect = self.snapshot, self.page.window.rect(i)
        if rect is None or s.document[i] != 0 or "auto" in self.page.styles.values("content-visibility"):
            return None
        p = i
        while p >= 0:
            stays = self.page.styles.get(p, "position") in STAYING_POSITIONS
            if stays or (p != i and self.page.interactivity.scrolls(p)):
                return None
            p = s.parent[p]
        document, view = s.documents[0], s.viewport
        x = _scrolled(rect[0], rect[2], view.width, document.scroll_x, document.content_width)
        y = _scrolled(rect[1], rect[3], view.height, document.scroll_y, document.content_height)
        return (x, y) if x is not None and y is not None else None

    # ------------------------------------------------------------------------------------------------ calls

    def _call(self, i: int, method: str, **params: Any) -> Call:
        return Call(method, {"backendNodeId": self.snapshot.backend_node_id[i], **params}, self._session(i))

    def _session(self, i: int) -> str:
        """The outermost frame of the node's process, '' in the page's own."""
        s = self.snapshot
        document = s.documents[s.document[i]]
        if document.process == s.documents[0].process:
            return ""
        while document.owner >= 0 and s.documents[s.document[document.owner]].process == document.process:
            document = s.documents[s.document[document.owner]]
        return document.frame_id

    def _click_calls(self, at: "_Point") -> tuple[Call, ...]:
        x, y = at
        pressed = {"x": x, "y": y, "button": "left", "clickCount": 1}
        return (
            Call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y}),
            Call("Input.dispatchMouseEvent", {"type": "mousePressed", **pressed}),
            Call("Input.dispatchMouseEvent", {"type": "mouseReleased", **pressed}),
        )

    def _function_calls(self, i: int, function: str, arguments: Iterable[Any]) -> tuple[Call, ...]:
        params = {
            "objectId": OBJECT_ID,
            "functionDeclaration": function,
            "arguments": [{"value": value} for value in arguments],
            "returnByValue": True,
        }
        return self._call(i, "DOM.resolveNode"), Call("Runtime.callFunctionOn", params, self._session(i))

    # ------------------------------------------------------------------------------------------------ words

    def _tag(self, i: int) -> str:
        return self.snapshot.tag[i]

    def _kind(self, i: int) -> str:
        kind = self.page.query.live.type_of(i)
        return f"an input of type {kind}" if kind else f"a {self.snapshot.tag[i]}"

    def _is_field(self, i: int) -> bool:
        kind = self.page.query.live.type_of(i)
        return (bool(kind) and kind not in UNTYPED_INPUTS - set(FORMATS)) or self._tag(i) == "textarea"

    def _is_text(self, i: int) -> bool:
        live = self.page.query.live
        return bool(live.type_of(i)) or self._tag(i) == "textarea" or live.is_editable(i)

    def _refused(self, code: str, i: int, by: int = -1, candidates: Iterable[str] = (), **words: Any) -> _RefusedError:
        named = tuple(candidates)
        shown = ", ".join(repr(text) for text in named[:MAX_CANDIDATES]) + (
            ", …" if len(named) > MAX_CANDIDATES else ""
        )
        cover = f"{self.page.roles.role(by)} {self.page.name_of(by)!r}" if by >= 0 else "something"
        words = {"role": self.page.roles.role(i), **words, "by": cover, "candidates": shown or "none"}
        by_node = self.page.node(by) if by >= 0 else None
        return _RefusedError(Refusal(code, REFUSALS[code].format(**words), by_node, named[:MAX_CANDIDATES]))


_Point: TypeAlias = tuple[float | str, float | str]


def _key(kind: str, key: str) -> Call:
    event: dict[str, Any] = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
    if key == "Enter" and kind == "keyDown":
        event["text"] = "\r"
    return Call("Input.dispatchKeyEvent", event)


def _scrolled(begin: float, end: float, window: float, scroll: float, content: float) -> float | None:
    """Where the middle of (begin, end) is after `DOM.scrollIntoViewIfNeeded`, on one axis; None where Chromium aligns
    an edge. It leaves what is all in sight, and puts what is out of sight in the middle, as far as the page goes.
    """
    middle = (begin + end) / 2
    if begin >= 0 and end <= window:
        return middle
    if min(end, window) - max(begin, 0) > BARELY_SEEN:
        return None
    wanted = scroll + middle - window / 2
    return middle - (min(max(wanted, 0.0), max(content - window, 0.0)) - scroll)


def _is_between(kind: str, text: str, low: str, high: str) -> bool:
    """Whether a value lies between its limits ('' for none); times may run over midnight."""
    value, least, most = (_comparable(part, kind in NUMBER_TYPES) for part in (text, low, high))
    if value is None or (kind == "time" and least is not None and most is not None and least > most):
        return True
    return (least is None or value >= least) and (most is None or value <= most)


def _utf16_length(text: str) -> int:
    """As `maxlength` counts. Source: html #attr-fe-maxlength."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _comparable(text: str, as_number: bool) -> tuple[float, str] | None:
    if not as_number:
        return (0.0, text) if text else None
    try:
        return float(text), ""
    except ValueError:
        return None


ACTIONS: Mapping[str, Callable[[Planner, int, Any, Mapping[str, Any]], Plan]] = {
    "click": Planner.click,
    "set": Planner.set,
    "set_checked": Planner.set_checked,
    "set_field": Planner.set_field,
    "type": Planner.type,
}
"""Action -> its dry run."""

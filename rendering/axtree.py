"""The accessibility tree text (SPEC 7): what the model reads and the program resolves.

In: a page, a `RefRegistry`, what of the page to read. Out: a `Tree`: the text of one part and what is needed to go
on. All lines are made once for a page and its arguments and kept on the page, so that a later part is a slice of
them.
"""

import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ids.refs import RefRegistry
from perception.capture import paused_collector
from perception.errors import BudgetError, ContinuationError, UnknownNameError
from perception.node import Node
from perception.perceive import Page
from perception.profile import WEBBRAIN
from perception.snapshot import Viewport
from perception.tables.webbrain import DEFAULT_CHARS, DEFAULT_DEPTH
from rendering.axpolicy import POLICIES, Outliner
from rendering.compose import lines_of
from rendering.continuation import Request, request_of, token_of
from rendering.line import Line
from rendering.overlay_section import overlays_first
from rendering.paginate import Run, part_text, split
from rendering.webbrain import WebBrain

FILTERS = tuple(POLICIES)

MAX_DEPTH = 15
"""Levels of indentation. Source: SPEC 7.2."""


class Outline:
    """All lines of one reading: `lines` as printed, `nodes` the node of each (-1: a mark of ours)."""

    def __init__(self, lines: Iterable[Line], texts: Iterable[str], depth_truncated: bool = False) -> None:
        self.lines = tuple(texts)
        self.nodes = tuple(line.node for line in lines)
        self.depth_truncated = depth_truncated
        self._runs: dict[int | None, tuple[Run, ...]] = {}
        self._issued_at = -1

    def issue(self, page: Page, registry: RefRegistry) -> None:
        """Put the refs of all lines into use, unless none went out of use since."""
        if self._issued_at != registry.taken_out:
            registry.issue(page, [node for node in self.nodes if node >= 0])
            self._issued_at = registry.taken_out

    def runs(self, max_chars: int | None) -> tuple[Run, ...]:
        """Which lines stand in which part."""
        if max_chars not in self._runs:
            self._runs[max_chars] = tuple(split(self.lines, max_chars))
        return self._runs[max_chars]


@dataclass(frozen=True)
class Tree:
    """One part of an accessibility tree text.

    `text` is what the model reads, marks of the paging included, at most `max_chars` long; `body` the lines alone,
    whole: the bodies of all parts, joined by line breaks, are the whole text. `nodes` are the node indexes of the
    body's lines.
    """

    page: Page
    request: Request
    outline: Outline
    runs: tuple[Run, ...]

    @property
    def part(self) -> int:
        return self.request.part

    @property
    def parts(self) -> int:
        return len(self.runs)

    @cached_property
    def text(self) -> str:
        return part_text(self.outline.lines, self.runs, self.part, self.request.max_chars)

    @property
    def lines(self) -> tuple[str, ...]:
        begin, end = self._run
        return self.outline.lines[begin:end]

    @cached_property
    def body(self) -> str:
        return "\n".join(self.lines)

    @property
    def nodes(self) -> tuple[int, ...]:
        begin, end = self._run
        return self.outline.nodes[begin:end]

    @property
    def _run(self) -> Run:
        return self.runs[self.part - 1] if self.part <= self.parts else Run(0, 0)

    @property
    def has_more(self) -> bool:
        """Whether parts follow."""
        return self.part < self.parts

    @property
    def truncated(self) -> bool:
        """Whether the text is not all there is: one of several parts, or a line was shortened, or levels were cut."""
        return self.parts > 1 or self.depth_truncated or self.text != self.body

    @property
    def auto_degraded(self) -> bool:
        """Whether `max_chars` cut the text."""
        return self.parts > 1 or self.text != self.body

    @property
    def depth_truncated(self) -> bool:
        """Whether `max_depth` left something out; in the default profile it only stops the indentation."""
        return self.outline.depth_truncated

    @cached_property
    def total_chars(self) -> int:
        """Characters of all bodies, joined."""
        return sum(map(len, self.outline.lines)) + max(len(self.outline.lines) - 1, 0)

    @property
    def next_part(self) -> int | None:
        return self.part + 1 if self.has_more else None

    @cached_property
    def continuation(self) -> str | None:
        """The token that asks for the next part, None after the last."""
        return token_of(self.page, self.request._replace(part=self.part + 1)) if self.has_more else None

    @property
    def viewport(self) -> Viewport:
        """The window that the page was captured in."""
        return self.page.snapshot.viewport

    @property
    def notice(self) -> str:
        """What a caller should know of a text that is not all there is; '' where it is."""
        if not self.auto_degraded:
            return ""
        limit = self.request.max_chars
        more = f"; next: {self.request._replace(part=self.part + 1).call()}" if self.has_more else ""
        return (
            f"{self.total_chars} characters in {self.parts} parts of at most {limit}; this is part {self.part}{more}; "
            "or read one subtree with ref="
        )


def tree(
    page: Page,
    registry: RefRegistry,
    filter: str = "all",
    max_depth: int | None = None,
    max_chars: int | None = None,
    ref: str | Node | None = None,
    part: int = 1,
    continuation: str | None = None,
) -> Tree:
    """One part of the page's accessibility tree text, by default all of it.

    `filter` is `all` (everything rendered on the page), `visible` (what is seen in the window) or `interactive` (the
    listed nodes); `ref`, a ref or a node, reads its subtree; `part` counts from 1; a `continuation` brings all the
    arguments with it. Raises `UnknownNameError`, `UnknownIdError`, `BudgetError`, `ContinuationError`.
    """
    registry.observe(page)
    anchor_ref = registry.ref(ref) if isinstance(ref, Node) else ref
    request = Request(filter, max_depth, max_chars, anchor_ref, part)
    if continuation is not None:
        request = _continued(page, continuation, request)
    if request.filter not in FILTERS:
        raise UnknownNameError("filter", request.filter, FILTERS)
    if request.max_chars is None and page.profile.name == WEBBRAIN.name:
        request = request._replace(max_chars=DEFAULT_CHARS[request.filter])
    if request.part < 1 or (request.max_depth is not None and request.max_depth < 0):
        raise BudgetError(f"part {request.part}, max_depth {request.max_depth}: parts count from 1, levels from 0")
    anchor = registry[request.ref].i if request.ref is not None else -1
    outline = _outline(page, registry, request, anchor)
    part_of = Tree(page, request, outline, outline.runs(request.max_chars))
    if registry.capacity is not None:  # what this part prints was issued last, so that it is evicted last
        registry.issue(page, [node for node in part_of.nodes if node >= 0])
    return part_of


_DEFAULTS = Request("all", None, None, None, 1)


def _continued(page: Page, token: str, given: Request) -> Request:
    """The request of a token; arguments given beside it must be the token's."""
    request = request_of(page, token)
    for name, value, default, carried in zip(Request._fields, given, _DEFAULTS, request, strict=True):
        if value not in (default, carried):
            raise ContinuationError(f"{name}={value!r} is not the token's {carried!r}; start again with {given.call()}")
    return request


def _outline(page: Page, registry: RefRegistry, request: Request, anchor: int) -> Outline:
    """The lines of a reading, made once for a page, a registry and the arguments that lines depend on."""
    key = (weakref.ref(registry), registry.life, request.filter, request.max_depth, anchor)
    known = page.renderings.get(key)
    with paused_collector():
        if not isinstance(known, Outline):
            known = page.renderings[key] = _made(page, registry, request, anchor)
        known.issue(page, registry)
    return known


def _made(page: Page, registry: RefRegistry, request: Request, anchor: int) -> Outline:
    if page.profile.name == WEBBRAIN.name:
        depth = DEFAULT_DEPTH[request.filter] if request.max_depth is None else request.max_depth
        reading = WebBrain(page, request.filter, depth, anchor)
        lines, indent = reading.lines(), min(depth + 1, MAX_INDENT)
        return _printed(page, registry, lines, indent, reading.depth_truncated)
    overlays = [overlay.node for overlay in page.overlays.open] if anchor < 0 else []
    outliner = Outliner(page, request.filter, anchor, overlays)
    entries = outliner.entries()
    lines = lines_of(outliner, entries)
    if overlays:
        begins = frozenset(overlays)
        lines = overlays_first(lines, [k for k, entry in enumerate(entries) if entry.node in begins])
    indent = MAX_DEPTH if request.max_depth is None else min(request.max_depth, MAX_INDENT)
    return _printed(page, registry, lines, indent, False)


def _printed(page: Page, registry: RefRegistry, lines: list[Line], indent: int, depth_truncated: bool) -> Outline:
    nodes = [line.node for line in lines if line.node >= 0]
    ref_of = dict(zip(nodes, registry.refs(page, nodes), strict=True))
    return Outline(lines, [line.text(ref_of.get(line.node, ""), indent) for line in lines], depth_truncated)


MAX_INDENT = 40
"""HEURISTIC: levels of indentation, whatever is asked for: the deepest outline of the public captures has 31."""

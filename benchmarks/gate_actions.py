"""Listed nodes against live truth: what of the listed can be acted on, what that can be acted on is listed (SPEC 4.8).

In: a page and the records that were taken of it in the browser. Out: one `Finding` a listed node or expected element,
for each measure that it counts for, and the same by rule. Only the window is compared: what lies outside was not
tested.

Expected are the elements that the truth calls actionable, but for containers whose only ground is a listener and which
hold other candidates. A listed node is right if it is expected or has the box of an expected ancestor or descendant.
What the truth does not settle is explained, and wrong by `precision_strict`; by rule, a label is right as well if it
stands for a control that is operated through it.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from benchmarks.findings import Finding
from perception.perceive import Page

Record = Mapping[str, Any]

SAME_BOX = 0.8
"""Intersection over union from which two visible boxes are one thing."""

RULE, FOUND = "rule ", " found"
"""Measures by rule: `rule ID` is precision, `rule ID found` recall."""


def findings(page: Page, truth: Mapping[str, Any]) -> Iterator[Finding]:
    """Every comparison of one page's listed nodes with its truth."""
    comparison = _Comparison(page, {int(backend): record for backend, record in truth["nodes"].items()})
    yield from comparison.of_listed()
    yield from comparison.of_expected()
    yield from comparison.of_operable()


class _Comparison:
    """One page and its records; elements are named by backend node id."""

    def __init__(self, page: Page, records: Mapping[int, Record]) -> None:
        self.page, self.records = page, records
        s = page.snapshot
        main = (i for i in page.listing.listed if s.documents[s.document[i]].process == 0)
        self.listed = {b: i for i in main if (b := s.backend_node_id[i]) in records}
        self.inside = {b: i for b, i in self.listed.items() if records[b].get("inViewport")}

    # ------------------------------------------------------------------------------------------------ listed

    def of_listed(self) -> Iterator[Finding]:
        for b, i in self.listed.items():
            record, rule = self.records[b], self.page.interactivity.rule(i)
            if b not in self.inside:
                yield Finding("inside", i, bool(record.get("operable")), "area in the window", "none")
                continue
            yield Finding("inside", i, True, "area in the window", "some")
            yield Finding(
                "single", i, not self._is_doubled(b), "one entry a thing", "a listed ancestor of the same box"
            )
            is_right, why = self._is_right(b), self._unsettled(b)
            got = f"listed by {rule}"
            yield Finding("precision", i, is_right, "actionable", got, "" if is_right else why)
            yield Finding(
                "precision_strict", i, is_right, "actionable", got, "" if is_right or why != "operable" else why
            )
            is_operated = is_right or why == "operable" or self._stands_for_operable(i)
            yield Finding(f"{RULE}{rule}", i, is_operated, "actionable", got)

    def _is_right(self, b: int) -> bool:
        return b in self._expected or b in self._same_things

    def _stands_for_operable(self, i: int) -> bool:
        control = self.page.interactivity.control(i)
        key = self.page.snapshot.backend_node_id[control] if control >= 0 else 0
        return bool(self.records.get(key, {}).get("operable"))

    def _is_doubled(self, b: int) -> bool:
        return any(p in self.inside and self._is_same_box(p, b) for p in self._ancestors(b))

    def _unsettled(self, b: int) -> str:
        """Why a listed element that is not right is no plain mistake; '' where it is one."""
        record = self.records[b]
        if record.get("operable"):
            return "operable"
        if record.get("plausible"):
            return "plausible"
        if record.get("scroller") and record.get("visible") and record.get("hit") and record.get("enabled"):
            return "scroller"
        return "container" if _is_container(record) else ""

    # ------------------------------------------------------------------------------------------------ expected

    def of_expected(self) -> Iterator[Finding]:
        for b in sorted(self._expected):
            i = self.page.snapshot.node_of_key.get((0, b), -1)
            if i < 0:
                continue
            record, found = self.records[b], b in self._found
            want, rule = "+".join(record["why"]), self.page.interactivity.rule(i)
            got = "listed" if found else self.page.listing.reason(i) or "no rule"
            yield Finding("recall", i, found, want, got)
            if record["why"] != ["listener"]:
                yield Finding("recall_strong", i, found, want, got)
            if rule:
                yield Finding(f"{RULE}{rule}{FOUND}", i, found, want, got)

    @cached_property
    def _expected(self) -> frozenset[int]:
        return frozenset(
            b
            for b, record in self.records.items()
            if record.get("actionable") and record.get("inViewport") and not _is_container(record)
        )

    @cached_property
    def _found(self) -> frozenset[int]:
        same = (e for things in self._same_things.values() for e in things)
        return frozenset(b for b in self._expected if b in self.inside) | frozenset(same)

    @cached_property
    def _same_things(self) -> dict[int, set[int]]:
        """Listed element -> expected ancestors and descendants of the same visible box."""
        out: dict[int, set[int]] = {}
        for b in self.inside:
            for p in self._ancestors(b):
                if p in self._expected and self._is_same_box(p, b):
                    out.setdefault(b, set()).add(p)
        for e in self._expected:
            for p in self._ancestors(e):
                if p in self.inside and self._is_same_box(p, e):
                    out.setdefault(p, set()).add(e)
        return out

    # ------------------------------------------------------------------------------------------------ operable

    def of_operable(self) -> Iterator[Finding]:
        """Controls that are hidden or transparent, and are operated through what is seen."""
        for b, record in self.records.items():
            if record.get("operable") not in ("label", "transparent"):
                continue
            labels = record.get("labels") or ()
            is_seen = record.get("inViewport") or any(self.records.get(k, {}).get("inViewport") for k in labels)
            i = self.page.snapshot.node_of_key.get((0, b), -1)
            if is_seen and i >= 0:
                found = b in self.listed or any(label in self.listed for label in labels)
                yield Finding("recall_operable", i, found, record["operable"], self.page.listing.reason(i) or "listed")

    # ------------------------------------------------------------------------------------------------ boxes

    def _ancestors(self, b: int) -> Iterator[int]:
        p = self.records[b].get("parent")
        while p is not None:
            yield p
            p = self.records.get(p, {}).get("parent")

    def _is_same_box(self, a: int, b: int) -> bool:
        return _share(self.records[a].get("vis"), self.records[b].get("vis")) >= SAME_BOX


def _is_container(record: Record) -> bool:
    """Listens round other candidates and shows no other sign: listing it is neither right nor wrong."""
    return record.get("why") == ["listener"] and bool(record.get("contains"))


def _share(a: list[float] | None, b: list[float] | None) -> float:
    """Intersection over union of two boxes (x, y, width, height)."""
    if not a or not b:
        return 0.0
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)

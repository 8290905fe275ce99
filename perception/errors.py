"""The exceptions and diagnostics of the engine.

A malformed capture raises, an odd page never does: what is odd but readable becomes a `Diagnostic` on
`snapshot.diagnostics` and is counted. Every exception derives from `PerceptionError` and from the builtin that a
caller would expect, carries its context as attributes, and says where the fault is and what to do next.
"""

from collections.abc import Sequence
from dataclasses import dataclass


class PerceptionError(Exception):
    """The root of all errors that the engine raises on purpose."""


class CaptureError(PerceptionError, ValueError):
    """A capture that cannot be read: `source` (name of the input), `where` (a JSON path), `reason`."""

    def __init__(self, reason: str, *, where: str = "", source: str = "") -> None:
        self.source, self.where, self.reason = source, where, reason
        super().__init__(": ".join(part for part in (source, where, reason) if part))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.reason, self.where, self.source)


def _rebuild(kind: type[CaptureError], reason: str, where: str, source: str) -> CaptureError:
    return kind(reason, where=where, source=source)


class MissingStyleError(CaptureError):
    """A computed style was asked for that the capture does not hold; `where` is the property's name."""


class SelectorError(PerceptionError, ValueError):
    """A selector or XPath that cannot be read; `position` counts characters from 0."""

    def __init__(self, selector: str, reason: str, position: int = 0) -> None:
        self.selector, self.reason, self.position = selector, reason, position
        super().__init__(f"{reason} at position {position}\n  {selector}\n  {' ' * position}^")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.selector, self.reason, self.position)


class UnknownIdError(PerceptionError, LookupError):
    """An id or ref that names no node; `closest` lists ids that do, the likeliest first."""

    def __init__(self, id: str, closest: Sequence[str] = (), reason: str = "names no node") -> None:
        self.id, self.closest, self.reason = id, tuple(closest), reason
        hint = f"; did you mean {', '.join(self.closest)}?" if self.closest else ""
        super().__init__(f"{id!r} {reason}{hint}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.id, self.closest, self.reason)


class AmbiguousError(PerceptionError, LookupError):
    """Exactly one was asked for, and there were `count` (if more than one: at least so many), the `candidates`."""

    def __init__(self, what: str, count: int, candidates: Sequence[str] = ()) -> None:
        self.what, self.count, self.candidates = what, count, tuple(candidates)
        found = "none" if not count else f"at least {count}"
        hint = "; candidates: " + ", ".join(self.candidates) if self.candidates else ""
        super().__init__(f"not exactly one {what}: {found}{hint}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.what, self.count, self.candidates)


class UnknownNameError(PerceptionError, LookupError):
    """A name of ours (profile, filter, renderer, property …) that does not exist."""

    def __init__(self, kind: str, name: str, available: Sequence[str]) -> None:
        self.kind, self.name, self.available = kind, name, tuple(available)
        super().__init__(f"no {kind} {name!r}; there are: {', '.join(self.available)}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.name, self.available)


class BudgetError(PerceptionError, ValueError):
    """A size, depth or count that cannot be honoured."""


class ContinuationError(PerceptionError, ValueError):
    """A continuation of another capture, or of another call; start again with `part=1`."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something odd that was read all the same: a stable `code`, `where` (a JSON path), a sentence, how many."""

    code: str
    where: str
    text: str
    count: int = 1

"""An action text that fits (SPEC 6.7).

In: lines, a limit and how to measure a text. Out: the lines that stay and one that says how many were left out. Whole
entries go, the least useful first: what lies outside the window before what lies in it, text before actions, the end of
the page before its beginning.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perception.errors import BudgetError
from perception.perceive import Page
from rendering.lines import ActionLine

Measure = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `limit` of what `measure` counts: characters, or tokens as the caller counts them."""

    limit: int
    measure: Measure = len


def fitted(page: Page, lines: Sequence[ActionLine], budget: Budget | None) -> list[ActionLine]:
    """The lines that fit and, where some do not, a notice. Raises `BudgetError` where not even the notice fits."""
    if budget is None or budget.measure(_text(lines)) <= budget.limit:
        return list(lines)
    leaving = sorted((k for k, line in enumerate(lines) if line.node >= 0), key=lambda k: (_use(page, lines[k]), -k))
    count = bisect_left(range(len(leaving) + 1), True, lo=1, key=lambda n: _fits(lines, leaving[:n], budget))
    if count > len(leaving):
        least = budget.measure(_text(_without(lines, leaving)))
        raise BudgetError(f"the action text cannot be smaller than {least}, which is over the limit of {budget.limit}")
    return _without(lines, leaving[:count])


def _use(page: Page, line: ActionLine) -> tuple[bool, bool]:
    """The larger, the later it is left out."""
    return page.window.visible_rect(line.node) is not None, bool(line.id)


def _fits(lines: Sequence[ActionLine], left_out: Sequence[int], budget: Budget) -> bool:
    return budget.measure(_text(_without(lines, left_out))) <= budget.limit


def _without(lines: Sequence[ActionLine], left_out: Sequence[int]) -> list[ActionLine]:
    gone = set(left_out)
    actions = sum(1 for k in gone if lines[k].id)
    notice = f"[left out for size: {actions} actions, {len(gone) - actions} texts]"
    return [*(line for k, line in enumerate(lines) if k not in gone), ActionLine(notice, -1)]


def _text(lines: Sequence[ActionLine]) -> str:
    return "\n".join(line.text for line in lines)

"""Facts as JSON lines: one object an element, for programs (SPEC 11).

In: a page and its ids. Out: lines of JSON with the keys of `facts.py`, in their order; lone surrogates as U+FFFD, for
the text is UTF-8.
"""

import json
from collections.abc import Iterator

from ids.idmap import IdMap
from perception.perceive import Page
from rendering.facts import facts


def jsonl_lines(page: Page, labels: IdMap) -> Iterator[str]:
    """A line an element."""
    for fact in facts(page, labels):
        line = json.dumps(fact, ensure_ascii=False, separators=(",", ":"))
        yield line if line.isascii() else line.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

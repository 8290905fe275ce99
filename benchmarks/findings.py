"""One comparison of the engine with what was recorded: the value that every part of the gate yields."""

from typing import Any, NamedTuple


class Finding(NamedTuple):
    """`measure` names the figure that it counts for; `why` is the known difference of definition that explains a
    disagreement ('' for a plain one); `node` is an index, `want` and `got` are for reading."""

    measure: str
    node: int
    agrees: bool
    want: Any
    got: Any
    why: str = ""

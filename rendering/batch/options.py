"""What a batch does with every capture, as one value that goes to the workers."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

import ids
import rendering
from perception import PROFILES, Limits, Page
from perception.errors import UnknownNameError


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """`views`: names of `VIEWS`; `expansion`: CSS px, -1 the whole page; `max_bytes` limits each capture, unpacked,
    and `max_output` its row; `seconds` and `megabytes` the work on it, None does not; `viewport` (width, height) and
    `computed_styles` are those of bare results."""

    views: tuple[str, ...] = ("actions",)
    expansion: float = 0
    profile: str = "default"
    scheme: str = "letters"
    filter: str = "all"
    max_chars: int | None = None
    viewport: tuple[float, float] | None = None
    computed_styles: tuple[str, ...] | None = None
    max_nodes: int = Limits().nodes
    max_bytes: int = Limits().unpacked_bytes
    max_output: int = 256 << 20
    seconds: float | None = None
    megabytes: int | None = None

    def __post_init__(self) -> None:
        for kind, name, known in (
            *(("view", view, VIEWS) for view in self.views),
            ("profile", self.profile, PROFILES),
            ("id scheme", self.scheme, ids.SCHEMES),
        ):
            if name not in known:
                raise UnknownNameError(kind, name, list(known))

    @property
    def fingerprint(self) -> str:
        """Equal where the rows are equal; limits of time and memory are no part of it."""
        told = msgspec.structs.replace(self, seconds=None, megabytes=None)
        return hashlib.blake2b(msgspec.json.encode(told), digest_size=8).hexdigest()


def _actions(page: Page, options: Options) -> str:
    return rendering.action_space(page, ids.assign(page, options.scheme)).description


def _tree(page: Page, options: Options) -> str:
    return rendering.tree(page, ids.RefRegistry(), filter=options.filter, max_chars=options.max_chars).text


def _facts(page: Page, options: Options) -> list[dict[str, Any]]:
    return list(rendering.facts(page, ids.assign(page, options.scheme), max_bytes=options.max_output))


VIEWS: Mapping[str, Callable[[Page, Options], Any]] = {"actions": _actions, "facts": _facts, "tree": _tree}
"""What can be written of a page: a further view is a function and a row."""

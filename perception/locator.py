"""A locator as data: a way to one element that an executor can follow on the live page (SPEC 8.4).

`locators.py` finds them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One tree further in: the frame or shadow host (`kind`) that a CSS selector finds in the tree before."""

    kind: str
    selector: str


@dataclass(frozen=True, slots=True)
class Locator:
    """A way to one element: `kind` is `test_id`, `css`, `xpath`, `role` or `backend`.

    `path` leads from the top document to the tree in which `selector` holds; for `backend` the selector is the backend
    node id, to be resolved in the session of `frame`. `is_approximate`: it counts siblings of which the capture may not
    hold all (light children that no slot takes).
    """

    kind: str
    selector: str
    path: tuple[Step, ...] = ()
    frame: str = ""
    is_approximate: bool = False

    @property
    def playwright(self) -> str:
        """The same as a Python expression on Playwright's `page`; '' where it has none.

        Its own CSS searches open shadow trees below too, where the selector need not be unique; `css:light` does not,
        but cannot be led into a shadow tree. Its role selectors search the whole document.
        """
        is_light = all(step.kind == "frame" for step in self.path)
        if self.kind == "backend" or (self.kind in _CSS_KINDS and not is_light):
            return ""
        frames = "".join(
            f".frame_locator({'css:light=' + step.selector!r})" for step in self.path if step.kind == "frame"
        )
        return f"page{frames}.locator({_ENGINES[self.kind] + self.selector!r})"


_CSS_KINDS = ("css", "test_id")

_ENGINES = {"css": "css:light=", "role": "", "test_id": "css:light=", "xpath": "xpath="}
"""Kind -> how Playwright is told the language of a selector."""

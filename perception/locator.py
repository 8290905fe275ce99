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
        """The same as a Python expression on Playwright's `page`, '' for kind `backend`. Its CSS enters open shadow
        roots by itself."""
        if self.kind == "backend":
            return ""
        prefix = {"xpath": "xpath=", "role": ""}.get(self.kind, "css=")
        frames = "".join(f".frame_locator({step.selector!r})" for step in self.path if step.kind == "frame")
        hosts = [step.selector for step in self.path[self._after_frames() :]]
        return f"page{frames}.locator({' >> '.join([*hosts, prefix + self.selector])!r})"

    def _after_frames(self) -> int:
        return max((k + 1 for k, step in enumerate(self.path) if step.kind == "frame"), default=0)

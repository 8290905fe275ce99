"""Whether a subtree has been read completely (SPEC 7.6; row W-79).

In: the parts of tree texts in the order they were read. Out: which parts of one complete reading are there, and which
are missing. A part counts only where it is the exact continuation: the same capture, the same anchor, everything
rendered, no level and no line cut, the next number. Another capture begins anew; anything else leaves the reading as it
was.
"""

from rendering.axtree import Tree
from rendering.continuation import Request


class ReadCoverage:
    """One reading of the subtree of `anchor` (a ref), or of the whole page."""

    def __init__(self, anchor: str | None = None) -> None:
        self.anchor = anchor
        self.parts = 0
        self.read = 0
        self._digest = ""
        self._request: Request | None = None

    def add(self, tree: Tree) -> bool:
        """Take a part in; whether it counts. A first part begins the reading anew unless it repeats the current one."""
        request, digest = tree.request, tree.page.snapshot.digest
        if request.ref != self.anchor or request.filter != "all" or tree.depth_truncated or tree.part > tree.parts:
            return False
        if tree.body not in tree.text or (self.complete and digest == self._digest):
            return False
        first = request._replace(part=1)
        if (digest, first) != (self._digest, self._request):
            if request.part != 1:
                if digest != self._digest:
                    self._reset()
                return False
            self._digest, self._request, self.read, self.parts = digest, first, 0, tree.parts
        if request.part != self.read + 1:
            return False
        self.read = request.part
        return True

    def _reset(self) -> None:
        """Another capture: what was read of the old one says nothing of it."""
        self._digest, self._request, self.read, self.parts = "", None, 0, 0

    @property
    def complete(self) -> bool:
        return 0 < self.parts == self.read

    @property
    def missing(self) -> tuple[int, ...]:
        """The parts still to be read, in order; (1,) before the first, since no one knows yet how many there are."""
        return tuple(range(self.read + 1, self.parts + 1)) if self.parts else (1,)

"""The frames of a page and its shadow hosts (SPEC 8.5; rows W-120…W-124).

In: a snapshot and the passes that say what can be done. Out: one row a frame, the top document first, in flat-tree
order; a frame whose content was not captured has a row too. Live values that differ from the authored ones are named:
leaving the frame would lose them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from perception.errors import AmbiguousError
from perception.passes import Passes
from perception.snapshot import Document
from perception.tables.reading import FRAME_ELEMENTS
from perception.tables.selectors import CHECKABLE_TYPES, READ_ONLY_TYPES


class FrameRow(NamedTuple):
    """One frame: `document` is its index, -1 where its content was not captured; `owner` its element, -1 for the top
    one; `elements` and `actions` count what is in it, frames inside left out; `unsaved` are the fields with live values
    of their own."""

    document: int
    owner: int
    frame_id: str
    parent_frame_id: str
    url: str
    elements: int
    actions: int
    unsaved: tuple[int, ...]


class Frames:
    """The frames of one page."""

    def __init__(self, page: Passes) -> None:
        self.page, self.snapshot = page, page.snapshot

    def rows(self, url_filter: str = "") -> list[FrameRow]:
        """The frames whose URL holds `url_filter`, the top document first."""
        return [row for row in self._all() if url_filter in row.url]

    def one(self, url_filter: str) -> FrameRow:
        """The only frame whose URL holds `url_filter`. Raises `AmbiguousError` with the candidates."""
        found = self.rows(url_filter)
        if len(found) != 1:
            candidates = [row.url for row in found or self._all()]
            raise AmbiguousError(f"frame with {url_filter!r} in its URL", len(found), candidates)
        return found[0]

    def _all(self) -> Iterator[FrameRow]:
        s = self.snapshot
        owners = [i for i in self.page.query.dom.elements if s.tag[i] in FRAME_ELEMENTS]
        for document in s.documents:
            if document.owner < 0:
                yield self._captured(document)
        for i in self.page.query.in_order(owners):
            if i in s.content_document:
                yield self._captured(s.documents[s.content_document[i]])
            else:
                yield self._missing(i)

    def _captured(self, document: Document) -> FrameRow:
        s, begin, end = self.snapshot, document.begin, document.end
        elements = sum(self.page.query.is_element(i) for i in range(begin, end))
        actions = sum(self.page.listing.is_interactive(i) for i in range(begin, end))
        parent = s.documents[s.document[document.owner]].frame_id if document.owner >= 0 else ""
        unsaved = tuple(i for i in range(begin, end) if self._is_unsaved(i))
        return FrameRow(
            document.index, document.owner, document.frame_id, parent, document.url, elements, actions, unsaved
        )

    def _missing(self, i: int) -> FrameRow:
        s = self.snapshot
        attrs = s.attrs(i)
        url = "about:srcdoc" if "srcdoc" in attrs else attrs.get("src", "about:blank")
        return FrameRow(-1, i, "", s.documents[s.document[i]].frame_id, url, 0, 0, ())

    def _is_unsaved(self, i: int) -> bool:
        """Whether the user, or a script, has changed the field: its live state differs from the markup's."""
        s, live = self.snapshot, self.page.query.live
        if live.is_html(i, "textarea"):
            return live.value(i).splitlines() != self._authored_text(i).splitlines()
        if live.is_html(i, "select"):
            return self._chosen(i) != self._chosen_at_first(i)
        kind = live.type_of(i)
        if kind in CHECKABLE_TYPES:
            return (i in s.input_checked) != ("checked" in s.attrs(i))
        if not kind or kind in READ_ONLY_TYPES - {"file"}:
            return False
        return live.value(i) != s.attrs(i).get("value", "")

    def _authored_text(self, i: int) -> str:
        s = self.snapshot
        return "".join(s.text(k) for k in range(i + 1, s.subtree_end[i])).removeprefix("\n")

    def _options(self, i: int) -> list[int]:
        s = self.snapshot
        return [k for k in range(i + 1, s.subtree_end[i]) if s.tag[k] == "option"]

    def _chosen(self, i: int) -> list[int]:
        return [k for k in self._options(i) if k in self.snapshot.option_selected]

    def _chosen_at_first(self, i: int) -> list[int]:
        """What a reset would choose. Source: html #selectedness-setting-algorithm."""
        s, options = self.snapshot, self._options(i)
        marked = [k for k in options if "selected" in s.attrs(k)]
        if "multiple" in s.attrs(i):
            return marked
        usable = [k for k in options if not self.page.query.live.controls.disabled_by(k)]
        is_drop_down = s.attrs(i).get("size", "1") in ("", "0", "1")
        return marked[-1:] or (usable[:1] if is_drop_down else [])

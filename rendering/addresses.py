"""Addresses as a reader needs them (SPEC 6.2): short, without a payload, without what is known anyway.

In: the value of an attribute that holds a URL. Out: a clean text of at most `URL_LIMIT` code points and cut marks, ''
where the address leads nowhere. Masking tokens is `perception/secrets.py`'s work, done when the capture was read.
"""

import re

from perception.snapshot import Snapshot
from perception.tables.action_lines import NOTHING_URLS, OPAQUE_URLS, URL_LIMIT
from rendering.text import CUT, clean, cut


class Addresses:
    """Short addresses of one capture, told by document."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._known: dict[int, tuple[str, str]] = {}
        self._short: dict[tuple[int, str], str] = {}

    def short(self, i: int, url: str) -> str:
        """An address in an attribute of node `i` without its own origin or the web's scheme; of the same page the
        fragment alone."""
        key = (self.snapshot.document[i], url)
        known = self._short.get(key)
        if known is None:
            known = self._short[key] = self._told(*key)
        return known

    def _told(self, document: int, url: str) -> str:
        url = clean(url)
        if not url or url == "#":
            return ""
        if _SCHEME.match(url):
            start = url[:16].lower()
            if start.startswith(NOTHING_URLS):
                return ""
            if start.startswith(OPAQUE_URLS):
                return cut(url.partition(",")[0].partition(";")[0], URL_LIMIT).removesuffix(CUT) + CUT
            page, origin = self._page_and_origin(document)
            if page and url.startswith(page + "#"):
                url = url[len(page) :]
            elif origin and url.startswith(origin + "/"):
                url = url[len(origin) :]
            else:
                url = _WEB.sub("//", url)
        url = url.removeprefix("./")
        return url if len(url) <= URL_LIMIT else _shortened(url)

    def _page_and_origin(self, document: int) -> tuple[str, str]:
        known = self._known.get(document)
        if known is None:
            page = self.snapshot.documents[document].url.partition("#")[0]
            origin = _ORIGIN.match(page)
            known = self._known[document] = page, origin.group() if origin else ""
        return known


def _shortened(url: str) -> str:
    """The end of a path says more than its beginning, a query less than both."""
    path = url.partition("?")[0].partition("#")[0]
    if len(path) < URL_LIMIT:
        return cut(url, URL_LIMIT)
    tail = path[-URL_LIMIT:]
    step = tail.find("/")
    tail = tail[step:] if 0 <= step < URL_LIMIT // 2 else tail
    return CUT + tail + (CUT if len(path) < len(url) else "")


def repeats(url: str, text: str) -> bool:
    """Whether a place on the page is called what the text says: `#billing-address` of "Billing address"."""
    if url[:1] != "#":
        return url == text
    words = _WORD.findall(text.lower())
    said = _WORD.findall(url.lower())
    return bool(said) and set(said) <= {*words, "".join(words)}


_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_WEB = re.compile(r"https?://")
_WORD = re.compile(r"[^\W_]+")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]+")

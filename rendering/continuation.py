"""The token that asks for the next part of a text (SPEC 7.4; rows W-72, W-76).

In: everything that the text depends on. Out: an opaque string that carries it. A token of another capture, another
profile or another call is refused, with the call that starts again.
"""

import base64
import binascii
from typing import NamedTuple

import msgspec

from perception.errors import ContinuationError
from perception.perceive import Page

PREFIX = "tree1."


class Request(NamedTuple):
    """The arguments of a `tree` call."""

    filter: str
    max_depth: int | None
    max_chars: int | None
    ref: str | None
    part: int

    def call(self) -> str:
        """The call as a person writes it, from its first part on."""
        ref = f", ref={self.ref!r}" if self.ref is not None else ""
        return f"tree(filter={self.filter!r}, max_depth={self.max_depth}, max_chars={self.max_chars}{ref}, part=1)"


def token_of(page: Page, r: Request) -> str:
    """A token for the request, good for this page alone."""
    raw = msgspec.json.encode(
        _Token(page.snapshot.digest, *_perceived(page), r.filter, r.max_depth, r.max_chars, r.ref, r.part)
    )
    return PREFIX + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def request_of(page: Page, token: str) -> Request:
    """The request that a token carries. Raises `ContinuationError` where it is of another page, or no token."""
    data = _decoded(token)
    request = Request(data.filter, data.max_depth, data.max_chars, data.ref, data.part)
    if data.digest != page.snapshot.digest:
        raise ContinuationError(f"the token is of another capture; start again with {request.call()}")
    if (data.profile, data.expansion) != _perceived(page):
        raise ContinuationError(
            f"the token is of this capture perceived with profile {data.profile!r}, expansion {data.expansion:g}; "
            f"start again with {request.call()}"
        )
    return request


class _Token(msgspec.Struct, array_like=True):
    """What a token carries: what the page is, then the arguments."""

    digest: str
    profile: str
    expansion: float
    filter: str
    max_depth: int | None
    max_chars: int | None
    ref: str | None
    part: int


def _perceived(page: Page) -> tuple[str, float]:
    return page.profile.name, float(page.viewport_expansion)


def _decoded(token: str) -> _Token:
    body = token.removeprefix(PREFIX)
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        return msgspec.json.decode(raw, type=_Token)
    except (ValueError, binascii.Error) as error:
        raise ContinuationError(f"no token of a tree text ({error}); start again with tree(part=1)") from None

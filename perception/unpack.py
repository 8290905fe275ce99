"""A source in any accepted form -> the bytes of its JSON text (SPEC 1.1 c, 1.5).

In: a path, bytes or a binary file object, as they are or packed with gzip or zstd. Out: the unpacked bytes, never more
than the limit: what is too large is refused before or while it is unpacked, not after. Reads no JSON.
"""

import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, TypeAlias

from perception.errors import CaptureError

Packed: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes]
"""A source that holds JSON text: a `str` is a path, never the text."""

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"

_PIECE = 1 << 20
"""Bytes read or fed to a decompressor at once; what comes out of one is at most 16 times this much."""


def unpacked(source: Packed, limit: int) -> bytes | bytearray:
    """The source's bytes, unpacked. Raises `CaptureError`, and `OSError` where a file cannot be opened or read."""
    data = _packed(source, limit)
    if data[:2] == GZIP_MAGIC:
        return _gunzipped(data, limit)
    if data[:4] == ZSTD_MAGIC:
        return _joined(_unzstd(data, limit), limit, "zstd")
    return data


def _packed(source: Packed, limit: int) -> bytes | bytearray:
    if isinstance(source, str | os.PathLike):
        return _file_bytes(source, limit)
    if isinstance(source, bytes | bytearray):
        data = source
    elif isinstance(source, memoryview):
        data = bytes(source)
    elif callable(getattr(source, "read", None)):
        return _joined(_pieces(source), limit, "the file")
    else:
        raise CaptureError(f"a capture is a path, bytes, a binary file or a dict, not {type(source).__name__}")
    if len(data) > limit:
        raise CaptureError(f"{len(data):,} bytes, the limit is {limit:,}")
    return data


def _file_bytes(path: str | os.PathLike[str], limit: int) -> bytes | bytearray:
    if isinstance(path, str) and path.lstrip().startswith("{"):
        raise CaptureError("a text is taken for a path; give JSON as bytes")
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed by the `with` below; the handler is for opening alone
    except ValueError as error:
        raise CaptureError(f"no path: {error}") from error
    with file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise CaptureError(f"{size:,} bytes, the limit is {limit:,}")
        return _joined(_pieces(file), limit, "the file")


def _pieces(file: IO[Any]) -> Iterator[bytes | bytearray]:
    """A file's content piece by piece; a file that unpacks itself (`gzip.open`) may find that it is broken."""
    try:
        while piece := file.read(_PIECE):
            if not isinstance(piece, bytes | bytearray):
                raise CaptureError("the file must be opened in binary mode")
            yield piece
    except UnicodeDecodeError as error:
        raise CaptureError("the file must be opened in binary mode") from error
    except (EOFError, zlib.error) as error:
        raise CaptureError(str(error)) from error


def _joined(pieces: Iterable[bytes | bytearray], limit: int, what: str) -> bytearray:
    out = bytearray()
    for piece in pieces:
        out += piece
        if len(out) > limit:
            raise CaptureError(f"{what}: more than the limit of {limit:,} bytes")
    return out


def _gunzipped(data: bytes | bytearray, limit: int) -> bytearray:
    """All members of a gzip stream; where its trailer says that it is too large, nothing is kept while that is seen."""
    if len(data) >= 18 and struct.unpack("<I", data[-4:])[0] > limit:
        size = 0
        for piece in _gunzip(data):
            size += len(piece)
            if size > limit:
                raise CaptureError(f"gzip: more than the limit of {limit:,} bytes")
    return _joined(_gunzip(data), limit, "gzip")


def _gunzip(data: bytes | bytearray) -> Iterator[bytes]:
    view = memoryview(data)
    begin, end = 0, len(view)
    while begin < end:
        if bytes(view[begin : begin + 2]) != GZIP_MAGIC:
            if any(view[begin:]):
                raise CaptureError("gzip: bytes that are no gzip follow its end")
            return  # zero padding, as tape archives and some servers append
        member = zlib.decompressobj(wbits=31)
        try:
            while not member.eof:
                if begin >= end and not member.unconsumed_tail:
                    raise CaptureError("gzip: it is cut off")
                fed = member.unconsumed_tail or view[begin : begin + _PIECE]
                begin += 0 if member.unconsumed_tail else len(fed)
                yield member.decompress(fed, 16 * _PIECE)
        except zlib.error as error:
            raise CaptureError(f"gzip: {error}") from error
        begin -= len(member.unused_data)


def _unzstd(data: bytes | bytearray, limit: int) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError as error:
        raise CaptureError("zstd: install domsight[zstd] to read it") from error
    try:
        claimed = zstandard.get_frame_parameters(data).content_size
        if limit < claimed < zstandard.CONTENTSIZE_UNKNOWN:
            raise CaptureError(f"zstd: {claimed:,} bytes unpacked, the limit is {limit:,}")
        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as reader:
            while piece := reader.read(16 * _PIECE):
                yield piece
    except zstandard.ZstdError as error:
        raise CaptureError(f"zstd: {error}") from error

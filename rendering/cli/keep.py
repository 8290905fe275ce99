"""The commands that write captures: `redact` (SPEC 1.6)."""

import gzip
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from perception.redact import redact as redacted
from rendering.cli.shared import (
    STDIN,
    CaptureArgument,
    MaxBytes,
    MaxNodes,
    StylesOption,
    each,
    limits_of,
)
from rendering.cli.terminal import say

OutArgument = Annotated[
    str, typer.Argument(metavar="OUT", help="Where to write; .gz and .zst are packed; - is stdout.", show_default=False)
]


def redact(
    capture: CaptureArgument,
    out: OutArgument,
    styles: StylesOption = None,
    max_nodes: MaxNodes = None,
    max_bytes: MaxBytes = None,
) -> None:
    """Write a capture without passwords, card numbers, codes, hidden values, their copies, and tokens in URLs.

    The written capture gives the same texts. Keys that are not the engine's own (screenshots, accessibility trees) are
    left out.
    """

    def do(name: str) -> None:
        source = sys.stdin.buffer if name == STDIN else name
        data = redacted(source, limits=limits_of(max_nodes, max_bytes), computed_styles=styles, name=name)
        _write(out, data)
        if out != STDIN:
            say(f"{len(data):,} bytes of JSON", subject=out)

    each([capture], do)


def _write(out: str, data: bytes) -> None:
    if out == STDIN:
        sys.stdout.buffer.write(data + b"\n")
        return
    path = Path(out)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(_PACKERS.get(path.suffix, bytes)(data))
        os.replace(part, path)  # the old file stays until the new one is whole
    finally:
        part.unlink(missing_ok=True)


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _zstandard(data: bytes) -> bytes:
    try:
        import zstandard
    except ImportError as error:
        raise typer.BadParameter("install domsight[zstd] to write .zst files") from error
    return zstandard.ZstdCompressor().compress(data)


_PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": _gzipped, ".zst": _zstandard}

"""A worker process: items in on stdin, finished rows out on stdout, one after the other (SPEC 10).

In: frames of msgpack, each behind its length: first a `Start`, then `Item`s. Out: an empty frame when it is ready, then
a frame with a `Done` for each item. It ends when stdin does. What else is printed in it goes to stderr.
"""

import os
import struct
import sys
from contextlib import suppress
from typing import IO

import msgspec

from rendering.batch.items import Item
from rendering.batch.job import perform
from rendering.batch.options import Options

_HEAD = struct.Struct("<Q")


class Start(msgspec.Struct):
    """The first frame."""

    options: Options


def framed(value: object) -> bytes:
    """A value as a frame."""
    data = msgspec.msgpack.encode(value)
    return _HEAD.pack(len(data)) + data


def frame_end(buffer: bytes | bytearray) -> int:
    """Where the first frame of a buffer ends; -1 if it is not all there."""
    if len(buffer) < _HEAD.size:
        return -1
    end = _HEAD.size + int(_HEAD.unpack_from(buffer)[0])
    return end if len(buffer) >= end else -1


def frame_body(buffer: bytes | bytearray, end: int) -> memoryview:
    return memoryview(buffer)[_HEAD.size : end]


def _read_frame(file: IO[bytes]) -> bytes | None:
    head = file.read(_HEAD.size)
    return file.read(_HEAD.unpack(head)[0]) if len(head) == _HEAD.size else None


def _limit_memory(megabytes: int) -> None:
    """Let this process take so much more address space than it has now."""
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    limit = now + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main() -> None:
    """The process's whole life."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    first = _read_frame(sys.stdin.buffer)
    if first is None:
        return
    options = msgspec.msgpack.decode(first, type=Start).options
    if options.megabytes is not None:
        _limit_memory(options.megabytes)
    with suppress(BrokenPipeError):  # who asked was killed
        _answer(out, None)
        while (data := _read_frame(sys.stdin.buffer)) is not None:
            _answer(out, perform(msgspec.msgpack.decode(data, type=Item), options))


def _answer(out: IO[bytes], value: object) -> None:
    out.write(framed(value))
    out.flush()


if __name__ == "__main__":
    main()

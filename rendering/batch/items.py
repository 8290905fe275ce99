"""Inputs as a person names them -> the captures that they are (SPEC 10).

In: files, folders, globs, tar and zip archives, fsspec URLs. Out: `Item`s in a fixed order: that of the inputs; folders
and globs sorted by name, archives as they are packed. Nothing is decoded here; an input that cannot be listed is one
item with an error.
"""

import glob
import io
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from perception.errors import CaptureError

SUFFIXES = (".json", ".json.gz", ".json.zst", ".html", ".htm")
"""What is a capture in a folder or an archive, by its name."""

ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")


class Failure(msgspec.Struct, frozen=True):
    """Why there is no capture: `kind` is an error's class or `time`, `memory`, `died`, `internal`."""

    kind: str
    reason: str
    where: str = ""


class Item(msgspec.Struct):
    """One capture: `name` is unique in a batch, `path` or `url` says where it is; an archive's member has `data`."""

    name: str
    path: str | None = None
    url: str | None = None
    data: bytes | None = None
    failure: Failure | None = None


def listed(inputs: Sequence[str]) -> list[str]:
    """The names of all captures, in order, each once."""
    return list(dict.fromkeys(item.name for given in inputs for item in _items(given, None, 0)))


def items(inputs: Sequence[str], skip: int, limit: int) -> Iterator[Item]:
    """The captures from number `skip` on; members of archives are read as they come, at most `limit` bytes of each."""
    seen: set[str] = set()
    for given in inputs:
        for item in _items(given, lambda: len(seen) >= skip, limit):
            if item.name not in seen:
                seen.add(item.name)
                if len(seen) > skip:
                    yield item


Wanted = Callable[[], bool]


def _items(given: str, wanted: Wanted | None, limit: int) -> Iterator[Item]:
    """The captures of one input; `wanted` says whether the next one's content is needed (None: only names are)."""
    try:
        if "://" in given:
            yield from _of_url(given)
        elif given.endswith(ARCHIVES) and os.path.isfile(given):
            yield from _of_archive(given, wanted, limit)
        elif os.path.isdir(given):
            yield from (Item(path, path=path) for path in _walk(given))
        elif glob.has_magic(given) and not os.path.exists(given):
            found = sorted(path for path in glob.glob(given, recursive=True) if os.path.isfile(path))
            if not found:
                yield Item(given, failure=Failure("FileNotFoundError", "no file matches"))
            yield from (Item(path, path=path) for path in found)
        else:
            yield Item(given, path=given)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield Item(given, failure=Failure(type(error).__name__, reason))


def _walk(folder: str) -> Iterator[str]:
    """The captures below a folder; an archive in it is none."""
    for path in sorted(Path(folder).rglob("*")):
        if path.name.endswith(SUFFIXES) and path.is_file():
            yield str(path)


# ------------------------------------------------------------------------------------------------ archives


class _Member(NamedTuple):
    """A file in an archive that is open; `open` gives its content."""

    name: str
    size: int
    open: Callable[[], IO[bytes] | None]


def _of_archive(path: str, wanted: Wanted | None, limit: int) -> Iterator[Item]:
    opened = zipfile.ZipFile(path) if path.endswith(".zip") else tarfile.open(path)  # noqa: SIM115 - closed below
    with opened as archive:
        for member in _members(archive):
            name = f"{path}!{member.name}"
            if not member.name.endswith(SUFFIXES):
                continue
            yield Item(name) if wanted is None or not wanted() else _content(name, member, limit)


def _members(archive: zipfile.ZipFile | tarfile.TarFile) -> Iterator[_Member]:
    """The files of an archive, in its order: a packed tar is read from front to back."""
    if isinstance(archive, zipfile.ZipFile):
        for info in archive.infolist():
            if not info.is_dir():
                yield _Member(info.filename, info.file_size, partial(archive.open, info))
    else:
        for entry in archive:
            if entry.isfile():
                yield _Member(entry.name, entry.size, partial(archive.extractfile, entry))


def _content(name: str, member: _Member, limit: int) -> Item:
    if member.size > limit:
        return Item(name, failure=Failure(CaptureError.__name__, f"{member.size:,} bytes, the limit is {limit:,}"))
    try:
        with member.open() or io.BytesIO() as file:
            return Item(name, data=file.read(member.size))
    except (OSError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile, tarfile.TarError) as error:
        return Item(name, failure=Failure(type(error).__name__, str(error)))


# ------------------------------------------------------------------------------------------------ URLs


def _of_url(url: str) -> Iterator[Item]:
    try:
        import fsspec
    except ImportError:
        yield Item(url, failure=Failure("ImportError", "install domsight[batch] to read URLs"))
        return
    try:
        system, path = fsspec.core.url_to_fs(url)
        if glob.has_magic(path):
            found = sorted(system.glob(path))
        elif system.isdir(path):
            found = sorted(p for p in system.find(path) if p.endswith(SUFFIXES))
        else:
            found = [path]
    except (OSError, ValueError, ImportError) as error:
        yield Item(url, failure=Failure(type(error).__name__, str(error)))
        return
    for path in found:
        full = system.unstrip_protocol(path)
        yield Item(full, url=full)

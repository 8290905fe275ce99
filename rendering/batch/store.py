"""The file of rows, as it grows and when it is done (SPEC 10).

In: rows in order, as lines of JSON. Out: `OUT`: JSON Lines, plain or gzip, or Parquet, by its suffix. While a batch
runs its rows are in `OUT.part`, JSON Lines whatever the suffix: what is there after a kill is what `resume` goes on
from. `OUT` appears when it is whole.
"""

import gzip
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice, zip_longest
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from perception.errors import PerceptionError
from rendering.batch.items import Failure
from rendering.batch.options import VIEWS


class ResumeError(PerceptionError, ValueError):
    """An earlier run's rows do not belong to this one; without `resume` the batch starts anew."""


class Head(msgspec.Struct):
    """What is read of a row to go on behind it."""

    capture: str
    error: Failure | None = None


class Store:
    """Rows on their way to `out`. `done`: the heads of the rows that an earlier run has left; `close` makes `out`."""

    def __init__(self, out: Path, fingerprint: str, names: Sequence[str], *, resume: bool) -> None:
        self.form = _form_of(out)
        self.out = out
        self.part = out.with_name(f"{out.name}.part")
        self.run = out.with_name(f"{out.name}.run")
        self.done: list[Head] = []
        self.is_finished = resume and out.exists() and not self.part.exists()
        if self.is_finished:
            self.done = self._heads(self.form.heads(out), names)
            if len(self.done) < len(names):
                raise ResumeError(f"{out} is finished, and has fewer captures than there are: other inputs")
            return
        self.file = self._locked()
        if resume:
            self._take_up(fingerprint, names)
        else:
            self.file.truncate(0)
        self.run.write_text(fingerprint, encoding="ascii")

    def _locked(self) -> IO[bytes]:
        """The file of rows, to append to; only one batch at a time writes it."""
        file = self.part.open("ab")
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            return file  # no locks on this system: two batches with one OUT are the caller's fault
        except OSError as error:
            file.close()
            raise ResumeError(f"another batch is writing {self.part}") from error
        return file

    def _take_up(self, fingerprint: str, names: Sequence[str]) -> None:
        """Keep the earlier run's whole rows, cut off a torn one."""
        if self.part.stat().st_size == 0:
            return
        if not self.run.exists() or self.run.read_text(encoding="ascii") != fingerprint:
            raise ResumeError(f"{self.part} is of a run with other options; resume with those, or start anew")
        end = _end_of_last_line(self.part)
        os.truncate(self.part, end)
        self.done = self._heads(JSON_LINES.heads(self.part), names)

    def _heads(self, heads: Iterable[Head], names: Sequence[str]) -> list[Head]:
        """The heads, which must be those of the first of these names."""
        out = []
        for head, name in zip_longest(heads, names):
            if head is None:
                break
            if head.capture != name:
                raise ResumeError(f"{self.out} has {head.capture} where {name or 'nothing'} is expected: other inputs")
            out.append(head)
        return out

    def write(self, row: bytes) -> None:
        """A row, in the hands of the system when this returns."""
        self.file.write(row + b"\n")
        self.file.flush()

    def close(self) -> None:
        """Make `out` of the rows, which are all there. A kill in between leaves what `resume` needs."""
        if self.is_finished:
            return
        self.file.close()
        if self.form is JSON_LINES:
            os.replace(self.part, self.out)
        else:
            whole = self.out.with_name(f"{self.out.name}.whole")
            self.form.make(self.part, whole)
            os.replace(whole, self.out)
            self.part.unlink()
        self.run.unlink()

    def leave(self) -> None:
        """Stop, so that a later run can go on."""
        if not self.is_finished:
            self.file.close()


def _end_of_last_line(path: Path) -> int:
    """Where the last whole line ends."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        while size:
            begin = max(size - (1 << 20), 0)
            file.seek(begin)
            piece = file.read(size - begin)
            if b"\n" in piece:
                return begin + piece.rindex(b"\n") + 1
            size = begin
    return 0


# ------------------------------------------------------------------------------------------------ forms


class Form(NamedTuple):
    """A form of file: `make(part, whole)` writes it, `heads(path)` reads what rows it has."""

    make: Callable[[Path, Path], None]
    heads: Callable[[Path], Iterator[Head]]


def _form_of(out: Path) -> Form:
    for suffix, form in FORMS.items():
        if out.name.endswith(suffix):
            return form
    raise ValueError(f"{out.name}: a batch writes {', '.join(FORMS)}")


def _plain(part: Path, whole: Path) -> None:
    shutil.copyfile(part, whole)


def _plain_heads(path: Path) -> Iterator[Head]:
    with path.open("rb") as file:
        yield from map(_HEAD.decode, file)


def _gzipped(part: Path, whole: Path) -> None:
    with part.open("rb") as source, whole.open("wb") as target, gzip.GzipFile("", "wb", 6, target, mtime=0) as packed:
        shutil.copyfileobj(source, packed, 1 << 20)


def _gzipped_heads(path: Path) -> Iterator[Head]:
    with gzip.open(path) as file:
        yield from map(_HEAD.decode, file)


_HEAD = msgspec.json.Decoder(Head)

ROW_GROUP = 256
"""Rows that are held at a time."""


def _parquet(part: Path, whole: Path) -> None:
    pyarrow: Any = import_module("pyarrow")  # untyped
    parquet: Any = import_module("pyarrow.parquet")
    with part.open("rb") as lines:
        views = _views_of(lines)
        schema = pyarrow.schema([*_COLUMNS.items(), *((view, "string") for view in views)])
        lines.seek(0)
        with parquet.ParquetWriter(whole, schema, compression="zstd") as writer:
            while group := list(islice(lines, ROW_GROUP)):
                writer.write_table(pyarrow.Table.from_pylist([_flat(line, views) for line in group], schema))


def _parquet_heads(path: Path) -> Iterator[Head]:
    parquet: Any = import_module("pyarrow.parquet")
    columns = ["capture", "error_kind", "error_reason", "error_where"]
    for row in parquet.read_table(path, columns=columns).to_pylist():
        failure = Failure(row["error_kind"], row["error_reason"], row["error_where"]) if row["error_kind"] else None
        yield Head(row["capture"], failure)


_COLUMNS: Mapping[str, str] = {
    "capture": "string",
    "ok": "bool",
    "url": "string",
    "title": "string",
    "nodes": "int64",
    "error_kind": "string",
    "error_where": "string",
    "error_reason": "string",
}
"""Column -> type, before the views'; facts are JSON text."""


def _views_of(lines: Iterable[bytes]) -> list[str]:
    """The views that the first row without an error has."""
    for line in lines:
        row: dict[str, Any] = msgspec.json.decode(line)
        if row["ok"]:
            return [view for view in VIEWS if view in row]
    return []


def _flat(line: bytes, views: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.json.decode(line)
    error = row.get("error") or {}
    out = {name: row.get(name, error.get(name.removeprefix("error_"))) for name in _COLUMNS}
    for view in views:
        value = row.get(view)
        out[view] = value if value is None or isinstance(value, str) else msgspec.json.encode(value).decode()
    return out


JSON_LINES = Form(_plain, _plain_heads)

FORMS: Mapping[str, Form] = {
    ".jsonl": JSON_LINES,
    ".jsonl.gz": Form(_gzipped, _gzipped_heads),
    ".parquet": Form(_parquet, _parquet_heads),
}
"""Suffix -> form: a further one is two functions and a row."""

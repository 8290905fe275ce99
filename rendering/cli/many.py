"""The command for many captures: `batch` (SPEC 10)."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from perception import PerceptionError
from rendering import batch as batches
from rendering.axtree import FILTERS
from rendering.batch.options import VIEWS
from rendering.batch.store import FORMS
from rendering.cli.shared import (
    AsJson,
    Expansion,
    MaxBytes,
    MaxNodes,
    ProfileOption,
    StylesOption,
    ViewportOption,
    limits_of,
    one_of,
)
from rendering.cli.terminal import complain, say, write_json
from rendering.cli.views import LETTERS, Scheme

SHOWN_FAILURES = 20
"""How many failed captures are named on a terminal; --json names all."""

Inputs = Annotated[
    list[str],
    typer.Argument(metavar="IN", help="Captures, folders, globs, tar and zip archives, URLs.", show_default=False),
]
Out = Annotated[
    str, typer.Option("--out", "-o", metavar="OUT", help=f"The file of rows: {', '.join(FORMS)}.", show_default=False)
]
Views = Annotated[
    list[str] | None, typer.Option("--view", help="What to write; can be given several times.", **one_of(VIEWS))
]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=0, help="Processes; without it one a processor.")]
Dask = Annotated[
    str | None, typer.Option("--dask", metavar="ADDRESS|local", help="Work on the cluster of this scheduler.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on behind the rows that an ended run has left.")]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0.001, metavar="S", help="Give a capture so long.")]
Megabytes = Annotated[
    int | None, typer.Option("--megabytes", min=1, metavar="MB", help="Give a capture so much memory.")
]
DEFAULT = batches.Options()
MaxOutput = Annotated[int, typer.Option("--max-output", min=1, metavar="BYTES", help="Refuse rows of more bytes.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but which captures failed.")]


def batch(
    inputs: Inputs,
    out: Out,
    view: Views = None,
    jobs: Jobs = None,
    dask: Dask = None,
    resume: Resume = False,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    quiet: Quiet = False,
    scheme: Scheme = LETTERS,
    filter: Annotated[str, typer.Option("--filter", "-f", help="Nodes of the tree.", **one_of(FILTERS))] = "all",
    max_chars: Annotated[int | None, typer.Option("--max-chars", min=1, help="Of a tree's text.")] = None,
    expansion: Expansion = 0,
    profile: ProfileOption = "default",
    viewport: ViewportOption = None,
    styles: StylesOption = None,
    max_nodes: MaxNodes = None,
    max_bytes: MaxBytes = None,
    max_output: MaxOutput = DEFAULT.max_output,
    as_json: AsJson = False,
) -> None:
    """Write one row for every capture: the same bytes whatever the number of workers, errors as rows too."""
    limits = limits_of(max_nodes, max_bytes)
    options = batches.Options(
        views=tuple(dict.fromkeys(view or ("actions",))),
        expansion=expansion,
        profile=profile,
        scheme=scheme,
        filter=filter,
        max_chars=max_chars,
        viewport=(viewport.width, viewport.height) if viewport else None,
        computed_styles=tuple(styles) if styles else None,
        max_nodes=limits.nodes,
        max_bytes=limits.unpacked_bytes,
        max_output=max_output,
        seconds=seconds,
        megabytes=megabytes,
    )
    try:
        with _bar(quiet) as progress:
            summary = batches.run(inputs, out, options, jobs=jobs, dask=dask, resume=resume, progress=progress)
    except (PerceptionError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    except (OSError, RuntimeError, ImportError) as error:
        complain(str(error), subject=out)
        raise typer.Exit(1) from error
    except KeyboardInterrupt:
        complain("ended; go on with --resume", subject=out)
        raise typer.Exit(1) from None
    _report(summary, out, as_json=as_json, quiet=quiet)
    if summary.failures:
        raise typer.Exit(1)


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[batches.Progress], None] | None]:
    """A progress bar where a person looks on."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("[red]{task.fields[failed]}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("captures", total=None, rate="", failed="")

        def show(progress: batches.Progress) -> None:
            speed = bar.tasks[0].speed
            bar.update(
                task,
                completed=progress.done,
                total=progress.total,
                rate=f"{speed:.1f}/s" if speed else "",
                failed=f"{progress.failed} failed" if progress.failed else "",
            )

        yield show


def _report(summary: batches.Summary, out: str, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        write_json(_summary(summary, out))
    for name, failure in summary.failures[:SHOWN_FAILURES]:
        complain(": ".join(filter(None, (failure.where, failure.reason))), subject=name)
    if len(summary.failures) > SHOWN_FAILURES:
        complain(f"and {len(summary.failures) - SHOWN_FAILURES} more; every failure is a row of {out}")
    if quiet:
        return
    done = summary.total - summary.resumed
    rate = f", {done / summary.seconds:.1f}/s" if done and summary.seconds else ""
    resumed = f", {summary.resumed} of an earlier run" if summary.resumed else ""
    counts = f"{summary.total} captures, {len(summary.failures)} failed{resumed}"
    say(f"{counts}; {summary.seconds:.1f} s{rate}", subject=out)
    if done:
        say("slowest: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in summary.slowest))


def _summary(summary: batches.Summary, out: str) -> dict[str, Any]:
    return {
        "out": out,
        "captures": summary.total,
        "failed": len(summary.failures),
        "resumed": summary.resumed,
        "seconds": round(summary.seconds, 3),
        "failures": [{"capture": name, "error": msgspec.to_builtins(failure)} for name, failure in summary.failures],
        "slowest": [{"capture": name, "seconds": round(seconds, 3)} for name, seconds in summary.slowest],
    }

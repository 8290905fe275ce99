"""What all commands share: captures as arguments, how to read and perceive them, one error policy (SPEC 11).

In: a function (page, own options) -> `Output`. Out: a command that takes any number of captures and the common options.
A capture that fails is named on stderr, the others are done all the same.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

import perception
from perception import Limits, Page, Snapshot, Viewport
from rendering.cli.terminal import Output, complain, error_text, write_json, write_line

STDIN = "-"
DEFAULT_LIMITS = Limits()


def one_of(names: Iterable[str]) -> Any:
    """What typer needs of an option that takes one of these names."""
    known = tuple(names)

    def parse(text: str) -> str:
        if text not in known:
            raise typer.BadParameter(f"{text!r} is none of {', '.join(known)}")
        return text

    return {"parser": parse, "metavar": "|".join(known)}


def _viewport(text: str) -> Viewport:
    """WIDTHxHEIGHT in CSS px."""
    width, _, height = text.lower().partition("x")
    try:
        return Viewport(float(width), float(height))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not WIDTHxHEIGHT, such as 1280x800") from None


def _style_names(text: str) -> list[str]:
    """`default`, names with commas, or a file that holds names."""
    if text == "default":
        return list(perception.COMPUTED_STYLES)
    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise typer.BadParameter(f"cannot read {text[1:]}: {error}") from None
    return [name for name in text.replace(",", " ").split() if name]


CaptureArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="CAPTURE", help="Capture files, plain or packed (gzip, zstd); - is stdin.", show_default=False
    ),
]
CaptureArgument = Annotated[
    str, typer.Argument(metavar="CAPTURE", help="A capture file, plain or packed; - is stdin.", show_default=False)
]
OldArgument = Annotated[str, typer.Argument(metavar="OLD", help="The earlier capture.", show_default=False)]
NewArgument = Annotated[str, typer.Argument(metavar="NEW", help="The later capture.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, one value a line.")]
ViewportOption = Annotated[
    Any,
    typer.Option("--viewport", parser=_viewport, metavar="WxH", help="Window size of a bare captureSnapshot result."),
]
StylesOption = Annotated[
    Any,
    typer.Option(
        "--styles",
        parser=_style_names,
        metavar="NAMES",
        help="Style names of a bare result: a,b,c or @FILE or 'default'.",
    ),
]
MaxNodes = Annotated[
    int | None,
    typer.Option("--max-nodes", min=1, help=f"Refuse captures with more nodes; without it {DEFAULT_LIMITS.nodes:,}."),
]
MaxBytes = Annotated[
    int | None,
    typer.Option(
        "--max-bytes",
        min=1,
        help=f"Refuse captures that unpack to more bytes; without it {DEFAULT_LIMITS.unpacked_bytes:,}.",
    ),
]
Expansion = Annotated[
    float,
    typer.Option("--expansion", "-e", help="Widen the window by so many CSS px on all sides; -1 is the whole page."),
]
ProfileOption = Annotated[
    str, typer.Option("--profile", help="The rules to perceive and write by.", **one_of(perception.PROFILES))
]


def limits_of(max_nodes: int | None, max_bytes: int | None) -> Limits:
    """The limits that the options give."""
    return DEFAULT_LIMITS._replace(
        nodes=max_nodes or DEFAULT_LIMITS.nodes, unpacked_bytes=max_bytes or DEFAULT_LIMITS.unpacked_bytes
    )


def reading(
    viewport: ViewportOption = None,
    styles: StylesOption = None,
    max_nodes: MaxNodes = None,
    max_bytes: MaxBytes = None,
) -> Callable[[str], Snapshot]:
    """A function that reads one capture as the options say."""
    limits = limits_of(max_nodes, max_bytes)

    def read(name: str) -> Snapshot:
        source = sys.stdin.buffer if name == STDIN else name
        return perception.load(source, limits=limits, viewport=viewport, computed_styles=styles, name=name)

    return read


def _perceiving(
    expansion: Expansion = 0, profile: ProfileOption = perception.DEFAULT.name, **options: Any
) -> Callable[[str], Page]:
    """A function that reads and perceives one capture as the options say."""
    read = reading(**options)
    rules = perception.PROFILES[profile]
    return lambda name: perception.perceive(read(name), viewport_expansion=expansion, profile=rules)


def _options_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    return {p.name: p for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD}


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


COMMON_OPTIONS = {
    **_options_of(_perceiving),
    **_options_of(reading),
    "as_json": _parameter("as_json", AsJson, default=False),
}
"""The options that every command on pages has, by parameter."""


def each(names: Sequence[str], do: Callable[[str], bool | None]) -> None:
    """Do something for every capture; those that raise, or give False, are named and make the exit status 1."""
    if names.count(STDIN) > 1:
        raise typer.BadParameter("- can be given once only")
    failed = [name for name in names if not _succeeds(do, name)]
    if failed and len(names) > 1:
        complain(f"{len(failed)} of {len(names)} captures failed: {', '.join(failed)}")
    if failed:
        raise typer.Exit(1)


WRONG_USAGE = (perception.SelectorError, perception.UnknownNameError, perception.BudgetError)
"""Errors that every capture would give: the command line is at fault."""


def _succeeds(do: Callable[[str], bool | None], name: str) -> bool:
    try:
        return do(name) is not False
    except WRONG_USAGE as error:
        raise typer.BadParameter(str(error)) from error
    except (BrokenPipeError, typer.BadParameter):
        raise
    except Exception as error:  # the per-file loop: a fault of ours in one capture must not cost the others
        complain(error_text(error, name), subject=name)
        return False


def write(name: str, output: Output, *, as_json: bool, several: bool) -> None:
    """One capture's output; with its name where there are several captures, and always in JSON that was asked for."""
    if output.lines is None or as_json:
        data = output.data()
        for value in data if isinstance(data, Iterator) else [data]:
            write_json({"capture": name, **value} if as_json or several else value)
        return
    if several:
        write_line(f"==> {name} <==")
    for line in output.lines():
        write_line(line)


def page_command(
    view: Callable[..., Output], captures: Literal["several", "one", "two"] = "several"
) -> Callable[..., None]:
    """The command for a view: its own options, and those by which captures are read and perceived.

    The view's first parameter is the page (with `two` the first two); the others, annotated for typer, become its own
    arguments and options. With `one` or `two` the command takes no more captures than that.
    """
    own = list(inspect.signature(view).parameters.values())[2 if captures == "two" else 1 :]
    common = [COMMON_OPTIONS[name] for name in (*_options_of(_perceiving), *_options_of(reading))]

    def command(as_json: bool, **options: Any) -> None:
        page_of = _perceiving(**{k: v for k, v in options.items() if k in COMMON_OPTIONS})
        own_options = {p.name: options[p.name] for p in own}
        names = options["captures"] if captures == "several" else [options["capture"]]

        def do(name: str) -> None:
            pages = [page_of(name)]
            if captures == "two":
                pages.append(page_of(options["new"]))
            write(name, view(*pages, **own_options), as_json=as_json, several=len(names) > 1)

        each(names, do)

    parameters = [*_CAPTURE_PARAMETERS[captures], *own, *common, COMMON_OPTIONS["as_json"]]
    return _typed(command, view, parameters)


_CAPTURE_PARAMETERS = {
    "several": [_parameter("captures", CaptureArguments)],
    "one": [_parameter("capture", CaptureArgument)],
    "two": [_parameter("capture", OldArgument), _parameter("new", NewArgument)],
}


def _typed(
    command: Callable[..., None], view: Callable[..., Any], parameters: Iterable[inspect.Parameter]
) -> Callable[..., None]:
    """The command with the signature that typer reads, named and described as the view."""
    keyword = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
    command.__name__, command.__doc__ = view.__name__, view.__doc__
    command.__signature__ = inspect.Signature(keyword)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in keyword}
    return command

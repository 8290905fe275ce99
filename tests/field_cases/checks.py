"""What each key of an assertion asks. A check gives the problems that it finds, none where the entry holds."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import ids
import perception
import rendering
from perception import SelectorError
from tests.field_cases.case import Case, Entry, Fact, NotBuilt

Check = Callable[[Case, Entry], Iterator[str]]


def flat(text: object) -> str:
    """White space trimmed and collapsed."""
    return " ".join(str(text if text is not None else "").split())


def differs(key: str, want: object, got: object) -> Iterator[str]:
    if want != got:
        yield f"{key}: wanted {want!r}, got {got!r}"


# ---------------------------------------------------------------------------------------------------- one element


def interactive(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("interactive", entry["interactive"], case.fact(entry["selector"])["id"] is not None)


def visible(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("visible", entry["visible"], case.fact(entry["selector"])["visible"])


def in_viewport(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("inViewport", entry["inViewport"], bool(case.window_fact(entry["selector"])["in_viewport"]))


def occluded(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("occluded", entry["occluded"], bool(case.window_fact(entry["selector"])["occluded"]))


def box(case: Case, entry: Entry) -> Iterator[str]:
    got = case.window_fact(entry["selector"])["rect"] or [None] * 4
    tolerance = entry.get("tolerance", 1)
    for edge, want, have in zip("xywh", entry["box"], got, strict=True):
        if want is not None and (have is None or abs(want - have) > tolerance):
            yield f"box {edge}: wanted {want}, got {have}"


def name(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("name", flat(entry["name"]), flat(case.fact(entry["selector"])["name"]))


def role(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("role", entry["role"], case.fact(entry["selector"])["role"])


def value(case: Case, entry: Entry) -> Iterator[str]:
    got = case.fact(entry["selector"])["value"]
    yield from differs("value", entry["value"], str(got if got is not None else ""))


def states(case: Case, entry: Entry) -> Iterator[str]:
    have = case.fact(entry["selector"])["states"]
    for state, want in entry["states"].items():
        got = have.get(state, False)
        if str(want).lower() != str(got).lower():
            yield f"{state}: wanted {want!r}, got {got!r}"


# ---------------------------------------------------------------------------------------------------- texts


def texts(case: Case, entry: Entry) -> dict[str, str]:
    """The chosen views."""
    view = entry.get("view", "all")
    return case.views if view == "all" else {view: case.views[view]}


def text_present(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        if flat(entry["textPresent"]) not in flat(text):
            yield f"{view} lacks {entry['textPresent']!r}"


def text_absent(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        if flat(entry["textAbsent"]) in flat(text):
            yield f"{view} has {entry['textAbsent']!r}"


def text_count(case: Case, entry: Entry) -> Iterator[str]:
    want = entry["textCount"]
    edge = r"\b" if want.get("wordBounded") else ""
    pattern = edge + re.escape(flat(want["text"])) + edge
    for view, text in texts(case, entry).items():
        count = len(re.findall(pattern, flat(text)))
        if count > want["count"] or (count < want["count"] and not want.get("max")):
            yield f"{view} has {want['text']!r} {count} times, wanted {want['count']}"


def text_order(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        at, whole = 0, flat(text)
        for part in entry["textOrder"]:
            at = whole.find(flat(part), at)
            if at < 0:
                yield f"{view} lacks {part!r} in its place"
                break
            at += len(flat(part))


def max_chars(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        if len(text) > entry["maxChars"]:
            yield f"{view} has {len(text)} characters"


def no_line_matches(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        found = next((line for line in text.splitlines() if re.search(entry["noLineMatches"], line)), None)
        if found is not None:
            yield f"{view} has the line {found[:80]!r}"


def well_formed(case: Case, entry: Entry) -> Iterator[str]:
    for view, text in texts(case, entry).items():
        if entry["wellFormed"] and not is_well_formed(text):
            yield f"{view} has a lone surrogate"


def is_well_formed(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


def round_trip(case: Case, entry: Entry) -> Iterator[str]:
    parse = getattr(rendering, "parse", None)
    if parse is None:
        raise NotBuilt("rendering.parse")
    for view, text in texts(case, entry).items() if entry["roundTrip"] else ():
        read = {item.id: item for item in parse(text) if item.id}
        if view == "actions":
            yield from (f"{id} is not read back" for id in case.labels if id not in read)
        for id, item in read.items():
            node = case.labels[id] if id in case.labels else case.registry.lookup(id)
            if node is None:
                yield f"{view}: {id} is read but was never given"
            elif node.is_element:
                yield from _read_back(id, item, case.fact_of(node))


def _read_back(id: str, item: Any, fact: Fact) -> Iterator[str]:
    """A name may be cut, and left out where it is only what the line's text says."""
    want, got = flat(fact["name"]), flat(item.name)
    is_cut = got.endswith("...") and want.startswith(got.removesuffix("..."))
    if got != want and not is_cut and not (not got and flat(item.text).removesuffix("...") in want):
        yield f"{id}: read name {item.name!r}, the element's is {fact['name']!r}"
    yield from (f"{id}: state {state} was never set" for state in item.states if state not in fact["states"])


def pages(case: Case, entry: Entry) -> Iterator[str]:
    want = entry["pages"]
    parts = list(_parts(case, want["pageChars"]))
    whole = case.views["tree"]
    bodies = [part.body for part in parts]
    if want.get("wholeLines"):
        lines = set(whole.split("\n"))
        cut = [line for body in bodies for line in body.split("\n") if line not in lines]
        yield from (f"a page ends within the line {line[:60]!r}" for line in cut[:1])
    if want.get("coverAll") and "\n".join(bodies) != whole:
        yield "the pages together are not the whole text"
    if want.get("stable") and [part.text for part in _parts(case, want["pageChars"])] != [p.text for p in parts]:
        yield "asking again gives other pages"
    if "lastContains" in want and want["lastContains"] not in parts[-1].text:
        yield f"the last page lacks {want['lastContains']!r}"
    limit = want.get("maxPageChars", want["pageChars"])
    yield from (
        f"page {k} has {len(part.text)} characters" for k, part in enumerate(parts, 1) if len(part.text) > limit
    )
    if want.get("wellFormed"):
        yield from (f"page {k} has a lone surrogate" for k, p in enumerate(parts, 1) if not is_well_formed(p.text))


def _parts(case: Case, size: int) -> Iterator[rendering.Tree]:
    """All pages of the tree."""
    part = rendering.tree(case.whole, case.registry, filter="all", max_depth=None, max_chars=size)
    yield part
    while part.continuation is not None:
        part = rendering.tree(case.whole, case.registry, continuation=part.continuation)
        yield part


# ---------------------------------------------------------------------------------------------------- ids and refs


def any_interactive(case: Case, entry: Entry) -> Iterator[str]:
    if all(case.fact(selector)["id"] is None for selector in entry["anyInteractive"]):
        yield f"none of {entry['anyInteractive']} has an id"


def unique_ids(case: Case, entry: Entry) -> Iterator[str]:
    counts = Counter(f["id"] for f in case.all_facts if f["id"])
    yield from (f"{id} names {n} elements" for id, n in counts.items() if n > 1 and entry["uniqueIds"])
    case.registry.observe(case.whole)
    elements = [case.whole.node(i) for i in case.whole.flat_tree.order if case.whole.is_element(i)]
    refs = Counter(case.registry.ref(node) for node in elements)
    yield from (f"{ref} names {n} elements" for ref, n in refs.items() if n > 1 and entry["uniqueIds"])


def distinct(case: Case, entry: Entry) -> Iterator[str]:
    case.registry.observe(case.whole)
    for what, given in (
        ("ids", [case.fact(selector)["id"] for selector in entry["distinct"]]),
        ("refs", [case.registry.ref(case.node(selector)) for selector in entry["distinct"]]),
    ):
        if None in given or len(set(given)) < len(given):
            yield f"{what} {given}"


def no_ref_collision(case: Case, entry: Entry) -> Iterator[str]:
    _ = case.views
    for text in entry["noRefCollision"]:
        if text in case.labels or case.registry.lookup(text) is not None:
            yield f"{text} resolves to an element"


def stable(case: Case, entry: Entry) -> Iterator[str]:
    want, registry = entry["stable"], ids.RefRegistry()
    refs: dict[str, dict[str, str]] = {}
    for step, wanted in (("before", ("selectors", "gone")), ("after", ("selectors", "new"))):
        page = perception.perceive(perception.load(case.folder / want[step]), viewport_expansion=-1)
        _ = rendering.tree(page, registry).body
        nodes = {q: page.node(case.index(q, page)) for key in wanted for q in want.get(key, ())}
        refs[step] = {q: registry.ref(node) for q, node in nodes.items()}
        used = {registry.ref(page.node(i)) for i in page.flat_tree.order if page.is_element(i)}
    for q in want["selectors"]:
        yield from differs(f"ref of {q}", refs["before"][q], refs["after"][q])
    for q in want.get("gone", ()):
        if refs["before"][q] in used:
            yield f"the ref of {q} is used again"
    for q in want.get("new", ()):
        if refs["after"][q] in refs["before"].values():
            yield f"{q} got an old ref"


# ---------------------------------------------------------------------------------------------------- the rest


def query(case: Case, entry: Entry) -> Iterator[str]:
    scope = case.node(entry["within"]) if "within" in entry else None
    try:
        found = case.whole.select(entry["query"], scope)
    except SelectorError as error:
        if not entry.get("error"):
            yield f"raises {error}"
        return
    if entry.get("error"):
        yield f"gives {len(found)} elements, wanted an error"
    if "count" in entry:
        yield from differs("count", entry["count"], len(found))
    if "matches" in entry:
        yield from differs("matches", entry["matches"], [node.attributes.get("data-case") for node in found])


def dialog_pruned(case: Case, entry: Entry) -> Iterator[str]:
    yield from differs("dialogPruned", entry["dialogPruned"], any(d.pruned_page for d in case.whole.dialogs))


def dialog_name(case: Case, entry: Entry) -> Iterator[str]:
    dialogs = case.whole.dialogs
    yield from differs("dialogName", flat(entry["dialogName"]), flat(dialogs[0].name) if dialogs else "")


def no_error(case: Case, entry: Entry) -> Iterator[str]:
    """Ask for everything once; what raises is reported by the runner."""
    _ = case.views, case.all_facts, case.whole.dialogs, entry
    for node in map(case.whole.node, case.whole.flat_tree.order):
        case.whole.explain(node)
    yield from ()


def max_seconds(case: Case, entry: Entry) -> Iterator[str]:
    if case.seconds > entry["maxSeconds"]:
        yield f"took {case.seconds:.1f} s"


CHECKS: Mapping[str, Check] = {
    "anyInteractive": any_interactive,
    "box": box,
    "dialogName": dialog_name,
    "dialogPruned": dialog_pruned,
    "distinct": distinct,
    "inViewport": in_viewport,
    "interactive": interactive,
    "maxChars": max_chars,
    "maxSeconds": max_seconds,
    "name": name,
    "noError": no_error,
    "noLineMatches": no_line_matches,
    "noRefCollision": no_ref_collision,
    "occluded": occluded,
    "pages": pages,
    "query": query,
    "role": role,
    "roundTrip": round_trip,
    "stable": stable,
    "states": states,
    "textAbsent": text_absent,
    "textCount": text_count,
    "textOrder": text_order,
    "textPresent": text_present,
    "uniqueIds": unique_ids,
    "value": value,
    "visible": visible,
    "wellFormed": well_formed,
}
"""Key -> its check."""

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "count": ("query",),
    "error": ("query",),
    "matches": ("query",),
    "selector": ("box", "inViewport", "interactive", "name", "occluded", "role", "states", "value", "visible"),
    "tolerance": ("box",),
    "view": (
        "maxChars",
        "noLineMatches",
        "pages",
        "roundTrip",
        "textAbsent",
        "textCount",
        "textOrder",
        "textPresent",
        "wellFormed",
    ),
    "within": ("query",),
}
"""Key that asks nothing by itself -> the checks that it belongs to; without one of them it is a mistake."""

REMARKS = frozenset({"judgement", "why"})


def unread(entry: Mapping[str, Any]) -> list[str]:
    """The keys of an entry that no check reads; an entry without any check is unread as a whole."""
    strange = [key for key in entry if key not in CHECKS and key not in ARGUMENTS and key not in REMARKS]
    alone = [key for key in entry if key in ARGUMENTS and not any(check in entry for check in ARGUMENTS[key])]
    return strange + alone if any(key in CHECKS for key in entry) else [*strange, *alone, "no check at all"]

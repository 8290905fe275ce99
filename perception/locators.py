"""How an executor finds a node again on the live page (SPEC 8.4).

In: a page's DOM tree, roles and names. Out: for an element its locators, best first: test id, CSS, XPath, Playwright's
role locator, each with the path of frames and shadow roots that leads to its tree, and each checked to match nothing
else there. What no page script can reach (closed shadow roots, out-of-process frames) is located by backend node id.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, takewhile
from typing import NamedTuple

from perception.errors import SelectorError
from perception.locator import Locator, Step
from perception.matching import Matcher
from perception.query import Query
from perception.roles import Roles
from perception.selectors import MAX_LENGTH, css_identifier, css_string, parse
from perception.snapshot import DOCUMENT, HTML, Snapshot
from perception.tables.locators import (
    GENERATED,
    HTML_ONLY_NAME,
    MAX_PAIRED,
    MAX_VALUE,
    NAMING_ATTRIBUTES,
    TEST_ID_ATTRIBUTES,
    VALUED_TYPES,
)
from perception.tables.reading import NAMELESS_ROLES
from perception.tables.secrets import MASK
from perception.tables.selectors import CASE_INSENSITIVE_VALUES


class _Condition(NamedTuple):
    """A part of a compound selector and the elements that fulfil it, in wire order; `key` is (attribute, value).

    `is_exact`: no element fulfils it by a value that differs in case only.
    """

    text: str
    key: tuple[str, str]
    nodes: list[int]
    is_generated: bool
    is_exact: bool


class _Found(NamedTuple):
    """A selector that is unique in its tree; `is_approximate` as in `Locator`."""

    selector: str
    is_approximate: bool = False


class _Way(NamedTuple):
    """The steps down to an element, None where they are too many for a selector; `anchor` is where they begin, -1 for
    the root of the tree."""

    found: _Found | None
    anchor: int = -1


class Locators:
    """Locators of one page's elements; what is found for an ancestor serves what is below it."""

    def __init__(
        self,
        snapshot: Snapshot,
        query: Query,
        roles: Roles,
        name: Callable[[int], str],
        is_exposed: Callable[[int], bool],
    ) -> None:
        """`is_exposed`: whether assistive technology meets the node, as role locators ask."""
        self.snapshot, self.query, self.dom, self.roles, self.name = snapshot, query, query.dom, roles, name
        self.is_exposed = is_exposed
        self._counts: dict[tuple[str, str], Counter[object]] = {}
        self._pairs: dict[tuple[tuple[str, str], ...], Counter[object]] = {}
        self._own: dict[int, str] = {}
        self._css: dict[int, _Found | None] = {}
        self._css_ways: dict[int, _Way] = {}
        self._xpath_ways: dict[int, _Way] = {}
        self._paths: dict[int, tuple[Step, ...] | None] = {}
        self._names: dict[tuple[int, str], Counter[str]] = {}
        self._by_role: dict[int, dict[str, list[int]]] = {}

    def best(self, i: int) -> Locator | None:
        """The first of `all`; None for what is no element."""
        return next(self._each(i), None)

    def all(self, i: int) -> tuple[Locator, ...]:
        """Every kind of locator that is unique for the element, best first; empty for what is no element."""
        return tuple(self._each(i))

    def _each(self, i: int) -> Iterator[Locator]:
        if not self.query.is_element(i):
            return
        frame = self.snapshot.documents[self.snapshot.document[i]].frame_id
        path = self._path(self._scope(i))
        if path is not None:
            for kind, find in (
                ("test_id", self._test_id),
                ("css", self.css),
                ("xpath", self._xpath),
                ("role", self._role),
            ):
                found = find(i)
                if found is not None:
                    yield Locator(kind, found.selector, path, frame, found.is_approximate)
        yield Locator("backend", str(self.snapshot.backend_node_id[i]), (), frame)

    def resolve(self, locator: Locator) -> list[int]:
        """The nodes that a locator finds in this page; none where its path leads nowhere. Raises `SelectorError`."""
        s, scope = self.snapshot, self.snapshot.documents[0].begin
        if locator.kind == "backend":
            processes = {d.process for d in s.documents if d.frame_id == locator.frame}
            keys = [(process, int(locator.selector)) for process in processes if locator.selector.isdecimal()]
            return [s.node_of_key[key] for key in keys if key in s.node_of_key]
        for step in locator.path:
            owners = self._in_tree(step.selector, scope)
            if len(owners) != 1 or (step.kind == "frame" and owners[0] not in s.content_document):
                return []
            scope = s.documents[s.content_document[owners[0]]].begin if step.kind == "frame" else owners[0]
        if locator.kind == "role":
            return self._in_role(locator.selector, s.document[scope])
        return (
            self._in_xpath(locator.selector, scope)
            if locator.kind == "xpath"
            else self._in_tree(locator.selector, scope)
        )

    def _in_tree(self, selector: str, scope: int) -> list[int]:
        found = Matcher(selector, self.dom, self.query.live, scope).select(parse(selector))
        return [i for i in found if self._scope(i) == scope]

    def _in_xpath(self, expression: str, scope: int) -> list[int]:
        owner = self.snapshot.documents[self.snapshot.document[scope]].owner
        found = self.query.xpath(f".{expression}", owner) if owner >= 0 else self.query.xpath(expression)
        return [i for i in found if self._scope(i) == scope]

    def _in_role(self, selector: str, document: int) -> list[int]:
        match = _ROLE_SELECTOR.fullmatch(selector)
        if match is None:
            raise SelectorError(selector, 'expected role=ROLE[name="NAME"]')
        name = re.sub(r"\\(.)", r"\1", match[2])
        return [i for i in self._with_role(document, match[1]) if self.name(i) == name]

    # ------------------------------------------------------------------------------------------------ path

    def _scope(self, i: int) -> int:
        return self.query.flat_tree.scope(i)

    def _path(self, scope: int) -> tuple[Step, ...] | None:
        """The way from the top document to a tree; None where it goes through a closed root or another process."""
        missing = []
        while scope not in self._paths:
            missing.append(scope)
            if scope == self.snapshot.documents[0].begin:
                break
            above = self._owner(scope)
            if above is None:
                break
            scope = self._scope(above.node)
        for tree in reversed(missing):
            self._paths[tree] = self._longer_path(tree)
        return self._paths[missing[0] if missing else scope]

    def _longer_path(self, tree: int) -> tuple[Step, ...] | None:
        if tree == self.snapshot.documents[0].begin:
            return ()
        owner = self._owner(tree)
        before = self._paths[self._scope(owner.node)] if owner is not None else None
        found = self.css(owner.node) if owner is not None and before is not None else None
        if owner is None or before is None or found is None:
            return None
        return (*before, Step(owner.kind, found.selector))

    def _owner(self, tree: int) -> "_Owner | None":
        """The frame element or shadow host of a tree, None where page scripts cannot pass it."""
        s = self.snapshot
        if s.node_type[tree] == DOCUMENT:
            document = s.documents[s.document[tree]]
            is_reachable = document.owner >= 0 and document.process == s.documents[0].process
            return _Owner("frame", document.owner) if is_reachable else None
        is_open = self.query.shadow_modes.get(tree) == "open" and self._scope(tree) != tree  # a root that is a host
        return _Owner("shadow", tree) if is_open else None

    # ------------------------------------------------------------------------------------------------ CSS

    def _test_id(self, i: int) -> _Found | None:
        attrs, scope = self.snapshot.attrs(i), self._scope(i)
        for name in TEST_ID_ATTRIBUTES:
            if attrs.get(name) and self._count(self._condition(i, name, attrs[name]))[scope] == 1:
                return _Found(f"[{name}={css_string(attrs[name])}]")
        return None

    def css(self, i: int) -> _Found | None:
        """The shortest unique selector: of the element alone, then below the nearest unique ancestor."""
        if i not in self._css:
            found = self._find_css(i)
            self._css[i] = found if found is not None and len(found.selector) <= MAX_LENGTH else None
        return self._css[i]

    def _find_css(self, i: int) -> _Found | None:
        if own := self._own_css(i):
            return _Found(own)
        way = self._way(i, self._css_ways, self._own_css, self._longer_css)
        below = self._alone_below(i, way.anchor) if way.anchor >= 0 else ""
        return _Found(f"{self._own_css(way.anchor)} {below}") if below else way.found

    def _longer_css(self, before: str, i: int) -> str:
        if not before and self.snapshot.node_type[self._scope(i)] != DOCUMENT:
            before = ":host"
        return f"{before} > {self._css_step(i)}" if before else self._css_step(i)

    def _way(
        self, i: int, known: dict[int, _Way], own: Callable[[int], str], longer: Callable[[str, int], str]
    ) -> _Way:
        """The way to `i` from the nearest element that is unique by itself, or the root of its tree.

        `own`: the selector of such an element, '' of others; `longer`: a way and one step more. What is found for an
        ancestor is a part of it: all elements of a long chain take one pass.
        """
        below, way = [], _Way(_Found(""))
        for p in chain((i,), self._ancestors(i)):
            if p in known:
                way = known[p]
                break
            if unique := own(p):
                way = known[p] = _Way(_Found(unique), p)
                break
            below.append(p)
        for p in reversed(below):
            found = way.found
            if found is not None:
                text = longer(found.selector, p)
                is_approximate = found.is_approximate or self._is_short_of_siblings(p)
                found = _Found(text, is_approximate) if len(text) <= MAX_LENGTH else None
            way = known[p] = _Way(found, way.anchor)
        return way

    def _css_step(self, i: int) -> str:
        tag = css_identifier(self.snapshot.tag[i])
        return tag if self.dom.typed_size(i) == 1 else f"{tag}:nth-of-type({self.dom.typed_position[i]})"

    def _own_css(self, i: int) -> str:
        """The shortest selector of the element's own tag and attributes that is unique in its tree, '' without one."""
        known = self._own.get(i)
        if known is None:
            known = self._own[i] = next(self._unique_compounds(i), "")
        return known

    def _unique_compounds(self, i: int) -> Iterator[str]:
        """Unique compounds: authored conditions before generated ones, single ones before pairs, then by length."""
        scope, tag = self._scope(i), self.snapshot.tag[i]
        conditions, tag_alone = list(self._conditions(i)), self._tag_condition(i)
        for is_generated in (False, True):
            usable = [c for c in conditions if c.is_generated <= is_generated]
            single = ((c,) for c in (*usable, tag_alone) if self._count(c)[scope] == 1)
            yield from self._shortest(i, "", single)
            yield from self._shortest(i, tag, ((c,) for c in usable if self._count(c)[scope, tag] == 1))
            pairs = combinations(usable[:MAX_PAIRED], 2)
            yield from self._shortest(i, tag, (p for p in pairs if self._pair(*p)[scope, tag] == 1))

    def _shortest(self, i: int, tag: str, choices: Iterable[tuple[_Condition, ...]]) -> Iterator[str]:
        """The compounds by length; where values have no case, only those that are unique all the same."""
        for conditions in sorted(choices, key=lambda some: sum(len(c.text) for c in some)):
            text = css_identifier(tag) + "".join(c.text for c in conditions) if tag else conditions[0].text
            if all(c.is_exact for c in conditions) or self._is_unique(text, i):
                yield text

    def _alone_below(self, i: int, anchor: int) -> str:
        """The shortest compound that `i` alone fulfils below an ancestor, '' without one."""
        conditions = [c for c in self._conditions(i) if c.is_exact and not c.is_generated]
        tag = self._tag_condition(i)
        choices = [tag.text] if self._is_alone(i, anchor, tag.nodes) else []
        choices += [tag.text + c.text for c in conditions if self._is_alone(i, anchor, c.nodes)]
        return min(choices, key=len, default="")

    def _is_alone(self, i: int, anchor: int, nodes: list[int]) -> bool:
        """Whether no other of the nodes has the tag of `i` and stands below `anchor` in the same tree."""
        s, scope = self.snapshot, self._scope(i)
        for k in range(bisect_left(nodes, anchor + 1), len(nodes)):
            if nodes[k] >= s.subtree_end[anchor]:
                break
            if nodes[k] != i and s.tag[nodes[k]] == s.tag[i] and self._scope(nodes[k]) == scope:
                return False
        return True

    def _conditions(self, i: int) -> Iterator[_Condition]:
        attrs = self.snapshot.attrs(i)
        is_typed = self.query.live.type_of(i) not in ("", *VALUED_TYPES)  # then its value attribute is a default only
        for name in NAMING_ATTRIBUTES:
            value = attrs.get(name, "")
            if value and len(value) <= MAX_VALUE and MASK not in value and not (is_typed and name == "value"):
                yield self._condition(i, name, value)
        for word in dict.fromkeys(attrs.get("class", "").split()):
            is_exact = self.snapshot.document[i] not in self.dom.quirks
            generated = _looks_generated(word)
            yield _Condition(f".{css_identifier(word)}", ("class", word), self.dom.by_class[word], generated, is_exact)

    def _condition(self, i: int, name: str, value: str) -> _Condition:
        text = f"#{css_identifier(value)}" if name == "id" else f"[{name}={css_string(value)}]"
        is_exact = name not in CASE_INSENSITIVE_VALUES and not (
            name == "id" and self.snapshot.document[i] in self.dom.quirks
        )
        return _Condition(text, (name, value), self.dom.by_value(name)[value], _looks_generated(value), is_exact)

    def _tag_condition(self, i: int) -> _Condition:
        tag = self.snapshot.tag[i]
        return _Condition(css_identifier(tag), ("", tag), self.dom.by_tag[tag], False, True)

    def _count(self, condition: _Condition) -> Counter[object]:
        """How many elements fulfil a condition, by tree and by (tree, tag)."""
        known = self._counts.get(condition.key)
        if known is None:
            known = self._counts[condition.key] = self._counted(condition.nodes)
        return known

    def _pair(self, a: _Condition, b: _Condition) -> Counter[object]:
        """How many elements fulfil both conditions, by tree and by (tree, tag)."""
        known = self._pairs.get((a.key, b.key))
        if known is None:
            fewer, more = sorted((a, b), key=lambda c: len(c.nodes))
            both = [k for k in fewer.nodes if more.key[1] in self._values(k, more.key[0])]
            known = self._pairs[a.key, b.key] = self._counted(both)
        return known

    def _values(self, i: int, name: str) -> Sequence[str]:
        value = self.snapshot.attrs(i).get(name, "")
        return value.split() if name == "class" else (value,)

    def _counted(self, nodes: Iterable[int]) -> Counter[object]:
        tag = self.snapshot.tag
        out: Counter[object] = Counter()
        for i in nodes:
            scope = self._scope(i)
            out[scope] += 1
            out[scope, tag[i]] += 1
        return out

    def _is_unique(self, selector: str, i: int) -> bool:
        """Whether the selector matches this element alone in its tree."""
        return self._in_tree(selector, self._scope(i)) == [i]

    def _ancestors(self, i: int) -> Iterator[int]:
        """The elements above `i` in its own tree, nearest first."""
        scope = self._scope(i)
        return takewhile(lambda p: p != scope and self._scope(p) == scope, self.dom.ancestors(i))

    def _is_short_of_siblings(self, i: int) -> bool:
        """A light child of a shadow host, told from its siblings by counting (SNP-02)."""
        p = self.dom.parent[i]
        return self.dom.typed_size(i) > 1 and p in self.query.shadow_modes and self._scope(p) == self._scope(i)

    # ------------------------------------------------------------------------------------------------ XPath

    def _xpath(self, i: int) -> _Found | None:
        """The shortest path from a unique id, name or the root; none in shadow trees, where XPath finds no root."""
        if self.snapshot.node_type[self._scope(i)] != DOCUMENT:
            return None
        return self._way(i, self._xpath_ways, self._own_xpath, self._longer_xpath).found

    def _own_xpath(self, i: int) -> str:
        unique = self._xpath_condition(i)
        return f"//{unique}" if unique else ""

    def _longer_xpath(self, before: str, i: int) -> str:
        return f"{before}/{self._xpath_step(i)}"

    def _xpath_condition(self, i: int) -> str:
        """`tag[@name="value"]` where that is unique in the tree, '' without one."""
        scope, tag = self._scope(i), self.snapshot.tag[i]
        for c in self._conditions(i):
            name, value = c.key
            is_known = name != "class" and not c.is_generated and value.isprintable()
            if is_known and self._count(c)[scope, tag] == 1:
                return f"{self._xpath_test(i)}[@{name}={_xpath_string(value)}]"
        return ""

    def _xpath_step(self, i: int) -> str:
        test = self._xpath_test(i)
        return test if self.dom.typed_size(i) == 1 else f"{test}[{self.dom.typed_position[i]}]"

    def _xpath_test(self, i: int) -> str:
        tag = self.snapshot.tag[i]
        is_plain = self.snapshot.namespace[i] == HTML and _PLAIN.fullmatch(tag)
        return tag if is_plain else f"*[name()={_xpath_string(tag)}]"

    # ------------------------------------------------------------------------------------------------ role

    def _role(self, i: int) -> _Found | None:
        """Playwright's `role=` selector, where no other element of the document that shows has this role and name."""
        role, name = self.roles.role(i), self.name(i)
        if not name or role in NAMELESS_ROLES or len(name) > MAX_VALUE or not self.is_exposed(i):
            return None
        if self._names_of_role(self.snapshot.document[i], role)[name] != 1:
            return None
        return _Found(f"role={role}[name={_playwright_string(name)}]")

    def _names_of_role(self, document: int, role: str) -> Counter[str]:
        """How often each name stands among a document's elements of a role."""
        known = self._names.get((document, role))
        if known is None:
            known = self._names[document, role] = Counter(map(self.name, self._with_role(document, role)))
        return known

    def _with_role(self, document: int, role: str) -> list[int]:
        by_role = self._by_role.get(document)
        if by_role is None:
            by_role = self._by_role[document] = {}
            d = self.snapshot.documents[document]
            for k in range(d.begin, d.end):
                if self.query.is_element(k):
                    by_role.setdefault(self.roles.role(k), []).append(k)
        return by_role.get(role, [])


class _Owner(NamedTuple):
    kind: str
    node: int


_ROLE_SELECTOR = re.compile(r'role=([a-z-]+)\[name="((?:[^"\\]|\\.)*)"\]', re.DOTALL)
_PLAIN = re.compile(HTML_ONLY_NAME)
_GENERATED = re.compile(GENERATED, re.IGNORECASE)


def _looks_generated(value: str) -> bool:
    return bool(_GENERATED.search(value))


def _xpath_string(text: str) -> str:
    """A string literal; XPath 1.0 has no escapes, so both kinds of quotes need `concat()`."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


def _playwright_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

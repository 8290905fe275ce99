"""Reading order, scopes and references (SPEC 2; SNP-01, SNP-09)."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.flat_tree import FlatTree
from perception.loading import load
from perception.testing import capture_from, trees
from tests.growth import RATIO, growth


def flat_tree(drawing: str) -> FlatTree:
    return FlatTree(load(capture_from(drawing)))


def tags(tree: FlatTree) -> list[str]:
    return [tree.snapshot.tag[i] for i in tree.order]


def depth_first(tree: FlatTree) -> list[int]:
    """The plain reference: children in flat-tree order, depth first."""
    out: list[int] = []
    stack = [d.begin for d in reversed(tree.snapshot.documents) if d.owner < 0]
    while stack:
        i = stack.pop()
        out.append(i)
        stack += reversed(tree.children(i))
    return out


def test_after_is_last_and_before_first() -> None:
    tree = flat_tree("""
        div
          ::after {content: "z"}
          ::before {content: "a"}
          p "text"
        i
    """)
    assert tags(tree)[tags(tree).index("div") :] == ["div", "::before", "p", "#text", "::after", "i"]


def test_a_frame_is_read_in_its_place() -> None:
    tree = flat_tree("""
        iframe
          b "inside"
        i "behind"
    """)
    assert [tag for tag in tags(tree) if tag in ("iframe", "b", "i")] == ["iframe", "b", "i"]


def test_frames_in_frames_are_read_in_their_places() -> None:
    tree = flat_tree("""
        iframe
          b
          iframe
            s
          u
        i
    """)
    assert [tag for tag in tags(tree) if len(tag) == 1] == ["b", "s", "u", "i"]


def test_ids_are_looked_up_in_the_own_scope() -> None:
    tree = flat_tree("""
        b id="x"
        div
          i :shadow=open id="x"
          u :shadow=open
          slot :shadow=open
            s
        iframe
          em id="x"
          q
    """)
    at = tree.snapshot.tag.index
    assert tree.resolve(at("b"), "x") == at("b")
    assert tree.resolve(at("u"), "x") == at("i")
    assert tree.resolve(at("s"), "x") == at("b"), "what is slotted is of the outer scope"
    assert tree.resolve(at("q"), "x") == at("em")
    assert tree.resolve(at("q"), "y") == -1


def test_a_list_of_ids_names_each_node_once() -> None:
    tree = flat_tree('b id="x"\ni id="y"\nu')
    at = tree.snapshot.tag.index
    assert tree.resolve_list(at("u"), " y x\ty none ") == [at("i"), at("b")]


def test_the_first_of_equal_ids_is_meant() -> None:
    tree = flat_tree('b id="x"\ni id="x"')
    assert tree.resolve(tree.snapshot.tag.index("i"), "x") == tree.snapshot.tag.index("b")


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_order_is_the_depth_first_walk(data: st.DataObject) -> None:
    tree = FlatTree(load(capture_from(data.draw(trees()))))
    assert tree.order == depth_first(tree)
    assert [tree.order[k] for k in tree.rank] == list(range(len(tree.order)))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_closure_holds_all_ancestors_parents_first(data: st.DataObject) -> None:
    tree = FlatTree(load(capture_from(data.draw(trees()))))
    nodes = data.draw(st.lists(st.integers(0, len(tree.snapshot) - 1), max_size=5))
    closure = tree.closure(nodes)
    assert set(closure) == {*nodes, *(a for i in nodes for a in tree.ancestors(i))}
    assert closure == sorted(closure)


@pytest.mark.parametrize("shape", ["afters", "frames", "deep"])
def test_order_grows_linearly(shape: str) -> None:
    def work(n: int) -> Callable[[], Callable[[], object]]:
        drawing = {
            "afters": "\n".join('p\n  ::after {content: "z"}\n  b "x"' for _ in range(n)),
            "frames": "\n".join("iframe\n  b" for _ in range(n // 8)),
            "deep": "\n".join(f"{' ' * k}div" for k in range(n // 8)),
        }[shape]
        snapshot = load(capture_from(drawing))
        return lambda: lambda: FlatTree(snapshot).rank

    assert growth(work(1000), work(4000)) < RATIO

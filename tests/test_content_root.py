"""The region to read: SPEC 7.6, rows W-80, W-81."""

import pytest

from perception.perceive import Page
from perception.testing import page_from

TEXT = "words to read " * 8
NAV = f'nav\n  p "{TEXT}"'

ROWS = (
    ("main", f'{NAV}\nmain id=x\n  p "{TEXT}{TEXT}"', ("main", "x")),
    ("article-in-main", f'main\n  p "short"\n  article id=x\n    p "{TEXT}{TEXT}"', ("article", "x")),
    ("small-article-in-main", f'main id=x\n  p "{TEXT}{TEXT}{TEXT}"\n  article\n    p "{TEXT}"', ("main", "x")),
    (
        "thread",
        f'main\n  h1 "T"\n  div id=x\n    article "{TEXT}"\n    article "{TEXT}"\n    article "{TEXT}"',
        ("thread", "x"),
    ),
    ("feed", f'main\n  div role=feed id=x\n    article "{TEXT}"\n    article "{TEXT}"', ("feed", "x")),
    ("log", f'main\n  div role=log id=x\n    p "{TEXT}{TEXT}"', ("feed", "x")),
    ("article-without-main", f'{NAV}\narticle id=x\n  p "{TEXT}{TEXT}"', ("article", "x")),
    ("region", f'{NAV}\ndiv\n  div id=x\n    p "{TEXT}"\n    p "{TEXT}"\n  div\n    p "foot"', ("region", "x")),
    ("largest-main", f'main\n  p "{TEXT}"\nmain id=x\n  p "{TEXT}{TEXT}"', ("main", "x")),
    ("hidden-main", f'main {{display: none}}\n  p "{TEXT}{TEXT}"\narticle id=x\n  p "{TEXT}{TEXT}"', ("article", "x")),
    ("little-text", 'main\n  p "short"', None),
    ("only-navigation", f"{NAV}\n{NAV}\n{NAV}", None),
    ("nothing", "", None),
)


def found(page: Page) -> tuple[str, str] | None:
    root = page.content_root()
    return (root.kind, root.node.attributes.get("id", root.node.tag)) if root else None


@pytest.mark.parametrize(("tree", "wanted"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_the_proposal(tree: str, wanted: tuple[str, str] | None) -> None:
    assert found(page_from(tree)) == wanted


def test_the_evidence_says_how_much_it_holds() -> None:
    root = page_from(f'{NAV}\nmain\n  article\n    p "{TEXT}{TEXT}"').content_root()
    assert root is not None
    landmark, article = root.evidence
    assert "the main landmark holds" in landmark
    assert "one article holds" in article


def test_collapsed_parts_are_named() -> None:
    page = page_from(
        f"""
        button id=out aria-expanded=false "Out"
        main
          p "{TEXT}{TEXT}"
          button id=a aria-expanded=false "Show more"
          button id=b aria-expanded=true "Shown"
          button id=c aria-expanded=false aria-haspopup=menu "Menu"
          details id=d
            summary id=s "Closed"
            p "text"
        """
    )
    root = page.content_root()
    assert root is not None
    assert [node.attributes.get("id") for node in root.collapsed] == ["a", "d", "s"]

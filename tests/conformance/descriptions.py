"""accname-1.2 #mapping_additional_nd_description and its neighbours: descriptions."""

from tests.conformance.row import Row

ROWS = (
    Row("comp_describedby", "referenced", 'input id=x aria-describedby="a b"\ni id=a "one"\ni id=b "two"', "one two"),
    Row("comp_describedby", "hidden", 'input id=x aria-describedby=a\ni id=a hidden "one"', "one"),
    Row(
        "comp_describedby",
        "before-description",
        'input id=x aria-describedby=a aria-description="d"\ni id=a "one"',
        "one",
    ),
    Row("comp_describedby", "blank", 'input id=x aria-describedby=a aria-description="d"\ni id=a', "d"),
    Row("aria-description", "attribute", 'button id=x aria-description=" d " "a"', "d"),
    Row("html-aam accdesc-computation", "title", 'button id=x title="t" "a"', "t"),
    Row("html-aam accdesc-computation", "title-that-names", 'button id=x title="t"', ""),
    Row("html-aam accdesc-computation", "title-like-the-name", 'a id=x href=/ title="a" "a"', ""),
    Row("html-aam accdesc-computation", "title-of-field", 'label for=x "a"\ninput id=x title="t"', "t"),
    Row("svg-aam mapping_additional_nd", "desc", 'svg id=x\n  title "a"\n  desc "d"', "d"),
    Row("svg-aam mapping_additional_nd", "title", 'svg id=x aria-label="a"\n  title "t"', "t"),
    Row("comp_describedby", "graphic", 'svg id=x aria-describedby=d\n  title "t"\n  desc id=d "d"', "d"),
    Row("comp_describedby", "none", 'p id=x "text"', ""),
)

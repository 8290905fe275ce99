"""Selectors for the comparison with a browser: written ones by feature, others made of a page's own elements."""

import random
from collections.abc import Mapping, Sequence

WRITTEN: Mapping[str, tuple[str, ...]] = {
    "type": ("*", "a", "A", "div", "html", "body", "head", "title", "svg", "path", "SVG", "linearGradient", "no-such"),
    "class_and_id": (".btn", ".card", ".active", "#main", "#search", "div.card", "a.btn.active", ".no-such", "*.item"),
    "escapes": (
        r".md\:flex",
        r"#\31 23",
        r"[id='a\000062']",
        r".a\+b",
        r"[class*='\2d ']",
        r"#a\.b",
        r"d\69v",
        ".--on",
        "#--",
    ),
    "attribute": (
        "[href]",
        "[class]",
        "[type=text]",
        "[type=TEXT]",
        "[type='checkbox' s]",
        "[type=CHECKBOX i]",
        "[role=button]",
        "[role=BUTTON]",
        "[role=BUTTON i]",
        "[aria-label]",
        "[ARIA-LABEL]",
        "[href^='#']",
        "[href^=http]",
        "[href$='.html']",
        "[href*='/']",
        "[class~=card]",
        "[class|=btn]",
        "[lang|=en]",
        "[class*='']",
        "[class^='']",
        "[class~='']",
        "[value='']",
        "[disabled]",
        "[data-id]",
        "[style*=color]",
        "a[href][class]",
        "input[name]:not([type=hidden])",
        "*|*[id]",
        "[*|href]",
        "[viewBox]",
        "[viewbox]",
        "[class!=x]",
    ),
    "combinators": (
        "body > *",
        "html > body > *",
        "ul > li",
        "ul li",
        "ul  li  a",
        "nav a",
        "main h2",
        "li + li",
        "li ~ li",
        "label + input",
        "h2 + p",
        "h2 ~ p",
        "tr > td + td",
        "div div div",
        "div > div > div",
        "body *",
        "* > *",
        "* + *",
        "* ~ *",
        "form input, form button",
        "a, a, a",
        "div>a",
        "*>span+span",
        "header ~ main > *",
    ),
    "child_index": (
        ":first-child",
        ":last-child",
        ":only-child",
        "li:first-child",
        "li:last-child",
        "li:nth-child(2)",
        "li:nth-child(odd)",
        "li:nth-child(even)",
        "li:nth-child(2n+1)",
        "li:nth-child(3n-1)",
        "li:nth-child(-n+3)",
        "li:nth-child(n+2)",
        "li:nth-child(n)",
        "li:nth-child(0)",
        "li:nth-child(-2)",
        "*:nth-child( 2N + 1 )",
        "li:nth-last-child(2)",
        "li:nth-last-child(-n+2)",
        ":nth-last-child(3)",
        "tr:nth-child(2) > td:nth-child(3)",
        ":nth-child(2 of a)",
        ":nth-child(odd of [class])",
        "li:nth-child(1 of :not(:first-child))",
        ":nth-last-child(1 of a, button)",
        "div:nth-child(2 of div)",
    ),
    "typed_child_index": (
        ":first-of-type",
        ":last-of-type",
        ":only-of-type",
        "*:nth-of-type(2)",
        "p:first-of-type",
        "div:last-of-type",
        "input:only-of-type",
        "button:nth-of-type(2)",
        "a:nth-last-of-type(2)",
        ":nth-of-type(2n)",
        ":nth-last-of-type(-n+2)",
        "path:nth-of-type(1)",
    ),
    "logical": (
        ":is(a, button)",
        ":is(ul, ol) > li",
        ":is(header, footer, nav) :is(a, button)",
        ":where(main, aside) *",
        ":not(div)",
        ":not(div, span, a)",
        ":not([class])",
        ":not(:first-child)",
        ":not(:not(a))",
        "a:not([href^='#'])",
        "li:not(:first-child):not(:last-child)",
        ":not(ul > li)",
        "div:not(:has(div))",
        ":is(:not(div), .card):not(:empty)",
        "*:not(*)",
        ":is(*)",
        ":-webkit-any(h1, h2)",
        ":not(:is(div, :where(span, a)))",
        "body :not(div):not(span) > :is(b, i, svg)",
    ),
    "has": (
        ":has(input)",
        "div:has(> a)",
        "label:has(input)",
        "li:has(+ li)",
        "li:has(~ li)",
        "h2:has(+ p)",
        "ul:has(> li:nth-child(3))",
        ":has(> svg:only-child)",
        "form:has(:required)",
        "div:has(a, button)",
        "div:has(> div > div)",
        "section:has(h2):has(p)",
        ":not(:has(*))",
        "tr:has(td + td)",
        ":has(.card .btn)",
        "div:has(:is(h1, h2, h3) ~ *)",
        "body:has(#search)",
    ),
    "root_and_scope": (":root", ":root > body", "html:root", ":scope", ":scope > body", ":root:has(body)", ":scope *"),
    "empty": (":empty", "div:empty", "span:not(:empty)", "td:empty", "i:empty"),
    "links": (":any-link", "a:link", ":visited", "a:not(:any-link)", "nav :any-link", "area:link", "link:any-link"),
    "form_state": (
        ":checked",
        "input:checked",
        "option:checked",
        "input[type=radio]:not(:checked)",
        ":disabled",
        ":enabled",
        "button:enabled",
        "input:disabled, select:disabled",
        "fieldset:disabled",
        "option:disabled",
        ":required",
        ":optional",
        "input:optional",
        ":read-only",
        ":read-write",
        "input:read-write",
        "textarea:read-write",
        ":placeholder-shown",
        "input:not(:placeholder-shown)",
        ":default",
        "button:default",
        "option:default",
        ":in-range",
        ":out-of-range",
        "input[type=radio]:indeterminate",
        "progress:indeterminate",
        "details:open",
        "dialog:open",
        "dialog:not(:open)",
    ),
    "focus_and_target": (":focus", ":focus-within", "body:focus-within", ":target"),
    "language_and_direction": (
        ":lang(en)",
        ":lang(EN)",
        ":lang('*-GB')",
        ":lang(de, fr, ar, zh)",
        "p:lang(en)",
        ":not(:lang(en))",
        ":dir(ltr)",
        ":dir(rtl)",
        "input:dir(ltr)",
    ),
    "long": (
        "html body div:not(.no-such):first-child ~ *:nth-last-child(n+1):is(div, section, main, footer, script)",
        ":is(form, div):has(> :is(input, select, textarea, label)) :is(input, select):not([type=hidden], :disabled)",
        "body > :nth-child(n of :has(a)) a:nth-of-type(odd):not(:has(img)), h1 ~ :not(:empty)",
    ),
    "whitespace_and_comments": ("a/**/", "  li  ", "ul>li", "ul\n>\tli", "a/* x */,b", ":is( a , b )", ":not(  a  )"),
}
"""Feature -> selectors that a browser reads too."""


def generated(elements: Sequence[tuple[str, Mapping[str, str]]], count: int, seed: str) -> list[str]:
    """Selectors made of the (tag, attributes) of a page's elements; the same for the same seed."""
    random_source = random.Random(seed)
    out = []
    for _ in range(count):
        parts = [_compound(random_source.choice(elements), random_source) for _ in range(random_source.randint(1, 4))]
        text = parts[0]
        for part in parts[1:]:
            text += random_source.choice((" ", " ", " > ", " + ", " ~ ")) + part
        out.append(random_source.choice(("{}", "{}", "{}", ":not({})", ":is({}, a)", "*:has({})")).format(text))
    return out


def _compound(element: tuple[str, Mapping[str, str]], random_source: random.Random) -> str:
    tag, attributes = element
    text = random_source.choice((tag if tag.isascii() and tag.isalpha() else "*", "*", "div"))
    for name, value in random_source.sample(sorted(attributes.items()), min(len(attributes), 2)):
        if name.replace("-", "").isalnum() and random_source.random() < 0.6:
            operator = random_source.choice(("=", "~=", "^=", "$=", "*=", "|="))
            text += f"[{name}{operator}{_string(value[: random_source.choice((3, 100))])}]"
    if random_source.random() < 0.4:
        text += random_source.choice((":first-child", ":last-child", ":nth-child(odd)", ":nth-of-type(2)", ":empty"))
    return text


def _string(text: str) -> str:
    """A CSS string. Source: cssom-1 #serialize-a-string."""
    return '"' + "".join(f"\\{ord(c):x} " if c in '"\\' or ord(c) < 32 else c for c in text) + '"'

"""Secrets stay inside: fields, copies, URLs, redacted captures, and every output there is (SPEC 1.6)."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ids
import rendering
from perception import Page, load, perceive
from perception.redact import redact
from perception.secrets import is_secret_field, masked_url, names_secret
from perception.tables.secrets import MASK
from perception.testing import Drawn, capture_from, node_at, page_from
from tests.growth import RATIO, growth

# ------------------------------------------------------------------------------------------------ which fields


@pytest.mark.parametrize(
    ("tag", "attributes", "is_secret"),
    [
        ("input", {"type": "password"}, True),
        ("input", {"type": " PassWord "}, True),
        ("input", {"type": "hidden"}, True),
        ("input", {}, False),
        ("input", {"autocomplete": "cc-number"}, True),
        ("input", {"autocomplete": "section-a billing CC-CSC"}, True),
        ("input", {"autocomplete": "one-time-code"}, True),
        ("input", {"type": "text", "autocomplete": "current-password"}, True),
        ("input", {"type": "text", "autocomplete": "new-password webauthn"}, True),
        ("textarea", {"autocomplete": "one-time-code"}, True),
        ("input", {"autocomplete": "cc-exp"}, False),
        ("input", {"autocomplete": "cc-name"}, False),
        ("input", {"autocomplete": "username"}, False),
        ("select", {"autocomplete": "cc-number"}, False),
        ("input", {"type": "checkbox", "autocomplete": "current-password"}, False),
        ("input", {"type": "submit", "name": "password"}, False),
        ("input", {"type": "text", "name": "password"}, True),
        ("input", {"type": "text", "id": "newPassword"}, True),
        ("input", {"type": "text", "name": "user[password_confirmation]"}, True),
        ("input", {"type": "tel", "name": "card-number"}, True),
        ("input", {"type": "text", "name": "password_hint"}, False),
        ("input", {"type": "text", "aria-label": "Your password"}, True),
        ("input", {"type": "text", "placeholder": "Confirm password *"}, True),
        ("input", {"type": "text", "aria-label": "Password hint"}, False),
        ("input", {"type": "text", "name": "q"}, False),
        ("my-input", {"type": "password"}, False),
    ],
)
def test_which_fields_are_secret(tag: str, attributes: dict[str, str], is_secret: bool) -> None:
    assert is_secret_field(tag, attributes) is is_secret


@pytest.mark.parametrize(
    "name", ["login_password", "password2", "CVC", "txtPwd", "otp", "one-time-code", "PASSWORD_NEW"]
)
def test_names_of_secrets(name: str) -> None:
    assert names_secret(name)


@pytest.mark.parametrize("name", ["", "passenger", "compass", "passwords_count", "card", "optout", "code", "search"])
def test_names_of_other_things(name: str) -> None:
    assert not names_secret(name)


# ------------------------------------------------------------------------------------------------ URLs


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("/a?token=abc&x=1", f"/a?token={MASK}&x=1"),
        ("/a?x=1&ACCESS_TOKEN=abc#top", f"/a?x=1&ACCESS_TOKEN={MASK}#top"),
        ("/cb#id_token=abc&state=2", f"/cb#id_token={MASK}&state=2"),
        ("/a?user[reset_password_token]=abc", f"/a?user[reset_password_token]={MASK}"),
        ("/a;jsessionid=A1B2?x=1", f"/a;jsessionid={MASK}?x=1"),
        ("/a?PHPSESSID=x", f"/a?PHPSESSID={MASK}"),
        ("/a?X-Amz-Signature=1&X-Amz-Date=2", f"/a?X-Amz-Signature={MASK}&X-Amz-Date=2"),
        ("/a?auth=1&author=2", f"/a?auth={MASK}&author=2"),
        ("/a?sid=1&side=2", f"/a?sid={MASK}&side=2"),
        ("/a?q=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x-1", f"/a?q={MASK}"),
        ("/a?k=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", f"/a?k={MASK}"),
        ("https://ann:hunter2@x.org/a", f"https://ann:{MASK}@x.org/a"),
        ("a.png?token=1 1x, b.png?token=2 2x", f"a.png?token={MASK} 1x, b.png?token={MASK} 2x"),
        ("location='/x?token=abc'", f"location='/x?token={MASK}'"),
    ],
)
def test_tokens_in_urls_are_masked(url: str, shown: str) -> None:
    assert masked_url(url) == shown
    assert masked_url(shown) == shown


@pytest.mark.parametrize(
    "url",
    [
        "/a",
        "/a?",
        "/a?q=how-to-keep-a-secret-in-2024-and-why-it-matters",
        "/a?id=3f2b8a1e-9c4d-4e5f-8a6b-7c8d9e0f1a2b",
        "/a?page=2&sort=asc&lang=en#section-12",
        "/a?author=x&side=left&design=3&authority=5",
        "https://x.org/@ann/posts?x=1",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA=",
        "mailto:ann@x.org?subject=Hello",
        "/a.css?h=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "/resize?image=https%3A%2F%2Fx.org%2F9f86d081884c7d659a2feaa0c55ad015a3bf4f1b.png",
    ],
)
def test_other_urls_are_as_they_were(url: str) -> None:
    assert masked_url(url) == url


@given(st.text(alphabet="?&#;=:/@ abtoken_sid[]%.-1", max_size=80))
def test_masking_a_url_twice_changes_nothing(url: str) -> None:
    once = masked_url(url)
    assert masked_url(once) == once


@pytest.mark.parametrize("unit", ["?token", "?", "&a=b", "://a:", "eyJ", "#=", ";sid_"])
def test_masking_hostile_urls_is_linear(unit: str) -> None:
    masked_url(unit * 300_000)  # seconds for a quadratic pattern would be hours


# ------------------------------------------------------------------------------------------------ copies


def views(page: Page) -> str:
    """Everything that the library says about a page."""
    labels = ids.assign(page)
    out = [rendering.action_space(page, labels).description, rendering.tree(page, ids.RefRegistry()).text]
    out += [json.dumps(fact, ensure_ascii=False) for fact in rendering.facts(page, labels)]
    for i in range(len(page.snapshot)):
        node = page.node(i)
        out += [repr(node), node.text, node.name, node.description, str(node.value), str(dict(node.attributes))]
        out.append(str(dict(page.snapshot.style(i))))
    s = page.snapshot
    out += [s.url, s.title, str(s.documents), str(s.diagnostics), str(dict(s.input_value)), str(dict(s.text_value))]
    out += [s.strings[k] for k in s.box_text]
    return "\n".join(out)


SECRET = "Gr8-Hunter!"


@pytest.mark.parametrize(
    "tree",
    [
        'input type="password" :value="{0}"',
        'input type="password" value="{0}"',
        'input type="password" :value="{0}" value="{0}"',
        'input type="text" autocomplete="new-password" :value="{0}"',
        'input type="password" :value="{0}" title="{0}"',
        'input type="password" :value="{0}" aria-valuetext="{0}"',
        'input type="password" :value="{0}" data-value="{0}" aria-label="It is {0} now"',
        'input type="password" :value="{0}" placeholder="{0}"',
        'input type="password" :value="{0}"\nbutton data-copy="{0}" title="Copy {0}" "Copy"',
        'input type="password" :value="{0}"\na href="/login?p={0}" "Go"',
        'input type="password" :value="{0}"\na href="/login?p=Gr8-Hunter%21" "Go"',
        'input type="password" :value="{0}"\np "Your password is {0}."',
        'input type="password" :value="{0}"\np "YOUR PASSWORD IS GR8-HUNTER!"',
        'input type="password" :value="{0}"\ninput type="text" :value="{0}"',
        'input type="password" :value="{0}"\nimg alt="{0}" src="/x"',
        'label "Password"\n  input type="password" :value="{0}"\n  ::after {{content: "\\"{0}\\""}}',
        'textarea autocomplete="one-time-code" :value="{0}" "{0}"',
        'div\n  input :shadow=open type="password" :value="{0}"',
        'iframe\n  input type="password" :value="{0}"\np title="{0}" "Outside"',
        'p title="{0}" "Before"\niframe\n  div\n    input :shadow=closed type="password" value="{0}"',
        'input type="hidden" name="csrf_token" value="{0}"\nform data-token="{0}"\n  button "Go"',
        'input type="hidden" name="x" value="{0}0815"\na href="/a?x={0}0815" title="{0}0815" "Go"',
    ],
)
def test_a_secret_and_its_copies_are_in_no_output(tree: str) -> None:
    capture = capture_from(tree.format(SECRET))
    shown = views(perceive(load(capture), viewport_expansion=-1))
    for part in (SECRET, SECRET.upper(), "Hunter", "%21"):
        assert part not in shown


@pytest.mark.parametrize("number", ["4111111111111111", "4111 1111 1111 1111"])
@pytest.mark.parametrize("copy", ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111"])
def test_card_numbers_are_found_in_groups(number: str, copy: str) -> None:
    page = page_from(f'input autocomplete="cc-number" :value="{number}"\np "Card {copy} is charged"')
    assert "1111" not in views(page)
    assert "is charged" in views(page)


@pytest.mark.parametrize("code", ["551902", "551 902", "551-902", "55-19-02"])
@pytest.mark.parametrize("copy", ["551902", "551 902", "551-902", "551\u2013902", "551\u00a0902"])
def test_codes_are_found_in_groups(code: str, copy: str) -> None:
    page = page_from(f'input autocomplete="one-time-code" :value="{code}"\np title="{copy}" "Code {copy} was sent"')
    assert not any(part in views(page) for part in ("551", "902"))
    assert "was sent" in views(page)


@pytest.mark.parametrize("number", ["1551902", "5519027", "551.902", "551, 902", "902551"])
def test_other_numbers_stay(number: str) -> None:
    page = page_from(f'input autocomplete="one-time-code" :value="551902"\np "It is {number} here"')
    assert f"It is {number} here" in views(page)


@pytest.mark.parametrize("code", ["7", "739", "0739"])
def test_short_codes_are_hidden_on_their_own_field(code: str) -> None:
    page = page_from(
        f'input autocomplete="cc-csc" :value="{code}" aria-valuetext="{code}" data-v="{code}" maxlength="{code}"\n'
        f'p "Room {code}"'
    )
    field, room = node_at(page, "input"), node_at(page, "p")
    assert field.attributes == {"autocomplete": "cc-csc", "aria-valuetext": "", "data-v": "", "maxlength": code}
    assert room.children[0].text == f"Room {code}"


def test_a_filled_field_says_that_it_is_filled_and_an_empty_one_does_not() -> None:
    page = page_from('input id="a" type="password" :value="x"\ninput id="b" type="password" :value=""')
    s = page.snapshot
    assert [s.input_value[node_at(page, k).i] for k in ("a", "b")] == [MASK, ""]
    assert len(s.secret_fields) == 2


# ------------------------------------------------------------------------------------------------ what stays


@pytest.mark.parametrize("word", ["password", "Password", "search", "Sign in", "home"])
def test_words_of_the_page_stay_though_somebody_typed_one_as_a_password(word: str) -> None:
    tree = f"""
    h1 "Sign in to search, or go home"
    label for="p" "Password"
    input id="p" type="password" name="password" placeholder="Your password" :value="{word}"
    a href="/search" title="search" "Search"
    button aria-label="Sign in" "Sign in"
    a href="/home" id="home" "home"
    """
    with_word, empty = page_from(tree), page_from(tree.replace(f':value="{word}"', ':value=""'))
    for i in range(len(empty.snapshot)):
        assert with_word.snapshot.text(i) == empty.snapshot.text(i)
        assert with_word.snapshot.attrs(i) == empty.snapshot.attrs(i)
        assert with_word.snapshot.style(i) == empty.snapshot.style(i)
        assert (with_word.node(i).role, with_word.node(i).name) == (empty.node(i).role, empty.node(i).name)


@pytest.mark.parametrize("keyword", ["inline-block", "visible", "pointer", "rgb(0, 0, 0)", "current-password", "block"])
def test_a_password_that_is_a_keyword_breaks_nothing(keyword: str) -> None:
    tree = """
    input type="password" autocomplete="current-password" :value="{0}" {{display: inline-block}}
    button {{cursor: pointer}} "Go"
    """
    page, plain = page_from(tree.format(keyword)), page_from(tree.format(""))
    assert page.snapshot.style_rows == plain.snapshot.style_rows
    assert page.snapshot.tag == plain.snapshot.tag
    assert [page.node(i).role for i in range(len(page.snapshot))] == [
        plain.node(i).role for i in range(len(page.snapshot))
    ]


def test_hidden_values_that_pages_show_stay() -> None:
    page = page_from(
        """
        input type="hidden" name="lang" value="en"
        input type="hidden" name="q" value="blue mugs 2"
        input type="hidden" name="tab" value="section-overview-1"
        input type="hidden" name="sku" value="MUG-BLUE-0815"
        input type="hidden" name="item" value="a1b2c3d4-0000-1111-2222-333344445555"
        input type="hidden" name="back" value="/news/world-33646704"
        a href="/news/world-33646704" data-target="/news/world-33646704" "News"
        html lang="en"
        h1 "blue mugs 2"
        p "MUG-BLUE-0815"
        a href="#section-overview-1" "Overview"
        section id="section-overview-1"
        a href="/items/a1b2c3d4-0000-1111-2222-333344445555" "Item"
        """
    )
    assert node_at(page, "h1").children[0].text == "blue mugs 2"
    assert node_at(page, "p").children[0].text == "MUG-BLUE-0815"
    links = [page.snapshot.attrs(i)["href"] for i, tag in enumerate(page.snapshot.tag) if tag == "a"]
    assert links == ["/news/world-33646704", "#section-overview-1", "/items/a1b2c3d4-0000-1111-2222-333344445555"]


def test_check_boxes_and_selects_keep_their_state() -> None:
    tree = """
    input type="password" :value="on"
    input id="c" type="checkbox" autocomplete="current-password" name="password" value="on" :value="on" :checked
    select id="s" name="password" autocomplete="cc-number"
      option value="1" "Visa"
      option value="2" :selected "Master"
    """
    page = page_from(tree)
    assert node_at(page, "c").states["checked"] is True
    assert node_at(page, "c").attributes["value"] == "on"
    assert node_at(page, "s").value == "Master"


# ------------------------------------------------------------------------------------------------ redacted captures

PLANTED = """
title "Pay with Gr8-Hunter!"
h1 "Checkout"
input id="p" type="password" :value="Gr8-Hunter!" value="Gr8-Hunter!" title="Gr8-Hunter!"
input type="text" autocomplete="cc-number" :value="4111 1111 1111 1111" aria-valuetext="4111111111111111"
input type="text" autocomplete="cc-csc" :value="739"
input type="hidden" name="csrf" value="tok-8c1f2a9b7d"
form data-csrf="tok-8c1f2a9b7d" action="/pay?session_id=8c1f&step=2"
  button :clickable "Pay"
textarea autocomplete="one-time-code" :value="551-902-7" "551-902-7"
p "Gr8-Hunter! is strong"
  ::after {content: "\\"Gr8-Hunter!\\""}
select
  option "Blue"
  option :selected "Red"
input type="checkbox" :value="on" :checked
iframe
  input type="password" :value="Fr4me-Secret"
  p title="Fr4me-Secret" "Inner"
div
  input :shadow=closed type="password" :value="Sh4dow-Secret"
"""

SECRETS = (
    "Gr8-Hunter",
    "4111 1111",
    "4111111111",
    "tok-8c1f",
    "551-902",
    "Fr4me-Secret",
    "Sh4dow-Secret",
    "8c1f",
    "OOP-Secret-9",
)


@pytest.fixture(scope="module")
def planted() -> dict[str, Any]:
    """A capture with secrets everywhere, a frame of another process, and keys that are not ours."""
    capture = capture_from(PLANTED)
    capture["url"] = "https://ann:Gr8-Hunter!@shop.example/pay?token=8c1f2a9b7d"
    capture["title"] = "Pay with Gr8-Hunter!"
    inner = capture_from('input type="password" :value="OOP-Secret-9"\np title="OOP-Secret-9" "Gr8-Hunter! outside"')
    inner["snapshot"]["documents"][0]["frameId"] = len(inner["snapshot"]["strings"])
    inner["snapshot"]["strings"].append("OOP")
    top = capture["snapshot"]["documents"][0]
    capture["frames"] = [
        {
            "frameId": "OOP",
            "parentFrameId": capture["snapshot"]["strings"][top["frameId"]],
            "ownerBackendNodeId": top["nodes"]["backendNodeId"][4],
            "snapshot": inner["snapshot"],
        }
    ]
    capture["axTree"] = [{"value": "Gr8-Hunter!"}]
    capture["cookies"] = "session=8c1f"
    return capture


def test_the_planted_secrets_are_there(planted: dict[str, Any]) -> None:
    text = json.dumps(planted)
    assert [secret for secret in SECRETS if secret not in text] == []


def test_a_redacted_capture_holds_no_secret(planted: dict[str, Any]) -> None:
    text = redact(planted).decode()
    assert [secret for secret in SECRETS if secret in text] == []
    assert "Checkout" in text
    assert json.loads(text)["computedStyles"] == planted["computedStyles"]


def test_a_redacted_capture_gives_the_same_views(planted: dict[str, Any]) -> None:
    before, after = (perceive(load(c), viewport_expansion=-1) for c in (planted, redact(planted)))
    assert views(after) == views(before)


def test_redacting_twice_changes_nothing(planted: dict[str, Any]) -> None:
    once = redact(planted)
    assert redact(once) == once


def test_redacting_leaves_its_input_alone(planted: dict[str, Any]) -> None:
    before = json.dumps(planted)
    redact(planted)
    assert json.dumps(planted) == before


def test_a_bare_result_can_be_redacted(planted: dict[str, Any]) -> None:
    text = redact(planted["snapshot"], computed_styles=planted["computedStyles"]).decode()
    assert [secret for secret in SECRETS if secret in text and secret != "OOP-Secret-9"] == []
    assert set(json.loads(text)) == {"documents", "strings"}


def test_redacting_a_capture_without_secrets_keeps_its_columns() -> None:
    capture = capture_from('h1 "Hello"\na href="/x?page=2" "Link"\niframe\n  p "inner"')
    again = json.loads(redact(capture))
    assert again["snapshot"]["documents"] == capture["snapshot"]["documents"]
    assert load(again).digest == load(capture).digest


@pytest.mark.parametrize(
    "odd", [None, "Gr8-Hunter!", -7, 10**6, [["Gr8-Hunter!"]], {"value": ["Hunter"]}, {"value": [10**6]}]
)
@pytest.mark.parametrize(
    "key",
    ["encodingName", "nodes.originURL", "nodes.pseudoIdentifier", "layout.offsetRects", "layout.stackingContexts"],
)
def test_what_nothing_reads_is_kept_only_in_its_own_shape(key: str, odd: object) -> None:
    capture = capture_from('input type="password" :value="Gr8-Hunter!"')
    part = capture["snapshot"]["documents"][0]
    *inner, name = key.split(".")
    for step in inner:
        part = part[step]
    part[name] = odd
    capture["capturedAt"] = "Gr8-Hunter!"
    text = redact(capture).decode()
    assert "Hunter" not in text
    assert name not in text or name == "stackingContexts"  # of which the value is left out alone


def test_keys_that_are_not_the_protocols_go_at_every_level() -> None:
    capture = capture_from('input type="password" :value="Gr8-Hunter!"\niframe\n  p "x"')
    document = capture["snapshot"]["documents"][0]
    document["nodes"]["isClickable"]["value"] = ["Gr8-Hunter!"]
    below = (document["nodes"]["inputValue"], document["textBoxes"], document["layout"], document["nodes"])
    for part in (capture, capture["snapshot"], capture["viewport"], document, *below):
        part["note"] = "Gr8-Hunter!"
    text = redact(capture).decode()
    assert "Hunter" not in text
    assert "note" not in text


def test_what_nothing_reads_stays_where_it_is_well_formed() -> None:
    capture = capture_from('p "x"')
    document = capture["snapshot"]["documents"][0]
    document["encodingName"] = 0
    document["nodes"]["originURL"] = {"index": [1], "value": [0]}
    document["layout"]["offsetRects"] = [[], [0, 0, 1.5, 2]]
    capture["capturedAt"] = 1.7e9
    again = json.loads(redact(capture))
    assert again["capturedAt"] == 1.7e9
    assert again["snapshot"]["documents"] == capture["snapshot"]["documents"]


# ------------------------------------------------------------------------------------------------ scale


def test_thousands_of_secrets_stay_linear() -> None:
    def seconds(count: int) -> float:
        import time

        fields = "\n".join(f'input type="password" :value="S3cret-{k}-x" title="S3cret-{k}-x"' for k in range(count))
        tokens = "\n".join(
            f'input type="hidden" name="t" value="tok-{k:012d}" data-t="tok-{k:012d}"' for k in range(count)
        )
        capture = json.dumps(capture_from(fields + "\n" + tokens)).encode()
        best = []
        for _ in range(3):
            start = time.process_time()
            snapshot = load(capture)
            best.append(time.process_time() - start)
        assert not any("S3cret" in str(dict(snapshot.attrs(i))) for i in range(len(snapshot)))
        return min(best)

    small, large = seconds(300), seconds(1200)
    assert large < 6 * small + 0.05


@pytest.mark.parametrize("kind", ["password", "hidden"])
def test_long_secrets_stay_linear(kind: str) -> None:
    def work(length: int) -> Callable[[], Callable[[], object]]:
        secret = "!<7x" * (length // 4)
        field = Drawn("input", {"type": kind, "name": "token", "value": secret, "title": secret})
        capture = json.dumps(capture_from([field, Drawn("p", {"title": f"({secret})"})])).encode()
        return lambda: lambda: load(capture)

    assert growth(work(50_000), work(200_000)) < RATIO


@pytest.mark.parametrize("kind", ["password", "hidden"])
def test_long_secrets_are_found(kind: str) -> None:
    secret = "Gr8-Hunter!" * 100
    page = page_from(f'input type="{kind}" name="token" value="{secret}"\np title="so {secret}!" "x"')
    assert "Hunter" not in views(page)


def test_the_fields_are_counted() -> None:
    snapshot = load(capture_from('input type="password"\ninput type="hidden"\ninput'))
    assert [(d.code, d.count) for d in snapshot.diagnostics if d.code == "secrets-hidden"] == [("secrets-hidden", 2)]

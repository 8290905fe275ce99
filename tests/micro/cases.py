"""The micro-cases of the `webbrain` profile (what that system was seen to print): a page, and what its tree text holds.

`python -m tests.micro` captures the pages anew. `all_lines` and `visible_lines` are the lines of either filter, refs
taken out; `refused` says why a line is other than the system prints it (docs/profiles.md).
"""

from typing import Any, NamedTuple


class Micro(NamedTuple):
    """`body` is put into a page of its own; `steps` as in `corpus/pages.toml`."""

    id: str
    body: str
    all_lines: tuple[str, ...]
    visible_lines: tuple[str, ...]
    steps: tuple[dict[str, Any], ...] = ()
    refused: str = ""


MICRO: tuple[Micro, ...] = (
    Micro("display-none", '<div style="display:none">hidden text</div>', ('generic "hidden text"',), ()),
    Micro("visibility-hidden", '<div style="visibility:hidden">unseen text</div>', ('generic "unseen text"',), ()),
    Micro("opacity-zero", '<div style="opacity:0">clear text</div>', ('generic "clear text"',), ()),
    Micro(
        "button-in-aria-hidden",
        '<div aria-hidden="true"><button>Inner</button></div>',
        ('button "Inner"',),
        ('button "Inner"',),
    ),
    Micro(
        "button-in-opacity-zero",
        '<div style="opacity:0"><button>Faint</button></div>',
        ('button "Faint"',),
        ('button "Faint"',),
    ),
    Micro(
        "generated-content",
        '<style>.b::before{content:"PRE "}</style><button class="b">Save</button>',
        ('button "Save"',),
        ('button "Save"',),
    ),
    Micro(
        "pointer-with-title",
        '<div style="cursor:pointer" title="tt">pointed <span>nested</span></div>',
        ('generic "tt"', ' generic "nested"'),
        (),
    ),
    Micro(
        "hover-rule", "<style>.h:hover{cursor:pointer}</style><div class=h>hover me</div>", ('generic "hover me"',), ()
    ),
    Micro(
        "listener",
        "<div id=l>listens</div><script>l.addEventListener('click',()=>0)</script>",
        ('generic "listens"',),
        (),
    ),
    Micro("tabindex", '<div tabindex="0">tab div</div>', ('generic "tab div"',), ('generic "tab div"',)),
    Micro(
        "typed-value",
        '<input id=i aria-label="Field" value="init"><script>i.value="typed"</script>',
        ('textbox "Field" value="typed"',),
        (
            "[priority controls]",
            'textbox "Field" value="typed"',
            "[/priority controls]",
        ),
    ),
    Micro(
        "password",
        '<input id=i type=password aria-label="Pin" value="authored-1"><script>i.value="typed-2"</script>',
        ('textbox "Pin" type="password"',),
        ("[priority controls]", 'textbox "Pin" type="password"', "[/priority controls]"),
    ),
    Micro(
        "sibling-guess",
        '<div tabindex="0">tab div</div><input>',
        ('generic "tab div"', 'textbox "tab div"'),
        ("[priority controls]", 'textbox "tab div"', "[/priority controls]", 'generic "tab div"'),
    ),
    Micro(
        "checked-box",
        "<input type=checkbox id=c checked><label for=c>lab</label>",
        ('checkbox "lab" type="checkbox"', 'label "lab"'),
        ('checkbox "lab" type="checkbox"',),
    ),
    Micro(
        "select",
        "<select id=s><option>A</option><option selected>B</option></select><script>s.selectedIndex=0</script>",
        ('combobox "B"', ' option "A" (selected)', ' option "B"'),
        ("[priority controls]", 'combobox "B"', ' option "A" (selected)', ' option "B"', "[/priority controls]"),
        refused="an option is printed once: the second, generic line of `all` is left out",
    ),
    Micro(
        "open-shadow",
        '<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<button>Deep</button>"</script>',
        (),
        (),
    ),
    Micro(
        "closed-shadow",
        '<div id=h></div><script>h.attachShadow({mode:"closed"}).innerHTML="<button>Deep</button>"</script>',
        (),
        (),
    ),
    Micro("link-without-href", "<a>no address</a>", ('link "no address"',), ('link "no address"',)),
    Micro(
        "link-with-bold",
        '<a href="/x">link <b>bold</b></a>',
        ('link "link" href="/x"', ' generic "bold"'),
        ('link "link" href="/x"',),
    ),
    Micro("pointer-svg", '<svg style="cursor:pointer" width=9 height=9><path d="M0 0h9v9z"/></svg>', (), ()),
    Micro(
        "disabled-button",
        '<button disabled>Off</button><button style="cursor:not-allowed">No</button>',
        ('button "Off"', 'button "No"'),
        ('button "Off"', 'button "No"'),
    ),
    Micro("role-row", '<div role="row" style="cursor:pointer">row text</div>', ('row "row text"',), ()),
    Micro("role-weird", '<div role="weird" style="cursor:pointer">odd text</div>', ('weird "odd text"',), ()),
    Micro("two-roles", '<div role="foo bar">two roles</div>', ('foo bar "two roles"',), ()),
    Micro(
        "role-spinbutton",
        '<p>Count</p><div role="spinbutton" style="cursor:pointer"></div>',
        ('generic "Count"', 'spinbutton "Count"'),
        (),
    ),
    Micro(
        "details",
        "<details open><summary>Sum</summary>content of details</details>",
        ('generic "content of details"', ' generic "Sum"'),
        ('generic "content of details"', ' generic "Sum"'),
    ),
    Micro("editable", "<div contenteditable>edit<i>or</i></div>", ('generic "edit"',), ()),
    Micro("frame", '<iframe srcdoc="<button>Framed</button>"></iframe>', (), ()),
    Micro(
        "covered",
        '<button>Under</button><div style="position:fixed;inset:0;background:#fff"></div>',
        ('button "Under"',),
        ('button "Under"',),
    ),
    Micro("closed-dialog", "<dialog><p>Closed text</p></dialog>", ('generic "Closed text"',), ()),
    Micro(
        "below-the-fold",
        '<div style="height:2500px"></div><p>far text</p><button>Far</button>',
        ('generic "far text"', 'button "Far"'),
        (),
    ),
    Micro("hidden-input", '<input type=hidden name=t value="tok-1">', ('textbox type="hidden"',), ()),
    Micro(
        "dialog-with-listbox",
        '<div role=dialog aria-label="Pick"><ul role=listbox aria-label="Towns"><li role=option>Oslo</li></ul></div>',
        ("[open overlays]", 'dialog "Pick"', ' listbox "Towns"', '  option "Oslo"', "[/open overlays]"),
        ("[open overlays]", 'dialog "Pick"', ' listbox "Towns"', '  option "Oslo"', "[/open overlays]"),
        refused="a node is printed once: the list box stands in its dialog, not before it and again inside",
    ),
    Micro(
        "priority",
        "<p>Text</p><button>Cancel</button><button>Send now</button>"
        '<input aria-label="Mail"><button type=submit>Go</button>',
        (
            'generic "Text"',
            'button "Cancel"',
            'button "Send now"',
            'textbox "Mail"',
            'button "Go" type="submit"',
        ),
        (
            "[priority controls]",
            'textbox "Mail"',
            'button "Send now"',
            'button "Go" type="submit"',
            "[/priority controls]",
            'button "Cancel"',
        ),
        steps=({"click": "input"},),
        refused="a node is printed once: what stands in the priority block is left out below",
    ),
)

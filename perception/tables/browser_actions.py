"""What can be asked of the browser whatever the page: one row an action, in the order in which they are offered.

Source: row N-64 (names, parameters and bounds, so that programs made for them need no change).
"""

from typing import NamedTuple


class ParameterRow(NamedTuple):
    """A parameter: its JSON `type`, and what bounds its values. A parameter with a default need not be given."""

    name: str
    type: str
    description: str = ""
    required: bool = True
    default: str | int | bool | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class BrowserActionRow(NamedTuple):
    """An action on the browser; `id` is its type."""

    id: str
    description: str
    parameters: tuple[ParameterRow, ...] = ()
    source: str = "N-64"


FORM_KEYS = (
    "title",
    "first_name",
    "middle_name",
    "last_name",
    "full_name",
    "email",
    "company",
    "address1",
    "address2",
    "address3",
    "city",
    "state",
    "postal_code",
    "country",
    "phone",
    "cc_name",
    "cc_number",
    "cc_exp_month",
    "cc_exp_year",
    "cc_exp",
    "cc_cvv",
    "username",
    "password",
    "current_password",
    "new_password",
    "totp",
)

CAPTCHAS = (
    "recaptcha",
    "hcaptcha",
    "image",
    "text",
    "auth0",
    "cloudflare",
    "datadome",
    "arkose labs",
    "geetest",
    "press&hold",
    "unknown",
)

_URL = ParameterRow("url", "string", "Absolute URL.")
_AMOUNT = ParameterRow("amount", "integer", "Pixels; one window height if it is not given.", required=False, minimum=1)
_MESSAGES = (
    ParameterRow("limit", "integer", "How many at most.", required=False, default=10, minimum=1),
    ParameterRow("timedelta", "string", "Only those not older than this (ISO 8601 duration).", required=False),
    ParameterRow("only_unread", "boolean", "Only those not read before.", required=False, default=True),
)

BROWSER_ACTIONS = (
    BrowserActionRow(
        "form_fill",
        "Fill several fields of a form that asks for personal data at once.",
        (ParameterRow("value", "object", "What to fill in, by kind of field.", keys=FORM_KEYS),),
    ),
    BrowserActionRow("goto", "Open a URL in this tab.", (_URL,)),
    BrowserActionRow("goto_new_tab", "Open a URL in a new tab.", (_URL,)),
    BrowserActionRow("close_tab", "Close this tab."),
    BrowserActionRow(
        "switch_tab", "Go to another tab.", (ParameterRow("tab_index", "integer", "Counted from 0.", minimum=0),)
    ),
    BrowserActionRow("go_back", "Go back to the page before."),
    BrowserActionRow("go_forward", "Go forward to the next page."),
    BrowserActionRow("reload", "Load this page again."),
    BrowserActionRow(
        "wait", "Wait.", (ParameterRow("time_ms", "integer", "Milliseconds.", minimum=0, maximum=30_000),)
    ),
    BrowserActionRow(
        "press_key", "Press a key of the keyboard.", (ParameterRow("key", "string", "Such as Enter or Escape."),)
    ),
    BrowserActionRow("scroll_up", "Scroll up.", (_AMOUNT,)),
    BrowserActionRow("scroll_down", "Scroll down.", (_AMOUNT,)),
    BrowserActionRow(
        "captcha_solve",
        "Have the captcha on this page solved.",
        (ParameterRow("captcha_type", "string", "Its kind, if known.", required=False, choices=CAPTCHAS),),
    ),
    BrowserActionRow("help", "Ask the person for help.", (ParameterRow("reason", "string", "What is unclear."),)),
    BrowserActionRow(
        "completion",
        "End the task with an answer.",
        (
            ParameterRow("success", "boolean", "Whether the task was done."),
            ParameterRow("answer", "string", "The answer."),
        ),
    ),
    BrowserActionRow(
        "scrape",
        "Read the content of this page.",
        (
            ParameterRow("instructions", "string", "What to extract; everything if it is not given.", required=False),
            ParameterRow("only_main_content", "boolean", "Without menus and footers.", required=False, default=True),
            ParameterRow("selector", "string", "Only inside this element.", required=False),
            ParameterRow("only_images", "boolean", "Only pictures.", required=False, default=False),
            ParameterRow("scrape_links", "boolean", "With links.", required=False, default=True),
            ParameterRow("scrape_images", "boolean", "With pictures.", required=False, default=False),
            ParameterRow("ignored_tags", "array", "Elements to leave out.", required=False),
            ParameterRow("response_format", "object", "JSON schema of the answer.", required=False),
        ),
    ),
    BrowserActionRow("email_read", "Read the newest e-mails.", _MESSAGES),
    BrowserActionRow("sms_read", "Read the newest text messages.", _MESSAGES),
    BrowserActionRow(
        "evaluate_js",
        "Evaluate a JavaScript expression on this page.",
        (ParameterRow("code", "string", "The expression."),),
    ),
)

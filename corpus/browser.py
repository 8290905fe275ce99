"""A Chromium driven over plain CDP, for building the corpus and for the live tests.

In: a folder of pages, served on loopback under stable host names; out: tabs that navigate, act and give
captures in the envelope that `perception.load` reads. Needs `websocket-client` (a development dependency) and
a Chromium on the path. It knows nothing of the engine: the parameters of a capture are passed in.
"""

import contextlib
import functools
import http.server
import itertools
import json
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import websocket

ORIGIN = "http://corpus.localhost"
"""Where the pages appear to live; a host-resolver rule leads every `*.localhost` name to the local server."""

EXECUTABLES = ("chromium", "chromium-browser", "google-chrome", "chrome")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-smooth-scrolling",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=en-GB",
    "--mute-audio",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--site-per-process",
)

KEYS = {
    "ArrowDown": 40,
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "ArrowUp": 38,
    "Backspace": 8,
    "End": 35,
    "Enter": 13,
    "Escape": 27,
    "Home": 36,
    "PageDown": 34,
    "Tab": 9,
}
"""Windows virtual key codes of the keys that a step may press."""

START_TIMEOUT = 30.0
"""Seconds that a browser may take to open its debugging port."""

FIND_JS = """
(path) => {
  let root = document, dx = 0, dy = 0, found = null;
  for (const [k, selector] of path.entries()) {
    found = root.querySelector(selector);
    if (!found) throw new Error('no element for ' + selector);
    if (k === path.length - 1) break;
    if (found.contentDocument) {
      const box = found.getBoundingClientRect(), style = getComputedStyle(found);
      dx += box.x + found.clientLeft + parseFloat(style.paddingLeft);
      dy += box.y + found.clientTop + parseFloat(style.paddingTop);
      root = found.contentDocument;
    } else root = found.shadowRoot;
  }
  return [found, dx, dy];
}
"""
"""Follows a path of selectors through same-origin frames and open shadow roots.

Gives the element and its frame's offset to the top viewport.
"""

POINT_JS = f"""
(path, at) => {{
  const [found, dx, dy] = ({FIND_JS})(path);
  found.scrollIntoView({{block: 'nearest', inline: 'nearest', behavior: 'instant'}});
  const box = found.getBoundingClientRect(), [x, y] = at || [box.width / 2, box.height / 2];
  return [dx + box.x + x, dy + box.y + y];
}}
"""

SCROLL_JS = f"""
(path, x, y) => {{
  const target = path.length ? ({FIND_JS})(path)[0] : document.scrollingElement;
  const scroller = target.contentDocument ? target.contentDocument.scrollingElement : target;
  scroller.scrollTo({{left: x, top: y, behavior: 'instant'}});
}}
"""

SETTLE_JS = """
(async () => {
  await document.fonts.ready;
  const ends = a => a.effect && a.effect.getComputedTiming().endTime !== Infinity;
  await Promise.all(document.getAnimations().filter(ends).map(a => a.finished.catch(() => null)));
  for (let k = 0; k < 3; k++) await new Promise(done => requestAnimationFrame(done));
})()
"""

FOCUS_JS = """
(() => {
  let at = document.activeElement;
  for (;;) {
    const inner = (at?.shadowRoot || at?.contentDocument)?.activeElement;
    if (!inner || inner === inner.ownerDocument.body) break;
    at = inner;
  }
  return at === document.body ? null : at;
})()
"""

FRAME_VIEWPORT_JS = """
({
  width: innerWidth, height: innerHeight, pageX: scrollX, pageY: scrollY, deviceScaleFactor: devicePixelRatio,
})
"""


class BrowserError(RuntimeError):
    """The browser is missing, did not start, or refused a command."""


class Step(NamedTuple):
    """One thing to do on a page: a key of `_VERBS`, and its argument as pages.toml gives it."""

    verb: str
    value: Any


def executable() -> str | None:
    """The path of the first Chromium found, or None."""
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


class Connection:
    """One websocket to the browser; replies are matched by id, events are kept in the order of arrival."""

    def __init__(self, url: str) -> None:
        self._socket = websocket.create_connection(url, timeout=60, suppress_origin=True)
        self._ids = itertools.count(1)
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, params: Mapping[str, Any] | None = None, session: str | None = None) -> dict[str, Any]:
        """The result of one command; events that arrive meanwhile go to `events`."""
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": dict(params or {})}
        if session is not None:
            message["sessionId"] = session
        self._socket.send(json.dumps(message))
        while True:
            reply = self._receive()
            if reply.get("id") != number:
                continue
            if "error" in reply:
                raise BrowserError(f"{method}: {reply['error']['message']}")
            result: dict[str, Any] = reply["result"]
            return result

    def wait_for(self, method: str, session: str) -> dict[str, Any]:
        """Take out the first event of this name in the session, which may be yet to come; its parameters."""
        while True:
            for position, event in enumerate(self.events):
                if event["method"] == method and event.get("sessionId") == session:
                    params: dict[str, Any] = self.events.pop(position)["params"]
                    return params
            self._receive()

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> dict[str, Any]:
        # A lone surrogate of a page may be sent as it is: it must not end the reading.
        raw = self._socket.recv()
        text = raw if isinstance(raw, str) else raw.decode("utf-8", "surrogatepass")
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message


class Tab:
    """One page in its own browser context, with a session for each out-of-process frame below it."""

    def __init__(self, connection: Connection, width: int, height: int, emulated_scale: float) -> None:
        self._connection = connection
        self._context = connection.send("Target.createBrowserContext")["browserContextId"]
        target = connection.send("Target.createTarget", {"url": "about:blank", "browserContextId": self._context})
        attached = connection.send("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})
        self.session: str = attached["sessionId"]
        for method in ("Page.enable", "DOM.enable", "Runtime.enable"):
            self.send(method)
        self.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": emulated_scale, "mobile": False},
        )
        self._watched: set[str] = set()
        self._attach_children(self.session)

    def send(self, method: str, params: Mapping[str, Any] | None = None, session: str | None = None) -> dict[str, Any]:
        """The result of one command in the page's session, or in a frame's."""
        return self._connection.send(method, params, session or self.session)

    def open(self, url: str) -> None:
        """Navigate and return when the page is loaded and at rest."""
        self._connection.events.clear()
        self.send("Page.navigate", {"url": url})
        self._connection.wait_for("Page.loadEventFired", self.session)
        self.settle()

    def settle(self) -> None:
        """Wait for fonts, finite animations and three painted frames.

        The page's load event has waited for its out-of-process frames. They are not asked: a sandboxed one runs no
        script, so a promise in it never ends.
        """
        self.evaluate(SETTLE_JS)

    def evaluate(self, expression: str, session: str | None = None) -> Any:
        """The JSON value of an expression; a promise is awaited."""
        params = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        return self.value(self.send("Runtime.evaluate", params, session))

    def call(self, function: str, *arguments: Any) -> Any:
        """The JSON value of a function applied to JSON arguments in the page."""
        return self.evaluate(f"({function})({', '.join(json.dumps(argument) for argument in arguments)})")

    def act(self, steps: Sequence[Step]) -> None:
        """Do the steps one after the other, letting the page come to rest after each."""
        for step in steps:
            _VERBS[step.verb](self, step.value)
            self.settle()

    def screenshot(self) -> bytes:
        """PNG of what the window shows, base64 as the protocol gives it."""
        data: str = self.send("Page.captureScreenshot", {"format": "png"})["data"]
        return data.encode()

    def capture(self, parameters: Mapping[str, Any], foreign_frames: bool = True) -> dict[str, Any]:
        """The capture envelope; `parameters` are those of `DOMSnapshot.captureSnapshot`.

        Without `foreign_frames` it is what a client gets that knows nothing of out-of-process frames.
        """
        children = self.child_sessions() if foreign_frames else {}
        snapshot = self.send("DOMSnapshot.captureSnapshot", parameters)
        envelope: dict[str, Any] = {
            "url": self.evaluate("document.URL"),
            "title": self.evaluate("document.title"),
            "viewport": self._viewport(),
            "computedStyles": list(parameters["computedStyles"]),
            "loaderIds": self._loader_ids((self.session, *children.values())),
            "snapshot": snapshot,
        }
        focused = self._focused()
        if focused is not None:
            envelope["focusedBackendNodeId"] = focused
        if children:
            envelope["frames"] = [self._frame(f, s, children, parameters) for f, s in children.items()]
        return envelope

    def close(self) -> None:
        self._connection.send("Target.disposeBrowserContext", {"browserContextId": self._context})

    def child_sessions(self) -> dict[str, str]:
        """Frame id -> session of every out-of-process frame, parents first."""
        found: dict[str, str] = {}
        events = self._connection.events
        # The list grows while it is read: attaching to a frame's own frames brings their events.
        for event in events:
            target = event["params"].get("targetInfo", {})
            if event["method"] != "Target.attachedToTarget" or target["type"] != "iframe":
                continue
            session = event["params"]["sessionId"]
            if session not in self._watched:
                self._watched.add(session)
                self._attach_children(session)
            found[target["targetId"]] = session
        gone = {e["params"]["sessionId"] for e in events if e["method"] == "Target.detachedFromTarget"}
        return {frame_id: session for frame_id, session in found.items() if session not in gone}

    def _attach_children(self, session: str) -> None:
        params = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
        self.send("Target.setAutoAttach", params, session)

    def _viewport(self) -> dict[str, Any]:
        visual = self.send("Page.getLayoutMetrics")["cssVisualViewport"]
        return {
            "width": visual["clientWidth"],
            "height": visual["clientHeight"],
            "pageX": visual["pageX"],
            "pageY": visual["pageY"],
            "deviceScaleFactor": self.evaluate("devicePixelRatio"),
        }

    def _loader_ids(self, sessions: Sequence[str]) -> dict[str, str]:
        loaders: dict[str, str] = {}
        for session in sessions:
            stack = [self.send("Page.getFrameTree", None, session)["frameTree"]]
            while stack:
                tree = stack.pop()
                loaders[tree["frame"]["id"]] = tree["frame"]["loaderId"]
                stack.extend(tree.get("childFrames", ()))
        return loaders

    def _focused(self) -> int | None:
        result = self.send("Runtime.evaluate", {"expression": FOCUS_JS})["result"]
        if "objectId" not in result:
            return None
        node = self.send("DOM.describeNode", {"objectId": result["objectId"]})["node"]
        backend_node_id: int = node["backendNodeId"]
        return backend_node_id

    def _frame(
        self, frame_id: str, session: str, children: Mapping[str, str], parameters: Mapping[str, Any]
    ) -> dict[str, Any]:
        frame = self.send("Page.getFrameTree", None, session)["frameTree"]["frame"]
        parent_session = children.get(frame["parentId"], self.session)
        owner = self.send("DOM.getFrameOwner", {"frameId": frame_id}, parent_session)
        return {
            "frameId": frame_id,
            "parentFrameId": frame["parentId"],
            "ownerBackendNodeId": owner["backendNodeId"],
            "computedStyles": list(parameters["computedStyles"]),
            "viewport": self.evaluate(FRAME_VIEWPORT_JS, session),
            "snapshot": self.send("DOMSnapshot.captureSnapshot", parameters, session),
        }

    def value(self, reply: Mapping[str, Any]) -> Any:
        if "exceptionDetails" in reply:
            details = reply["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return reply["result"].get("value")


def _path(selector: str | list[str]) -> list[str]:
    return [selector] if isinstance(selector, str) else selector


def _move(tab: Tab, value: Any) -> dict[str, float]:
    """Scroll the target into view and move the pointer to its centre, or to a point from its top left corner."""
    target = value if isinstance(value, Mapping) else {"of": value}
    x, y = tab.call(POINT_JS, _path(target["of"]), target.get("at"))
    tab.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    return {"x": x, "y": y}


def _hover(tab: Tab, value: Any) -> None:
    _move(tab, value)


def _click(tab: Tab, value: Any) -> None:
    event = {**_move(tab, value), "button": "left", "clickCount": 1}
    for kind in ("mousePressed", "mouseReleased"):
        tab.send("Input.dispatchMouseEvent", {"type": kind, **event})


def _type(tab: Tab, text: str) -> None:
    tab.send("Input.insertText", {"text": text})


def _key(tab: Tab, key: str) -> None:
    event = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
    if key == "Enter":
        event["text"] = "\r"
    for kind in ("keyDown", "keyUp"):
        tab.send("Input.dispatchKeyEvent", {"type": kind, **event})


def _scroll(tab: Tab, value: Mapping[str, Any]) -> None:
    tab.call(SCROLL_JS, _path(value.get("of", [])), value.get("x", 0), value.get("y", 0))


def _upload(tab: Tab, value: Mapping[str, Any]) -> None:
    finder = f"({FIND_JS})({json.dumps(_path(value['to']))})[0]"
    target = tab.send("Runtime.evaluate", {"expression": finder})["result"]["objectId"]
    tab.send("DOM.setFileInputFiles", {"files": value["files"], "objectId": target})


def _wait(tab: Tab, milliseconds: int) -> None:
    time.sleep(milliseconds / 1000)


_VERBS: dict[str, Callable[[Tab, Any], None]] = {
    "click": _click,
    "hover": _hover,
    "key": _key,
    "scroll": _scroll,
    "type": _type,
    "upload": _upload,
    "wait": _wait,
}


class Browser:
    """A running Chromium with a profile of its own; a context manager, so that none is left behind."""

    def __init__(self, port: int, real_scale: float = 1) -> None:
        """`port` is the local page server's; `real_scale` is the device scale factor of the screen itself."""
        program = executable()
        if program is None:
            raise BrowserError(f"no Chromium on the path: looked for {', '.join(EXECUTABLES)}")
        self._profile = tempfile.TemporaryDirectory(prefix="corpus-profile-", ignore_cleanup_errors=True)
        command = [
            program,
            *FLAGS,
            f"--user-data-dir={self._profile.name}",
            f"--host-resolver-rules=MAP *.localhost 127.0.0.1:{port}",
        ]
        if real_scale != 1:
            command.append(f"--force-device-scale-factor={real_scale:g}")
        command.append("about:blank")
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.endpoint = self._debugger_url()
            self._connection = Connection(self.endpoint)
        except BaseException:
            self._stop()
            raise
        self.version: str = self._connection.send("Browser.getVersion")["product"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._stop()

    @contextlib.contextmanager
    def tab(self, width: int, height: int, emulated_scale: float = 0) -> Iterator[Tab]:
        """A fresh tab whose window is `width` by `height` CSS px; scale 0 leaves the screen's own factor."""
        tab = Tab(self._connection, width, height, emulated_scale)
        try:
            yield tab
        finally:
            tab.close()
            self._connection.events.clear()

    def _debugger_url(self) -> str:
        """The websocket address, from the file that Chromium writes once it listens."""
        file = Path(self._profile.name) / "DevToolsActivePort"
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise BrowserError(f"Chromium ended at once with code {self._process.returncode}")
            lines = file.read_text().split() if file.exists() else []
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            time.sleep(0.05)
        raise BrowserError(f"Chromium did not open its debugging port within {START_TIMEOUT:g} s")

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """A page's requests are of no interest on stderr."""


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[int]:
    """Serve a folder on loopback; gives the port."""
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()

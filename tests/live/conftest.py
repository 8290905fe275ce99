"""A Chromium for the live tests: one a session and real scale factor. Without one they are skipped, in CI they fail."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from corpus.browser import Browser, executable, serve
from corpus.build import PAGES


@pytest.fixture(scope="session")
def browser_of() -> Iterator[Callable[[float], Browser]]:
    """Real device scale factor -> a running browser, started when first asked for."""
    if executable() is None:
        if os.environ.get("DOMSIGHT_REQUIRE_BROWSER") == "1":
            pytest.fail("no Chromium on the path, and DOMSIGHT_REQUIRE_BROWSER=1 asks for one")
        pytest.skip("no Chromium on the path")
    with ExitStack() as stack:
        port = stack.enter_context(serve(PAGES))
        running: dict[float, Browser] = {}

        def get(real_scale: float) -> Browser:
            if real_scale not in running:
                running[real_scale] = stack.enter_context(Browser(port, real_scale))
            return running[real_scale]

        yield get

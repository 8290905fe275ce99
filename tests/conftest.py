"""Options of the whole suite."""

import pytest
from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile("same")
"""Property tests try the same examples every time, so that a failure has a cause in what was changed; others are tried
by `make test-all`, with `--hypothesis-profile random`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden texts of tests/golden anew instead of comparing with them",
    )

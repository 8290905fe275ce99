"""Options of the benchmarks: `pytest benchmarks [--million]`."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--million", action="store_true", help="also pages of 1,000,000 nodes; takes minutes and 2 GiB")


@pytest.fixture
def million(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--million"))

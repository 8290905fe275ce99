# `make demo` and `make test` set themselves up on a machine with python3 alone.
# On Debian a missing venv module is installed first, which needs root.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
JOBS ?= auto
FIELD_CASES = $(if $(DIR),$(DIR),$(error say where the cases are: make field-cases DIR=...))

.PHONY: demo test test-all lint types tests gate bench field-cases corpus clean

demo: $(VENV)/installed
	@$(PY) -m rendering actions corpus/captures/shop.capture.json.gz
	@echo
	@$(PY) -m rendering actions corpus/captures/webmail.capture.json.gz
	@echo
	@$(PY) -m rendering tree --filter visible --max-chars 1500 corpus/captures/login.capture.json.gz

test: lint types tests gate

lint: $(VENV)/ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types: $(VENV)/ready
	$(VENV)/bin/mypy

tests: $(VENV)/ready
	$(PY) -m pytest -n $(JOBS) -m "not slow" -k "not grow and not linear"
	$(PY) -m pytest -m "not slow" -k "grow or linear"   # times: one at a time

test-all: test
	$(PY) -m pytest -n $(JOBS) -m slow --hypothesis-profile random
	$(PY) -m pytest -n $(JOBS) -m "hypothesis and not slow" --hypothesis-profile random

# Agreement with the corpus's own truth; floors only rise.
gate: $(VENV)/ready
	$(PY) -m benchmarks.gate

bench: $(VENV)/ready
	$(PY) -m benchmarks.report

field-cases: $(VENV)/ready
	$(PY) -m tests.field_cases $(FIELD_CASES)

# Captures the corpus pages anew; needs Chromium.
corpus: $(VENV)/ready
	$(PY) -m corpus.build

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { apt-get update -q && apt-get install -qy python3-venv; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/ready: $(VENV)/installed
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist *.egg-info

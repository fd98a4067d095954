# `make play` opens the table, `make test` proves it; both set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TORCH ?= torch==2.13.0
LEARNERS := sb3-contrib==2.9.2 stable-baselines3==2.9.2 tensorboard==2.21.0 polars==2.1.0 datasets==5.2.0 array-api-compat==1.16.0
COMPILE := uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate --no-emit-index-url

PACKAGES := postgresql redis-server sqlite3 chromium

.PHONY: play test test-web web engines engines-web wheels equal equal-page packages check check-web mutants bench bench-peers bench-vector reference bench-server faults floods fuzz-server jepsen soak contract examples docs \
	constraints clean

play: web
	@$(BIN)/brelan

web: engines-web  # the page has the engines in it
	@$(BIN)/python hatch_build.py

engines: $(VENV)/.ready  # the games' libraries for this machine, those whose sources changed
	@$(BIN)/python -m brelan.build

engines-web: $(VENV)/.ready  # and what browsers run
	@$(BIN)/python -m brelan.build $$($(BIN)/python -c 'from brelan.build.engines import here; print(here())') wasm

wheels: $(VENV)/.ready web  # of every platform, on one machine
	@for platform in linux-x86_64 linux-aarch64 macos-arm64 macos-x86_64 windows-x86_64; do \
	BRELAN_PLATFORM=$$platform $(BIN)/python -m hatchling build -t wheel || exit 1; done
	@$(BIN)/python -m hatchling build -t sdist

equal: $(VENV)/.ready-dev engines-web  # 1,000 games of every setup in three modes, every entry point: a long run
	$(BIN)/python benchmarks/equal.py --games 1000 --keep .equal.jsonl --write benchmarks/RESULTS.md

equal-page: $(VENV)/.ready-dev engines-web  # 10,000 random games of every setup, the page's table against Python's: a long run
	PYTHONPATH=tests $(BIN)/python benchmarks/equal_page.py --games 10000 --write benchmarks/RESULTS.md

test: check check-web engines-web packages
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 15 --ignore tests/web --ignore tests/learners

check-web: $(VENV)/.ready-dev web  # the page's types
	@$(BIN)/python -c "import hatch_build; hatch_build.npm('run', '--silent', 'check')"

test-web: $(VENV)/.ready-dev web packages  # whole games in a real browser; a test that fails is named, and tried once more alone
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 15 tests/web \
	|| { echo "Once more, alone:"; $(BIN)/python -m pytest -n 0 --last-failed --last-failed-no-failures none tests/web; }

packages:  # what some tests use beside Python, where it may be installed; without it they are skipped, and say so
	@if command -v redis-server >/dev/null && command -v sqlite3 >/dev/null && ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 \
	&& { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then echo "Installing $(PACKAGES) ..."; \
	apt-get update -qq >/dev/null 2>&1; \
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES) >/dev/null 2>&1 || true; fi

check: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.ready-dev
	for game in $$($(BIN)/python -c 'import brelan; print(*brelan.game_names())'); do $(BIN)/brelan bench $$game --write benchmarks/RESULTS.md; done

bench-peers: $(VENV)/.ready-dev
	@test -x .peers/bin/python || $(PYTHON) -m venv .peers
	@.peers/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt
	.peers/bin/python -W ignore benchmarks/peers.py | tee benchmarks/PEERS.md
	$(MAKE) bench

bench-vector: $(VENV)/.ready-dev engines  # beside Pgx and PettingZoo, one core
	@test -x .peers/bin/python || $(PYTHON) -m venv .peers
	@.peers/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt
	$(BIN)/python benchmarks/vector.py --write benchmarks/RESULTS.md

reference: $(VENV)/.ready-dev engines  # the table that others compare with: hours
	$(BIN)/python benchmarks/reference.py --write benchmarks/REFERENCE.md

bench-server: $(VENV)/.ready-dev packages
	$(BIN)/python benchmarks/load.py --write benchmarks/SERVER.md
	$(BIN)/python benchmarks/load.py --processes 2 --write benchmarks/SERVER.md

faults: $(VENV)/.ready-dev
	$(BIN)/python benchmarks/faults.py --kills 500 --keep .faults.jsonl --write benchmarks/SERVER.md

floods: $(VENV)/.ready-dev  # attackers at work while others play: p99 of those others
	$(BIN)/python benchmarks/flood.py --write benchmarks/SERVER.md

soak: $(VENV)/.ready-dev packages  # an hour
	PYTHONPATH=tests:benchmarks $(BIN)/python benchmarks/soak.py --write benchmarks/SERVER.md

jepsen: $(VENV)/.ready-dev packages
	PYTHONPATH=tests $(BIN)/python benchmarks/history.py 200 --write benchmarks/SERVER.md

fuzz-server: $(VENV)/.ready-dev
	BRELAN_FUZZ=long $(BIN)/python -m pytest tests/server/test_machine.py

mutants: $(VENV)/.ready-dev  # small changes to rules, core and server that tests must notice: hours
	$(BIN)/python benchmarks/mutants.py joomo thegame jokrummy koomi --sample 100
	$(BIN)/python benchmarks/mutants.py core server --sample 50

docs: $(VENV)/.ready-dev  # the documentation as a site, into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open site/index.html"

contract: $(VENV)/.ready-dev
	$(BIN)/brelan check --games 20

examples: $(VENV)/.ready-dev engines  # with the learners' own libraries: PyTorch is a CPU build where there is one, GBs elsewhere
	@$(PIP) $(TORCH) $(LEARNERS)
	$(BIN)/python -m pytest tests/test_examples.py tests/learners
	$(BIN)/python examples/train_thegame.py

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Brelan needs Python 3.11 or newer: make PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) ..."
	@$(PIP) --require-hashes -r constraints.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready constraints-dev.txt
	@echo "Installing what the tests need ..."
	@$(PIP) --require-hashes -r constraints-dev.txt
	@touch $@

constraints:
	$(COMPILE) --extra build -o constraints.txt
	$(COMPILE) --extra build --extra dev -c constraints.txt -o constraints-dev.txt
	$(COMPILE) --extra club -c constraints-dev.txt -o constraints-club.txt

clean:
	rm -rf $(VENV) src/brelan/games/*/built src/brelan/core/_engine* src/brelan/web src/brelan/drawn web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis dist site

# Everyday commands. Each one sets up what it needs.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 8350
DATA ?= data
PY := .venv/bin/python
UV := .venv/bin/uv
PIP := $(UV) pip sync --quiet
FILES_SERVER := tests/servers/filesystem
MCP_HOSTS := tests/servers/mcp_hosts
OLD_CLIENT := web/e2e/client-0.0.59
WEB_SOURCES := $(shell find web/src web/index.html web/vite.config.ts web/package.json web/tsconfig.json -type f 2>/dev/null)

.PHONY: help demo demo-reset dev test test-python test-web check gen fix lock clean eval bench bench-smoke

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: .venv/ready .venv-mcp-git/ready src/liveapps/_web/index.html ## the demo, from nothing: prints the address (PORT=8350 DATA=data)
	@$(PY) -m examples.crm.demo --port $(PORT) --data $(DATA)

demo-reset: ## forget all that the demo kept in DATA
	@if [ -f $(DATA)/crm.db ]; then rm -rf $(DATA)/liveapps.db* $(DATA)/crm.db* $(DATA)/logs; \
	  echo "The demo in $(DATA) starts over."; else echo "There is no demo data in $(DATA)."; fi

dev: .venv/ready .venv-mcp-git/ready web/node_modules/ready ## server and web app with reload on change
	@$(PY) tools/dev.py --port $(PORT) --data $(DATA)

test: test-python test-web ## all tests: Python, browser, web

test-python: .venv/ready foreign src/liveapps/_web/index.html tools/browser
	@$(PY) -m pytest -q -n 2 --dist loadfile

test-web: web/node_modules/ready
	@npm --prefix web test --silent

check: .venv/ready web/tools/apigen/node_modules/ready src/liveapps/_web/index.html ## what CI runs: format, lint, types, arrows, sizes, generated files
	@.venv/bin/ruff format --check --quiet . && .venv/bin/ruff check --quiet .
	@.venv/bin/pyright --warnings
	@$(PY) tools/arrows.py
	@npm --prefix web run --silent typecheck
	@npm --prefix web run --silent lint
	@npm --prefix web run --silent arrows
	@npm --prefix web run --silent size
	@$(PY) tools/generate.py --check

fix: .venv/ready web/node_modules/ready ## format and mend what can be mended
	@.venv/bin/ruff check --quiet --fix . ; .venv/bin/ruff format --quiet .

bench: .venv/ready ## speed, as ratios: raw database, thin HTTP app, product
	@$(PY) -m bench

eval: .venv/ready ## tasks on a model: MODEL=anthropic:… (BASE_URL= KEY_ENV= TASK=); without one, recorded answers
	@$(PY) -m evals --model "$(MODEL)" --base-url "$(BASE_URL)" --key-env "$(KEY_ENV)" --task "$(TASK)"

bench-smoke: .venv/ready ## the arms of the bench do the same job
	@$(PY) -m bench --smoke

gen: .venv/ready web/tools/apigen/node_modules/ready ## write the generated files anew
	@$(PY) tools/generate.py

lock: .venv/ready ## compile requirements/*.in into hash-locked files
	@for name in core dev uv mcp-git mcp-sqlite mcp-datasette; do \
	  $(UV) pip compile --quiet --generate-hashes --no-header --no-annotate --universal --python-version 3.11 \
	    requirements/$$name.in -o requirements/$$name.txt; done

clean: ## remove what was set up or built, not the data
	@rm -rf .venv .venv-mcp-* $(FILES_SERVER)/node_modules $(MCP_HOSTS)/node_modules $(OLD_CLIENT)/node_modules web/node_modules web/tools/apigen/node_modules src/liveapps/_web

tools/browser: .venv/ready
	@$(PY) tools/browser.py
.PHONY: tools/browser

.venv/ready: requirements/dev.txt requirements/uv.txt pyproject.toml tools/needs.py
	@$(PYTHON) tools/needs.py python
	@echo "Setting up Python…"
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@VIRTUAL_ENV=.venv $(PIP) requirements/dev.txt requirements/uv.txt
	@VIRTUAL_ENV=.venv $(UV) pip install --quiet --no-deps --editable .
	@touch $@

foreign: $(OLD_CLIENT)/node_modules/ready .venv-mcp-git/ready .venv-mcp-sqlite/ready .venv-mcp-datasette/ready $(FILES_SERVER)/node_modules/ready $(MCP_HOSTS)/node_modules/ready
.PHONY: foreign

# Each foreign server in an environment of its own.
.venv-mcp-%/ready: requirements/mcp-%.txt .venv/ready
	@test -x .venv-mcp-$*/bin/python || $(UV) venv --quiet --python $(PY) .venv-mcp-$*
	@VIRTUAL_ENV=.venv-mcp-$* $(PIP) requirements/mcp-$*.txt
	@touch $@

$(FILES_SERVER)/node_modules/ready: $(FILES_SERVER)/package-lock.json
	@$(PYTHON) tools/needs.py node
	@npm --prefix $(FILES_SERVER) ci --silent --no-audit --no-fund
	@touch $@

$(OLD_CLIENT)/node_modules/ready: $(OLD_CLIENT)/package-lock.json
	@$(PYTHON) tools/needs.py node
	@npm --prefix $(OLD_CLIENT) ci --silent --no-audit --no-fund
	@touch $@

$(MCP_HOSTS)/node_modules/ready: $(MCP_HOSTS)/package-lock.json
	@$(PYTHON) tools/needs.py node
	@npm --prefix $(MCP_HOSTS) ci --silent --no-audit --no-fund
	@touch $@

web/node_modules/ready: web/package-lock.json tools/needs.py
	@$(PYTHON) tools/needs.py node
	@echo "Installing the web app's packages…"
	@npm --prefix web ci --silent --no-audit --no-fund
	@touch $@

web/tools/apigen/node_modules/ready: web/tools/apigen/package-lock.json
	@$(PYTHON) tools/needs.py node
	@npm --prefix web/tools/apigen ci --silent --no-audit --no-fund
	@touch $@

src/liveapps/_web/index.html: web/node_modules/ready $(WEB_SOURCES)
	@echo "Building the web app…"
	@npm --prefix web run --silent build -- --logLevel error
	@touch $@

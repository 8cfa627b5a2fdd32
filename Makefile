# Two commands: `make sandbox` plays, `make test` passes the tests.
# uv is taken from the PATH; where it is missing it is put into .tools.

PYTHON ?= python3
UV_VERSION := 0.13.9
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
ARGS ?=

# uv trusts a list of its own; the authorities of a company's network stand in the system's.
SYSTEM_CERTIFICATES := $(wildcard /etc/ssl/certs/ca-certificates.crt)
ifneq ($(SYSTEM_CERTIFICATES),)
export SSL_CERT_FILE ?= $(SYSTEM_CERTIFICATES)
endif

.PHONY: sandbox play run doctor test check format bench docs clean

sandbox: $(UV)
	$(UV) run --quiet --no-dev questsmith sandbox $(ARGS)

play: $(UV)
	$(UV) run --quiet --no-dev questsmith play $(ARGS)

run: $(UV)
	$(UV) run --quiet --no-dev questsmith run $(ARGS)

doctor: $(UV)
	$(UV) run --quiet --no-dev questsmith doctor $(ARGS)

test: $(UV)
	$(UV) run --quiet pytest --numprocesses 2 --dist worksteal $(ARGS)

check: $(UV)
	$(UV) run --quiet ruff check
	$(UV) run --quiet ruff format --check
	$(UV) run --quiet mypy

format: $(UV)
	$(UV) run --quiet ruff check --fix
	$(UV) run --quiet ruff format

bench: $(UV)
	$(UV) run --quiet python -m tests.bench $(ARGS)

# The configuration table of the README and .env.example, from the settings.
docs: $(UV)
	$(UV) run --quiet python -m bot.docs

clean:
	rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

.tools/bin/uv:
	$(PYTHON) -m venv .tools
	.tools/bin/pip install --quiet uv==$(UV_VERSION)

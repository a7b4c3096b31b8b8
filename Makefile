PREFIX ?= /usr/local
PYTHON ?= python3

venv := .venv
ready := $(venv)/requirements.txt
swift_sources := Package.swift Sources Tests clients/swift
release := swift build -c release --static-swift-stdlib --product fieldd
graphemes := .build/unicode-data/GraphemeBreakTest.txt

# Material beside the project, which some tests use if it is there.
ifneq ($(wildcard ../shared),)
export FIELDD_SHARED ?= $(abspath ../shared)
endif

.PHONY: test costs planted bench format install

# Formatting, a build without warnings, every test, the release binary, real clients.
test: $(ready)
	Tests/clients/prepare.sh
	swift format lint --strict --recursive $(swift_sources)
	@if [ -f $(graphemes) ]; then \
		export FIELDD_GRAPHEME_BREAK_TEST="$(abspath $(graphemes))"; \
	fi; \
	set -x; swift test --quiet -Xswiftc -warnings-as-errors
	$(release)
	$(venv)/bin/python -B -m pytest -q -rs Tests/clients

# Instructions over doubling sizes of each list of the format and each kind of broken text by
# itself, where `make test` counts those that are alike together: most of an hour.
costs: $(ready)
	$(release)
	FIELDD_COSTS=all $(venv)/bin/python -B -m pytest -q Tests/clients/test_costs.py

# A hundred bugs, one to a function at random, and which of them no test catches: an hour or two.
planted: $(ready)
	$(venv)/bin/python -B Tests/tools/planted

bench:
	$(release)
	$(PYTHON) -B Benchmarks/run.py

format:
	swift format format --in-place --recursive $(swift_sources)

install:
	$(release)
	install -D -s -m 755 .build/release/fieldd "$(DESTDIR)$(PREFIX)/bin/fieldd"
	@echo "fieldd is in $(DESTDIR)$(PREFIX)/bin"

# The list is whole: what is wanted of a package may be less than what it wants.
$(ready): Tests/clients/requirements.txt
	$(PYTHON) -m venv --clear $(venv)
	$(venv)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	cp $< $@

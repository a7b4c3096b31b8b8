PREFIX ?= /usr/local
PYTHON ?= python3

venv := .venv
ready := $(venv)/requirements.txt
swift_sources := Package.swift Sources Tests clients/swift
release := swift build -c release --static-swift-stdlib --product fieldd
graphemes := .build/unicode-data/GraphemeBreakTest.txt
shared = $(DESTDIR)$(PREFIX)/share
version := $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/FieldRPC/Protocol/Version.swift)
named := fieldd-$(version)
archived := $(named)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m).tar.gz

# Material beside the project, which some tests use if it is there.
ifneq ($(wildcard ../shared),)
export FIELDD_SHARED ?= $(abspath ../shared)
endif

.PHONY: test costs planted bench format install archive

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
	install -D -m 644 share/man/man1/fieldd.1 "$(shared)/man/man1/fieldd.1"
	install -D -m 644 share/completions/fieldd.bash \
		"$(shared)/bash-completion/completions/fieldd"
	install -D -m 644 share/completions/_fieldd "$(shared)/zsh/site-functions/_fieldd"
	install -D -m 644 share/completions/fieldd.fish \
		"$(shared)/fish/vendor_completions.d/fieldd.fish"
	@echo "fieldd is in $(DESTDIR)$(PREFIX)/bin"

# What a release offers: see RELEASING.md.
archive:
	rm -rf .build/archive
	$(MAKE) install DESTDIR="$(abspath .build/archive)" PREFIX=/$(named)
	tar -C .build/archive --sort=name --owner=0 --group=0 --numeric-owner \
		-czf .build/archive/$(archived) $(named)
	cd .build/archive && sha256sum $(archived) >$(archived).sha256

# The list is whole: what is wanted of a package may be less than what it wants.
$(ready): Tests/clients/requirements.txt
	$(PYTHON) -m venv --clear $(venv)
	$(venv)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	cp $< $@

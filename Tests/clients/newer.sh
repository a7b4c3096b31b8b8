#!/bin/sh
# newer.sh TREE - makes the tree of a newer Debian, with newer editors than this one has. Needs to be root, and apt.
set -eu
tree=$1
suite=forky
packages="emacs-nox elpa-lsp-mode elpa-company elpa-yasnippet hx neovim nodejs vim vim-ale"
# Editors with windows, and a screen that nobody looks at, with what presses keys on it and reads it.
packages="$packages kate qtcreator dbus-daemon fonts-dejavu-core imagemagick openbox tesseract-ocr"
packages="$packages x11-xserver-utils xclip xdotool xvfb"
here=$(dirname "$(realpath "$0")")

# Where this machine gets its packages from.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | grep '/debian/*$' | head -1)
[ -x "$(command -v debootstrap)" ] ||
  DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-install-recommends debootstrap >/dev/null
if [ ! -e "$tree/made" ]; then
  mkdir -p "$tree"
  # The script for every suite since long ago: this machine's debootstrap may not know the newest by name.
  debootstrap --variant=minbase "$suite" "$tree" "$mirror" /usr/share/debootstrap/scripts/sid >"$tree.log"
  for file in /etc/resolv.conf /etc/hosts /etc/apt/apt.conf.d/99* /etc/ssl/certs/ca-certificates.crt; do
    [ ! -e "$file" ] || { mkdir -p "$tree${file%/*}" && cp -L "$file" "$tree$file"; }
  done
  touch "$tree/made"
fi
missing=
for package in $packages; do [ -e "$tree/var/lib/dpkg/info/$package.list" ] || missing="$missing $package"; done
[ -z "$missing" ] && exit
# The list is meant to be split.
# shellcheck disable=SC2086
SEEN='' DEBIAN_FRONTEND=noninteractive "$here/inside.sh" "$tree" sh -c '
  apt-get update --quiet --quiet && apt-get install --quiet --quiet --yes --no-install-recommends "$@"' sh \
  $missing >>"$tree.log"

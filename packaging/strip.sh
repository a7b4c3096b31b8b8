#!/bin/sh
# Makes the file that is shipped of one that was linked: strip.sh LINKED SHIPPED. All packers ship what this makes.
# What debuggers read is left out, and so is what depends on the folder of the build: the identity that the linker
# computes, and the compiler's own hash of each module. So two builds of the same sources are equal, byte for byte.
set -eu
mkdir -p "$(dirname "$2")"
case $(uname -s):$2 in
  Darwin:*.dylib) strip -x -o "$2" "$1" ;;
  Darwin:*) strip -o "$2" "$1" ;;
  *) strip --remove-section=.note.gnu.build-id --remove-section=.swift_modhash -o "$2" "$1" ;;
esac

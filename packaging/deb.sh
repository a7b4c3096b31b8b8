#!/bin/sh
# Makes a Debian package of what `make install` installs: deb.sh ROOT VERSION FOLDER, where ROOT has
# all files as they are to be installed.
set -eu
root=$1 version=$2 folder=$3

# The version of the C library that the program wants is that of its newest symbol.
libc=$(objdump -T "$root/usr/bin/fieldd" | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -1)
gzip --best --no-name --force "$root/usr/share/man/man1/fieldd.1"
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/fieldd"
cp LICENSE "$root/usr/share/doc/fieldd/copyright"
cat >"$root/DEBIAN/control" <<END
Package: fieldd
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The fieldd authors <fieldd@localhost>
Section: devel
Priority: optional
Installed-Size: $(du --summarize --block-size=1K --exclude=DEBIAN "$root" | cut -f1)
Depends: libc6 (>= $libc), libgcc-s1, libstdc++6
Recommends: tzdata
Description: daemon that knows form fields
 It keeps form documents live for editors (LSP), front ends and agents, and checks records, objects of
 values, against forms in pipelines.
END
dpkg-deb --root-owner-group --build "$root" "$folder" >/dev/null
echo "$folder/fieldd_${version}_$(dpkg --print-architecture).deb"

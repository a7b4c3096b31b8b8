#!/bin/sh
# Makes a Debian package of what `make install` installs: deb.sh ROOT VERSION FOLDER, where ROOT has
# all files as they are to be installed. The same files and the same SOURCE_DATE_EPOCH give the same bytes.
# DEBFULLNAME and DEBEMAIL name the maintainer, as they do for Debian's own tools.
set -eu
umask 022
root=$1 version=$2 folder=$3
architecture=$(dpkg --print-architecture)
documents=$root/usr/share/doc/fieldd
maintainer="${DEBFULLNAME:-The fieldd authors} <${DEBEMAIL:-fieldd@localhost}>"

gzip --best --no-name --force "$root/usr/share/man/man1/fieldd.1"
# Debian has all licences of a package in one file, and the text of the LGPL once for all packages.
{
  cat "$documents/LICENSE"
  echo
  sed '/^GNU LESSER GENERAL PUBLIC LICENSE/,$d' "$documents/THIRD-PARTY-NOTICES.txt"
  echo 'The text is in /usr/share/common-licenses/LGPL-2.1.'
} >"$documents/copyright"
rm "$documents/LICENSE" "$documents/THIRD-PARTY-NOTICES.txt"
{
  printf 'fieldd (%s) unstable; urgency=medium\n\n  * CHANGELOG.md has the changes of this release.\n\n' "$version"
  printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date --utc --date="@${SOURCE_DATE_EPOCH:-315532800}" '+%a, %d %b %Y %H:%M:%S +0000')"
} | gzip --best --no-name >"$documents/changelog.gz"
# A static program needs no package, and that is meant.
mkdir -p "$root/usr/share/lintian/overrides"
echo 'fieldd: statically-linked-binary' >"$root/usr/share/lintian/overrides/fieldd"
mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: fieldd
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: devel
Priority: optional
Installed-Size: $(du --summarize --apparent-size --block-size=1K --exclude=DEBIAN "$root" | cut -f1)
Recommends: tzdata
Description: language server and validator for forms written in JSON
 It answers editors by the Language Server Protocol, front ends and agents by
 JSON-RPC, and validates records, objects of values, against forms in
 pipelines.
END
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$root" "$folder" >/dev/null
echo "$folder/fieldd_${version}_$architecture.deb"

#!/bin/sh
# inside.sh TREE COMMAND… - runs a command in the tree of another Debian, where it sees the folders in $SEEN as they
# are here. What is mounted for it is gone when it ends. Needs to be root.
set -eu
TREE=$1
shift
export TREE
# The words of SEEN are meant to be split, and what is in quotes is for the other shells.
# shellcheck disable=SC2016
exec unshare --mount --propagation private sh -c '
  set -eu
  for folder in /proc /dev /tmp $SEEN; do
    mkdir -p "$TREE$folder"
    mount --rbind "$folder" "$TREE$folder"
  done
  exec chroot "$TREE" sh -c "cd \"\$0\" 2>/dev/null || cd /; exec \"\$@\"" "$PWD" "$@"' sh "$@"

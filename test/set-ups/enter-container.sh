#!/bin/sh
# Becomes a command in a root of its own, as a container engine would: enter-container.sh ROOT HOST:CONTAINER:rw|ro ... -- COMMAND
# Folders of this machine are there, but /etc is a copy and /var is empty, so that what is mounted below them leaves no trace.
# Wants a mount namespace of its own.
set -eu
root=$1
shift
mount -t tmpfs tmpfs "$root"
for entry in /*; do
  case $entry in
    /etc | /var) continue ;;
  esac
  if [ -L "$entry" ]; then
    cp -P "$entry" "$root/"
  elif [ -d "$entry" ]; then
    mkdir "$root$entry"
    mount --rbind "$entry" "$root$entry"
  fi
done
mkdir -p "$root/etc" "$root/var/lib" "$root/var/tmp" "$root/var/run"
cp -a /etc/. "$root/etc/" 2>/dev/null || true # what this user may not read
while [ "$1" != -- ]; do
  IFS=: read -r host container mode <<HERE
$1
HERE
  if [ -d "$host" ]; then
    mkdir -p "$root$container"
  else
    mkdir -p "$(dirname "$root$container")"
    [ -e "$root$container" ] || : >"$root$container"
  fi
  mount --bind "$host" "$root$container"
  if [ "$mode" = ro ]; then mount -o remount,bind,ro "$root$container"; fi
  shift
done
shift
exec chroot "$root" "$@"

#!/bin/sh
# Starts twinmq in the image: finds where the state is kept, gives up root, and becomes the program. Run by itself, or with
# bash by helpers that bring an entry point of their own.
set -eu

volume=/var/lib/localstack

is_on() {
  case "$1" in
    1 | [Tt]rue | TRUE | [Yy]es | YES | [Oo]n | ON) return 0 ;;
    *) return 1 ;;
  esac
}

# Runs a command as the user that twinmq runs as.
as_user() {
  if [ -n "$drop" ]; then setpriv --reuid=twinmq --regid=twinmq --clear-groups -- "$@"; else "$@"; fi
}

# Makes a folder one that twinmq can write to. Of what lies there only the files of an earlier twinmq change hands.
own() {
  mkdir -p "$1" 2>/dev/null || return 0
  [ -n "$drop" ] || return 0
  as_user test -w "$1" || chown twinmq:twinmq "$1" 2>/dev/null || return 0
  for file in "$1"/state.json*; do
    [ ! -f "$file" ] || as_user test -w "$file" || chown -h twinmq:twinmq "$file" 2>/dev/null || :
  done
}

# Root is needed for one thing: a mounted folder belongs to whoever made it. Without the right to change users, it stays root.
drop=
if [ "$(id -u)" = 0 ] && setpriv --reuid=twinmq --regid=twinmq --clear-groups true 2>/dev/null; then
  drop=1
  export HOME=/home/twinmq
fi

# The image has no /data: where it is, someone mounted it.
if [ -d /data ]; then
  export TWINMQ_IMAGE_DATA=/data/state.json
  own /data
fi

if is_on "${LOCALSTACK_PERSISTENCE:-${PERSISTENCE:-}}"; then
  # What others made so that nobody may pass is passed by its owner.
  [ -z "$drop" ] || as_user test -x "$volume" || chown twinmq:twinmq "$volume" 2>/dev/null || :
  own "$volume/twinmq"
  if ! as_user test -w "$volume/twinmq"; then
    echo "twinmq: PERSISTENCE is on, but $volume cannot be written to: the state is kept as if it were off" >&2
    unset PERSISTENCE LOCALSTACK_PERSISTENCE
  fi
fi

# Nothing or an option is for the start; a word that is no program of the image is a command of twinmq.
case "${1:-}" in
  '' | -*) set -- twinmq start "$@" ;;
  *) command -v "$1" >/dev/null || set -- twinmq "$@" ;;
esac

# tini passes signals on, and takes leave of what scripts leave behind.
if [ -n "$drop" ]; then set -- setpriv --reuid=twinmq --regid=twinmq --clear-groups -- "$@"; fi
exec tini -s -- "$@"

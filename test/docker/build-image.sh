#!/usr/bin/env bash
# Builds the image without a Docker engine and unpacks it: buildah runs the Dockerfile, on stand-ins for the public images
# that it begins with, which are made of Debian's packages and of this machine's Node. Root on a Debian machine is needed,
# with buildah and mmdebstrap. What is left: .cache/root (the image, unpacked) and .cache/image.json (its settings).
# `--sizes` prints the sizes too.
set -euo pipefail

# What buildah mounts is gone with this process, so that the folder can be deleted.
if [ -z "${OWN_MOUNTS:-}" ]; then OWN_MOUNTS=1 exec unshare --mount bash "${BASH_SOURCE[0]}" "$@"; fi

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
repository="$(cd "$here/../.." && pwd)"
cache="$here/.cache"
mkdir -p "$cache"
cd "$repository"

inputs() {
  {
    find src protocols docker -type f -print0
    printf '%s\0' Dockerfile .dockerignore .npmrc LICENSE package.json package-lock.json build.mjs build-compiled.mjs tsconfig.json tsconfig.types.json test/docker/build-image.sh
  } | sort -z | xargs -0 sha256sum | sha256sum
}

sizes() {
  local unpacked compressed
  unpacked=$(du -s --block-size=1M "$cache/root" | cut -f1)
  compressed=$(tar -C "$cache/root" -c . | gzip | wc -c)
  echo "image: $unpacked MB unpacked, $((compressed / 1000000)) MB compressed"
}

current="$(inputs)"
if [ -e "$cache/inputs" ] && [ "$(cat "$cache/inputs")" = "$current" ] && [ -d "$cache/root" ]; then
  echo 'The image of this source is there already.'
  [ "${1:-}" != --sizes ] || sizes
  exit 0
fi
rm -f "$cache/inputs"

driver=vfs
mkdir -p "$cache"/probe/{lower,upper,work,merged}
if mount -t overlay overlay -o "lowerdir=$cache/probe/lower,upperdir=$cache/probe/upper,workdir=$cache/probe/work" "$cache/probe/merged" 2>/dev/null; then
  umount "$cache/probe/merged"
  driver=overlay
fi
rm -rf "$cache/probe"
running="$(mktemp -d)"
trap 'rm -rf "$running"' EXIT
storage=(--root "$cache/storage" --runroot "$running" --storage-driver "$driver")
build() { buildah "${storage[@]}" "$@"; }

has() { build inspect --type image "$1" >/dev/null 2>&1; }

# The stand-in for debian:bookworm-slim leaves out what that leaves out; usrmerge brings all of Perl.
if [ ! -s "$cache/base.tar" ]; then
  echo 'Debian: base system'
  mmdebstrap --quiet --mode=root --format=tar --variant=minbase --include=usr-is-merged \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='chroot "$1" apt-get -y -qq purge --autoremove usrmerge perl "lib.*perl.*" "perl-modules.*" >/dev/null 2>&1' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/var/log/*.log "$1"/var/log/apt' \
    bookworm "$cache/base.tar.part"
  mv "$cache/base.tar.part" "$cache/base.tar"
fi
if ! has localhost/twinmq-base; then
  container=$(build from scratch)
  build add --quiet "$container" "$cache/base.tar" / >/dev/null
  build config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$container"
  build commit --quiet --rm --format docker "$container" localhost/twinmq-base >/dev/null
fi

# The stand-in for the image of Node also has this machine's ways to the registry.
if ! has localhost/twinmq-node; then
  container=$(build from localhost/twinmq-base)
  npm="$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")"
  build copy --quiet "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >/dev/null
  build copy --quiet "$container" "$npm" /usr/local/lib/node_modules/npm >/dev/null
  for file in /etc/ssl/certs/ca-certificates.crt "$(npm config get globalconfig)"; do
    target="$file"
    [ "${file##*/}" != npmrc ] || target=/usr/local/etc/npmrc
    [ ! -e "$file" ] || build copy --quiet "$container" "$file" "$target" >/dev/null
  done
  build run --isolation chroot "$container" ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  build commit --quiet --rm --format docker "$container" localhost/twinmq-node >/dev/null
fi

packages="$(npm config get cache)"
volumes=()
[ ! -d "$packages" ] || volumes+=(--volume "$packages:/root/.npm:rw")

echo 'Dockerfile'
build bud --quiet --isolation chroot --format docker --pull-never --layers=false "${volumes[@]}" \
  --build-arg NODE_IMAGE=localhost/twinmq-node --build-arg BASE_IMAGE=localhost/twinmq-base \
  --build-arg REVISION="" \
  --tag localhost/twinmq . >"$cache/build.log" 2>&1 || {
  cat "$cache/build.log" >&2
  exit 1
}

build inspect --type image localhost/twinmq >"$cache/image.json"
container=$(build from localhost/twinmq)
rm -rf "$cache/root"
cp -a "$(build mount "$container")" "$cache/root"
build rm --all >/dev/null
build rmi --prune --force >/dev/null
echo "$current" >"$cache/inputs"
[ "${1:-}" != --sizes ] || sizes

#!/usr/bin/env bash
# Runs everything that README promises for a Debian release in a clean root of it: installs, builds,
# trains, tests, and prints the results of `gioul bench` and of a net trained on 10,000 games, which
# are the same everywhere. Uses the committed files, and 3 GB in $TMPDIR.
#
# usage: scripts/test_clean_install.sh RELEASE [OPTION...]
#   RELEASE   bookworm (Debian 12), trixie (Debian 13)
#   OPTION    for mmdebstrap, such as --aptopt='Acquire::http::Proxy "http://proxy:3142"'
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/clean_chroot.bash

if (($# == 0)) || [[ $1 == -* ]]; then
  echo "usage: scripts/test_clean_install.sh RELEASE [OPTION...]" >&2
  exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git archive --prefix=gioul/ -o "$folder/gioul.tar" HEAD

cat >"$folder/check_there" <<'THERE'
set -euo pipefail
tar -xf /there/gioul.tar -C /
cd /gioul
times=()

# step NAME COMMAND...: runs a command and prints its time.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n=== %s\n' "$name"
  if ! "$@" 2>&1 | tee -a /log; then
    printf '\n=== %s: failed after %d s\n' "$name" $((SECONDS - start))
    exit 1
  fi
  times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
}

gioul=build/release/gioul
# Print the results of the other steps even if a test fails.
tests() { scripts/test.sh || echo 'scripts/test.sh: failed'; }
step 'scripts/setup.sh' scripts/setup.sh
step 'scripts/quickstart.sh' scripts/quickstart.sh
step 'signature' "$gioul" bench --signature
signature=$(tail -n 1 /log)
step '10,000 games' "$gioul" train --config configs/quickstart.toml --set training.games=10000 \
  --out runs/10000
net=$(sed -n 's/^net .*, checksum //p' /log | tail -n 1)
step 'scripts/test.sh' tests

. /etc/os-release
versions=$(dpkg-query -W -f='${Package} ${Version}, ' g++ cmake libtorch-dev libtbb-dev)
printf '\n=== %s: %s\n' "$PRETTY_NAME" "${versions%, }"
printf '%s\n' "${times[@]}"
printf 'warnings   %d\n' "$(grep -c 'warning:' /log || true)"
printf 'signature  %s\n' "$signature"
printf 'net        %s\n' "$net"
grep -E '^[0-9]+% tests passed' /log | tail -n 1 || true
! grep -q '^scripts/test.sh: failed' /log
THERE

run_in_empty_root "$folder" "$@"

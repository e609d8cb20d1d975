#!/usr/bin/env bash
# Installs what the build needs and this Debian (or Ubuntu) system lacks; nothing if it lacks nothing.
#
# usage: scripts/setup.sh [--ci]        --ci: also what only the checks of CI need
set -euo pipefail

packages=(
  g++ cmake ninja-build
  libtorch-dev libgloo-dev      # the trainer (gioul-train)
  libopenblas0-pthread          # without it LibTorch trains 14 times slower
  libeigen3-dev libtbb-dev libcxxopts-dev libtomlplusplus-dev nlohmann-json3-dev libfmt-dev
  libsqlite3-dev libsqlitecpp-dev zlib1g-dev
  libboost-dev                  # Beast, for `gioul serve`: headers alone
  libgtest-dev libgmock-dev libbenchmark-dev
  python3                       # tests of what is exported for other programs
)

case "${1-}" in
  "") ;;
  --ci)
    packages+=(clang-format-19 pkg-config gnubg)
    # The Python module, and what its tests and examples use besides.
    packages+=(pybind11-dev python3-dev python3-numpy python3-torch python3-venv python3-pip mypy)
    # For the example in Node and the pages in a browser; often there already, but not as Debian's
    # packages.
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    command -v chromium >/dev/null || packages+=(chromium)
    ;;
  *) echo "usage: scripts/setup.sh [--ci]" >&2; exit 2 ;;
esac

fail() {
  echo "setup: $*" >&2
  exit 1
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "no apt here: install by hand what Debian calls ${packages[*]}, then run scripts/build.sh"
fi

# ${...} below is dpkg's, not the shell's.
# shellcheck disable=SC2016
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
            sed -n 's/ installed$//p') || true
missing=()
for package in "${packages[@]}"; do
  grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
done

if ((${#missing[@]} == 0)); then
  echo "setup: all ${#packages[@]} packages are installed"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null ||
    fail "no sudo here; as root, run: apt-get install -y --no-install-recommends ${missing[*]}"
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Prints what it does; what apt-get has to say only if it fails.
apt() {
  local what=$1
  shift
  local start=$SECONDS
  printf 'setup: %s ...' "$what"
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q \
      -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 </dev/null; then
    printf ' failed\n'
    tail -n 20 "$log" >&2
    fail "apt-get $1 failed"
  fi
  printf ' done (%d s)\n' $((SECONDS - start))
}

echo "setup: missing: ${missing[*]}"
apt "reading the list of packages" update
apt "installing (up to two minutes and 320 MB)" install --no-install-recommends "${missing[@]}"

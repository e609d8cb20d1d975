#!/usr/bin/env bash
# Installs the packages that the build needs and this Debian (or Ubuntu) system lacks.
#
# usage: scripts/setup.sh [--arm64 | --wasm | --fuzz | --ci]
#        --arm64: also for the preset arm64, with its libraries in build/arm64-root
#        --wasm: also for the preset wasm and its tests
#        --fuzz: also for scripts/fuzz.sh
#        --ci: as with --arm64 and --wasm, and the tools of the other CI checks
set -euo pipefail

libraries=(  # all but the trainer's
  libeigen3-dev libtbb-dev libcxxopts-dev libtomlplusplus-dev nlohmann-json3-dev libfmt-dev
  libsqlite3-dev libsqlitecpp-dev zlib1g-dev
  libboost-dev                  # Beast, for `gioul serve`; header-only
  libgtest-dev libgmock-dev
)
packages=(
  g++ cmake ninja-build "${libraries[@]}"
  libtorch-dev libgloo-dev      # the trainer (gioul-train)
  libopenblas0-pthread          # without it LibTorch trains 14 times slower
  libbenchmark-dev
  python3                       # for tests of exported files
)
arm64=(g++-aarch64-linux-gnu qemu-user)

# Node and Chromium are often installed, but not as Debian packages.
wasm=(emscripten node-acorn)
for package in node:nodejs npm:npm chromium-headless-shell:chromium-headless-shell; do
  command -v "${package%:*}" >/dev/null || wasm+=("${package#*:}")
done

case "${1-}" in
  "") arm64=() wasm=() ;;
  --arm64) wasm=() ;;
  --wasm) arm64=() ;;
  --fuzz) arm64=() wasm=() && packages+=(clang llvm libclang-rt-dev) ;;
  --ci)
    packages+=(clang-format-19 pkg-config gnubg)
    # For the Python module, its tests and examples.
    packages+=(pybind11-dev python3-dev python3-jsonschema python3-numpy python3-torch python3-venv python3-pip mypy patchelf)
    ;;
  *) echo "usage: scripts/setup.sh [--arm64 | --wasm | --fuzz | --ci]" >&2; exit 2 ;;
esac
packages+=("${arm64[@]}" "${wasm[@]}")

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

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Prints the first package that the output of apt or dpkg blames, if any.
broken_package() {
  sed -nE "s/^E: Unable to locate package (\S+).*/\1/p; s/^E: Package '([^']+)' has no .*/\1/p
           s/^ (\S+) : (Pre)?Depends: .*/\1/p; s/^E: Failed to fetch .*\/([^\/_]+)_[^\/]*\.deb.*/\1/p
           s/^dpkg: error processing (package|archive) (.*\/)?([^ _\/]+).*/\3/p" "$log" | head -n 1
}

# step WHAT COMMAND...: prints what it does, and the output of the command only if it fails.
step() {
  local what=$1
  shift
  local start=$SECONDS
  printf 'setup: %s ...' "$what"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    printf ' failed\n'
    local package
    package=$(broken_package || true)
    if [[ -n $package ]]; then echo "setup: the package $package cannot be installed" >&2; fi
    tail -n 20 "$log" >&2
    fail "this failed: $*"
  fi
  printf ' done (%d s)\n' $((SECONDS - start))
}

if ((${#missing[@]} == 0)); then
  echo "setup: all ${#packages[@]} packages are installed"
else
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "no sudo here; as root, run: apt-get install -y --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300)
  echo "setup: missing: ${missing[*]}"
  step "reading the list of packages" "${apt[@]}" update
  step "installing (up to two minutes and 320 MB)" \
    "${apt[@]}" install --no-install-recommends "${missing[@]}"
fi
if ((${#arm64[@]} > 0)); then
  step "unpacking the libraries for ARM (36 MB to fetch)" \
    "$(dirname "${BASH_SOURCE[0]}")/make_arm64_sysroot.sh" "${libraries[@]}"
fi

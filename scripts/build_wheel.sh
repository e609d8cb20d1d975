#!/usr/bin/env bash
# Builds a wheel of the Python module in build/wheel that needs only NumPy and a system as old as
# its tag says, and tests it in clean roots of Debian releases, where it must print the same as
# here.
#
# usage: scripts/build_wheel.sh [--small] [RELEASE...]     default: this system's release
#        --small: round the weights of the nets, for a much smaller wheel
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/clean_chroot.bash

settings="'build-dir': 'build/release', 'portable': 'yes'"
if [[ ${1-} == --small ]]; then
  settings+=", 'small-nets': 'yes'"
  shift
fi
if [[ ${1-} == -* ]]; then
  echo "usage: scripts/build_wheel.sh [--small] [RELEASE...]" >&2
  exit 2
fi
(($# > 0)) || set -- "$(. /etc/os-release && echo "$VERSION_CODENAME")"
for tool in patchelf mmdebstrap; do
  if ! command -v "$tool" >/dev/null; then
    echo "build_wheel: no $tool here; Debian has it as a package" >&2
    exit 1
  fi
done

scripts/build.sh release gioul gioul_python
python=$(sed -n 's/^Python3_EXECUTABLE:[A-Z]*=//p' build/release/CMakeCache.txt)
mkdir -p build/wheel
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make="import build_backend as b; print(b.build_wheel('build/wheel', {$settings}))"
name=$(PYTHONPATH=python "$python" -c "$make" 2>"$folder/log") || {
  cat "$folder/log" >&2
  exit 1
}
wheel=build/wheel/$name
"$python" -m zipfile -e "$wheel" "$folder/here"
PYTHONPATH=$folder/here "$python" python/tests/wheel_check.py >"$folder/expected"

mkdir "$folder/there"
cp "$wheel" python/tests/wheel_check.py "$folder/expected" "$folder/there"
cat >"$folder/there/check_there" <<'THERE'
set -euo pipefail
cd /there
for library in tbb fmt tomlplusplus; do
  if compgen -G "/usr/lib/*/lib$library.so*"; then exit 1; fi
done
python3 -m pip install --quiet --no-index --break-system-packages --root-user-action ignore ./*.whl
python3 wheel_check.py --installed >found
diff expected found
THERE
for release; do
  run_in_empty_root "$folder/there" "$release" --include=python3-numpy,python3-pip
  echo "build_wheel: $wheel, $(stat -c %s "$wheel") bytes, passes the same checks in a clean $release"
done

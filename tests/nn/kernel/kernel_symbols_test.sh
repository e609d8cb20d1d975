#!/usr/bin/env bash
# No kernel of an instruction set that some processors lack may hold a function that other files could
# share by its name: the linker would take one of them for the whole program, and it might be that
# one.
#
# usage: kernel_symbols_test.sh OBJECT...        those that are no kernels are left out
set -euo pipefail

seen=0
shared=()
for object in "$@"; do
  [[ ${object##*/} =~ ^kernel_(amx|avx|sse|neon) ]] || continue
  seen=$((seen + 1))
  while read -r symbol; do
    shared+=("${object##*/}: $symbol")
  done < <(nm --demangle --defined-only "$object" | sed -n 's/^[0-9a-f]* W //p')
done
if ((seen == 0)); then
  echo "there is no object of a kernel among: $*"
  exit 1
fi
if ((${#shared[@]} > 0)); then
  printf '%s\n' "these functions must be inlined, or in an unnamed namespace:" "${shared[@]}"
  exit 1
fi

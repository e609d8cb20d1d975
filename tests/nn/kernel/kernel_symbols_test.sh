#!/usr/bin/env bash
# Checks that kernels for newer instruction sets define no function that other files could share by
# name. The linker keeps one copy of such a function for the whole program, and could keep one that
# older processors cannot run.
#
# usage: kernel_symbols_test.sh OBJECT...        objects that are no kernels are ignored
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

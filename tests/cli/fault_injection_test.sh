#!/usr/bin/env bash
# One fixed attack of each kind of scripts/fault_injection.sh, except Ctrl-C, which is slow.
set -euo pipefail
programs=$1
attacks=10
if [[ ${GIOUL_REDUCED_TESTS:-0} == 1 ]]; then exit 77; fi  # memory limits leave no room for sanitizers
exec "$(dirname "${BASH_SOURCE[0]}")/../../scripts/fault_injection.sh" --attacks "$attacks" --seed 7 \
  --programs "$programs"

#!/usr/bin/env bash
# An attack of each kind of scripts/fault_injection.sh, always the same ones; but Ctrl-C, which takes time.
set -euo pipefail
programs=$1
attacks=10
if [[ ${GIOUL_SLOW_BUILD:-0} == 1 ]]; then exit 77; fi  # limits on memory leave sanitizers none
exec "$(dirname "${BASH_SOURCE[0]}")/../../scripts/torture.sh" --attacks "$attacks" --seed 7 \
  --programs "$programs"

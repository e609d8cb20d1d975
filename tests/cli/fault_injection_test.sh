#!/usr/bin/env bash
# One fixed attack of each kind of scripts/fault_injection.sh, except Ctrl-C, which is slow.
source "$(dirname "$0")/common.bash"
needs_full_tests  # memory limits leave no room for sanitizers
"$root/scripts/fault_injection.sh" --attacks 10 --seed 7 --programs "$programs"

#!/usr/bin/env bash
# scripts/check_includes.sh accepts a tree that keeps the rules and names each line of one that
# breaks them.
set -euo pipefail
check="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/scripts/check_includes.sh"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{engine/games,nn,eval/capi,selfplay,cli,tests/nn,scripts/examples/c}

# file FILE LINE...
file() {
  local path=$tree/$1
  shift
  printf '%s\n' "$@" >"$path"
}

file engine/a.h '#include <array>' '#include "engine/games/gioul.h"'
file engine/games/gioul.h '#include "engine/a.h"'
file nn/train/trainer.cpp '#include <torch/torch.h>' '#include "nn/train/trainer.h"' '#include "engine/a.h"'
file nn/torch_thing.cpp '#include <ATen/ATen.h>'
file nn/train/trainer.h '#include <string>'
file nn/dense.cpp '#include <Eigen/Dense>' '#include <nlohmann/json.hpp>' '#include <sys/stat.h>'
file eval/e.cpp '#include <tbb/parallel_for.h>' '#include "nn/train/trainer.h"'
file selfplay/config/config_reader.cpp '#include <toml++/toml.h>' '#include "eval/e.h"'
file cli/main.cpp '#include <cxxopts.hpp>' '#include <unistd.h>' '#include "selfplay/s.h"'
file tests/nn/n_test.cpp '#include <gtest/gtest.h>' '#include "cli/c.h"' '#include "tests/nn/n.h"'
file eval/capi/gioul.cpp '#include "eval/capi/gioul.h"' '#include "nn/net/net.h"'
file scripts/examples/c/choose.c '#include <gioul.h>' '#include <stdio.h>'

if ! output=$("$check" "$tree"); then
  printf 'a lawful tree was refused:\n%s\n' "$output"
  exit 1
fi

file engine/a.h '#include <array>' '#include "nn/net/net.h"' '#include <gtest/gtest.h>'
file nn/train/trainer.h '#include <torch/torch.h>' '  #  include "eval/e.h"  // indented'
file nn/dense.cpp '#include "dense.h"' '#include <fmt/format.h>' '#include <nn/net/net.h>'
file eval/e.h '#include <nlohmann/json.hpp>' '#include "tests/nn/n.h"'
file eval/e.cpp '#include <Eigen/Dense>' '#include "../nn/net.h"'
file selfplay/train/learner.cpp '#include <toml++/toml.h>' '#include "cli/c.h"' '#include <cxxopts.hpp>'
file cli/main.cpp '#include <oneapi/tbb/task_group.h>' '#include <unistd.h>'
file tests/nn/n_test.cpp '#include <gtest/gtest.h>' '#include <ATen/ATen.h>'
file main.cpp 'int main() {}'
file eval/capi/gioul.cpp '#include "eval/capi/gioul.h"' '#include "cli/c.h"'
file scripts/examples/c/choose.c '#include <gioul.h>' '#include "eval/capi/gioul.h"'
file scripts/tool.c 'int main(void) { return 0; }'

expected='cli/main.cpp:1 engine/a.h:2 engine/a.h:3 eval/capi/gioul.cpp:2 eval/e.cpp:1 eval/e.cpp:2
eval/e.h:1 eval/e.h:2 main.cpp:1 nn/dense.cpp:1 nn/dense.cpp:2 nn/dense.cpp:3 nn/train/trainer.h:1
nn/train/trainer.h:2 scripts/examples/c/choose.c:2 scripts/tool.c:1 selfplay/train/learner.cpp:1 selfplay/train/learner.cpp:2 selfplay/train/learner.cpp:3 tests/nn/n_test.cpp:2'

if output=$("$check" "$tree"); then
  echo "a tree that breaks the rules was accepted"
  exit 1
fi
reported=$(sed -n 's/^\([^:]*:[0-9]*\): .*/\1/p' <<<"$output" | LC_ALL=C sort)
if [[ $reported != "$(tr ' ' '\n' <<<"$expected")" ]]; then
  printf 'reported:\n%s\nexpected these lines:\n%s\n' "$output" "$expected"
  exit 1
fi
grep -qF 'engine/a.h:2: includes "nn/net/net.h": engine/ may include only from engine/' <<<"$output"
grep -qF 'this library may be included only in nn/train/trainer.cpp and nn/torch_*.cpp' <<<"$output"

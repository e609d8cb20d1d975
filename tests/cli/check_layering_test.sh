#!/usr/bin/env bash
# scripts/check_layering.sh accepts a tree that follows the rules and reports each line that breaks
# them.
source "$(dirname "$0")/common.bash"
check=$root/scripts/check_layering.sh
mkdir -p "$folder"/{base,engine/games,nn/net,nn/train,eval/{play,tournament},selfplay/config,api/c,python/bindings,cli/commands} \
  "$folder"/{tests/nn,scripts/examples/c}

# file FILE LINE...: writes a file.
file() {
  local path=$folder/$1
  shift
  printf '%s\n' "$@" >"$path"
}

file base/error.h '#include <string>'
file engine/a.h '#include <array>' '#include "base/error.h"'
file engine/games/gioul.h '#include "engine/a.h"'
file nn/train/torch_trainer.cpp '#include <torch/torch.h>' '#include "nn/train/trainer.h"' '#include "nn/net/net.h"'
file nn/train/torch_thing.cpp '#include <ATen/ATen.h>'
file nn/train/trainer.h '#include <string>'
file nn/net/net.h '#include "engine/games/gioul.h"'
file eval/tournament/ratings.cpp '#include <Eigen/Dense>' '#include <nlohmann/json.hpp>' '#include <sys/stat.h>'
file base/parallel.h '#include <tbb/parallel_for.h>'
file eval/play/e.h '#include "nn/train/trainer.h"'
file eval/play/e.cpp '#include "eval/play/e.h"' '#include "base/parallel.h"'
file eval/tournament/c.h '#include "eval/play/e.h"'
file selfplay/config/config_reader.cpp '#include <toml++/toml.h>' '#include "eval/tournament/c.h"'
file cli/main.cpp '#include <cxxopts.hpp>' '#include <unistd.h>' '#include "cli/commands/c.h"'
file tests/nn/n_test.cpp '#include <gtest/gtest.h>' '#include "cli/c.h"' '#include "tests/nn/n.h"'
file api/c/gioul.cpp '#include "api/c/gioul.h"' '#include "eval/tournament/c.h"'
file scripts/examples/c/choose.c '#include <gioul.h>' '#include <stdio.h>'
file python/bindings/net.cpp '#include <pybind11/numpy.h>' '#include "selfplay/config/config.h"'

output=$("$check" "$folder") || fail "a legal tree was refused: $output"

file engine/a.h '#include <array>' '#include "nn/net/net.h"' '#include <gtest/gtest.h>'
file engine/games/gioul.h '#include "engine/games/plakoto.h"' '#include "tests/nn/n.h"'
file engine/games/plakoto.h '#include "engine/games/gioul.h"'
file nn/net/net.h '#include <torch/torch.h>' '  #  include "nn/train/trainer.h"  // indented'
file nn/net/dense.cpp '#include "dense.h"' '#include <boost/any.hpp>' '#include <nn/net/net.h>'
file nn/loose.h '#include <string>'
file eval/play/e.h '#include <nlohmann/json.hpp>' '#include "tests/nn/n.h"'
file eval/play/e.cpp '#include "eval/tournament/c.h"' '#include "../nn/net.h"'
file selfplay/config/learner.cpp '#include <toml++/toml.h>' '#include "cli/c.h"' '#include <cxxopts.hpp>'
file cli/main.cpp '#include <oneapi/tbb/task_group.h>' '#include <unistd.h>'
file cli/commands/p.cpp '#include "python/bindings/net.h"' '#include <pybind11/numpy.h>'
file tests/nn/n_test.cpp '#include <gtest/gtest.h>' '#include <ATen/ATen.h>'
file main.cpp 'int main() {}'
file api/c/gioul.cpp '#include "api/c/gioul.h"' '#include "cli/commands/c.h"'
file scripts/examples/c/choose.c '#include <gioul.h>' '#include "api/c/gioul.h"'
file scripts/tool.c 'int main(void) { return 0; }'

expected='cli/commands/p.cpp:1 cli/commands/p.cpp:2 cli/main.cpp:1 engine/a.h:2 engine/a.h:3 engine/games/gioul.h:1 engine/games/gioul.h:2
api/c/gioul.cpp:2 eval/play/e.cpp:1 eval/play/e.cpp:2 eval/play/e.h:1 eval/play/e.h:2 main.cpp:1
nn/loose.h:1 nn/net/dense.cpp:1 nn/net/dense.cpp:2 nn/net/dense.cpp:3 nn/net/net.h:1 nn/net/net.h:2
scripts/examples/c/choose.c:2 scripts/tool.c:1 selfplay/config/learner.cpp:1
selfplay/config/learner.cpp:2 selfplay/config/learner.cpp:3 tests/nn/n_test.cpp:2'

if output=$("$check" "$folder"); then fail 'a tree that breaks the rules was accepted'; fi
reported=$(sed -n 's/^\([^:]*:[0-9]*\): .*/\1/p' <<<"$output" | LC_ALL=C sort)
[[ $reported == "$(tr ' ' '\n' <<<"$expected" | LC_ALL=C sort)" ]] ||
  fail "reported: $output"$'\n'"expected these lines: $expected"
for message in 'engine/a.h:2: includes "nn/net/net.h": engine/ may include only from engine/' \
  'eval/play/e.cpp:1: includes "eval/tournament/c.h": eval/play/ may include only from' \
  'engine/games/gioul and engine/games/plakoto include each other' 'nn/loose.h:1: is in no known folder' \
  'may be included only in nn/train/torch_*.cpp and selfplay/distributed/torch_*.cpp'; do
  grep -qF "$message" <<<"$output" || fail "no '$message' in: $output"
done

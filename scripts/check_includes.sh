#!/usr/bin/env bash
# Checks that includes go left along engine <- nn <- eval <- selfplay <- cli (tests/ may include
# all of them), and that third-party libraries are included only in their homes. What is in
# scripts/examples/ stands for other people's programs and includes nothing by its path here.
#
# usage: scripts/check_includes.sh [ROOT]        default: this repository
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$scripts/..}"

# A line per library: what its includes begin with, the files that may have them (both as regular
# expressions), and the same in words. Tests may include any library but LibTorch.
homes='
torch/|ATen/|c10/            ^nn/(trainer|torch_[a-z]+)\.cpp$        nn/trainer.cpp and nn/torch_*.cpp
Eigen/|unsupported/Eigen/    ^nn/                                    nn/
tbb/|oneapi/                 ^(eval|selfplay)/                       eval/ and selfplay/
cxxopts                      ^cli/                                   cli/
toml                         ^selfplay/config_reader\.cpp$           selfplay/config_reader.cpp
sqlite3                      ^eval/tournament_file\.cpp$            eval/tournament_file.cpp
nlohmann/                    ^(nn|eval|selfplay|cli)/.*\.cpp$        .cpp files of nn/, eval/, selfplay/ and cli/
gtest/|gmock/|benchmark/     ^tests/                                 tests/
'

# shellcheck disable=SC2016
"$scripts/list_sources.sh" "$PWD" | xargs -0r env HOMES="$homes" awk '
  BEGIN {
    layers = split("engine nn eval selfplay cli", layer, " ")
    for (i = 1; i <= layers; ++i) rank[layer[i]] = i
    rows = split(ENVIRON["HOMES"], row, "\n")
    for (i = 1; i <= rows; ++i) {
      if (row[i] == "") continue
      ++libraries
      split(row[i], field, " +")
      begins[libraries] = "^(" field[1] ")"
      home[libraries] = field[2]
      words[libraries] = row[i]
      sub(/^[^ ]+ +[^ ]+ +/, "", words[libraries])
    }
  }

  function folder_of(path) { return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : "" }

  function report(right) {
    printf "%s:%d: includes %s: %s\n", FILENAME, FNR, named, right
    bad = 1
  }

  # What is included by "...": our own files.
  function check_own(path,    from, to, allowed, i) {
    from = folder_of(FILENAME)
    to = folder_of(path)
    if (from == "scripts") {
      report("an example includes only what is installed, such as <gioul.h>")
    } else if (!(to in rank) && to != "tests") {
      report("our own files are included by their path from the root, such as \"engine/position.h\"")
    } else if (from == "tests") {
      return
    } else if (to == "tests") {
      report("only tests include from tests/")
    } else if (rank[to] > rank[from]) {
      allowed = from "/"
      for (i = rank[from] - 1; i >= 1; --i) allowed = layer[i] "/, " allowed
      report(from "/ may include only from " allowed)
    }
  }

  # What is included by <...>: the standard library, the system, or a third party.
  function check_library(path,    i) {
    for (i = 1; i <= libraries; ++i) {
      if (path !~ begins[i]) continue
      if (FILENAME ~ home[i] || (FILENAME ~ /^tests\// && path !~ begins[1])) return
      report("this library may be included only in " words[i])
      return
    }
    if (folder_of(path) in rank) {
      report("our own files are included with quotes")
    } else if (path ~ /\.hpp$/ || (path ~ /\// && path !~ /^(sys|linux|netinet|arpa|net)\//)) {
      report("a library without a home; scripts/check_includes.sh lists the homes")
    }
  }

  FNR == 1 && !(folder_of(FILENAME) in rank) && FILENAME !~ /^(tests|scripts\/examples)\// {
    printf "%s:1: C++ and C files belong in engine/, nn/, eval/, selfplay/, cli/, tests/ or " \
           "scripts/examples/\n", FILENAME
    bad = 1
    nextfile
  }

  /^[ \t]*#[ \t]*include[ \t]*["<]/ {
    named = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", named)
    match(named, /^("[^"]*"|<[^>]*>)/)
    named = substr(named, 1, RLENGTH)
    path = substr(named, 2, RLENGTH - 2)
    if (named ~ /^"/) check_own(path); else check_library(path)
  }

  END { exit bad }
' || exit 1
echo "check_includes: all includes go the right way"

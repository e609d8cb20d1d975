#!/usr/bin/env bash
# Checks the architecture. Every C++ and C file must be in a known folder. Includes must stay in the
# folder, or go to earlier folders of its layer or to lower layers (tests/ may include everything).
# No two files may include each other. Third-party libraries may be included only by the files that
# wrap them. Files in scripts/examples/ stand for external programs and include nothing by its path.
#
# usage: scripts/check_layering.sh [ROOT]        default: this repository
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$scripts/..}"

# The folders of each layer in order, lowest layer first. "." is the layer's own folder.
modules='
base      .
engine    . text games
nn        encode kernel net infer train export
eval      store render value solve endgame search play rollout engines players tournament match analysis testset
selfplay  record config loop envs train distributed report bench
api       c .
python    bindings
cli       common format serve commands .
web       stubs tools engine
'

# One line per library: the start of its includes, the files that may have them (both regular
# expressions), and the same in words. Tests may include any library but LibTorch.
homes='
torch/|ATen/|c10/            ^(nn/train|selfplay/distributed)/torch_[a-z_]+\.cpp$   nn/train/torch_*.cpp and selfplay/distributed/torch_*.cpp
Eigen/|unsupported/Eigen/    ^(nn|eval)/.*\.cpp$                     .cpp files of nn/ and eval/
tbb/|oneapi/                 ^base/parallel\.(h|cpp)$                base/parallel
zlib\.h                      ^base/checksum\.cpp$                    base/checksum.cpp
cxxopts                      ^cli/                                   cli/
toml                         ^selfplay/config/config_reader\.cpp$    selfplay/config/config_reader.cpp
SQLiteCpp/|sqlite3           ^eval/store/(sqlite|unit_table)\.(h|cpp)$   eval/store/sqlite and unit_table
boost/                       ^cli/serve/http_[a-z]+\.(h|cpp)$          cli/serve/http_*
nlohmann/                    ^(base|nn|eval|selfplay|api)/.*\.cpp$|^cli/serve/openapi\.cpp$   .cpp files of base/, nn/, eval/, selfplay/ and api/, and cli/serve/openapi.cpp
pybind11/                    ^python/                                python/
fmt/                         ^(eval|selfplay|api|cli)/.*\.cpp$       .cpp files of eval/, selfplay/, api/ and cli/
gtest/|gmock/|benchmark/     ^tests/                                 tests/
'

# shellcheck disable=SC2016
"$scripts/list_sources.sh" "$PWD" | xargs -0r env HOMES="$homes" MODULES="$modules" awk '
  BEGIN {
    rows = split(ENVIRON["MODULES"], row, "\n")
    for (i = 1; i <= rows; ++i) {
      words_in_row = split(row[i], word, " +")
      if (words_in_row < 2) continue
      folders = folders (folders == "" ? "" : ", ") word[1] "/"
      for (j = 2; j <= words_in_row; ++j) {
        module[++ranks] = word[j] == "." ? word[1] : word[1] "/" word[j]
        rank[module[ranks]] = ranks
        layer_of[module[ranks]] = word[1]
        layers[word[1]] = 1
      }
    }
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

  function top_of(path) { return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : "" }
  function folder_of(path) {
    sub(/\/?[^\/]*$/, "", path)
    return path
  }

  function report(right) {
    printf "%s:%d: includes %s: %s\n", FILENAME, FNR, named, right
    bad = 1
  }

  # Checks an include with "...": our own files.
  function check_own(path,    from, to, allowed, i) {
    from = folder_of(FILENAME)
    to = folder_of(path)
    if (top_of(FILENAME) == "scripts") {
      report("an example includes only what is installed, such as <gioul.h>")
    } else if (!(to in rank) && top_of(path) != "tests") {
      report("our own files are included by their path from the root, such as \"engine/position.h\"")
    } else if (top_of(FILENAME) == "tests") {
      return
    } else if (top_of(path) == "tests") {
      report("only tests include from tests/")
    } else if (layer_of[to] == "python" && layer_of[from] != "python") {
      report("nothing but python/ includes from python/")
    } else if (rank[to] > rank[from]) {
      allowed = from "/"
      for (i = rank[from] - 1; i >= 1 && layer_of[module[i]] == layer_of[from]; --i) {
        allowed = module[i] "/, " allowed
      }
      report(from "/ may include only from " allowed " and the layers before " layer_of[from] "/")
    } else {
      included[FILENAME, path] = FILENAME ":" FNR
    }
  }

  # Checks an include with <...>: the standard library, the system, or a third party.
  function check_library(path,    i) {
    for (i = 1; i <= libraries; ++i) {
      if (path !~ begins[i]) continue
      if (FILENAME ~ home[i] || (FILENAME ~ /^tests\// && path !~ begins[1])) return
      report("this library may be included only in " words[i])
      return
    }
    if (top_of(path) in layers) {
      report("our own files are included with quotes")
    } else if (path ~ /\.hpp$/ || (path ~ /\// && path !~ /^(sys|linux|netinet|arpa|net)\//)) {
      report("a library without a home; scripts/check_layering.sh lists the homes")
    }
  }

  FNR == 1 && !(folder_of(FILENAME) in rank) && FILENAME !~ /^(tests|scripts\/examples)\// {
    if (top_of(FILENAME) in layers) {
      printf "%s:1: is in no known folder; scripts/check_layering.sh lists the folders of %s/\n", FILENAME,
             top_of(FILENAME)
    } else {
      printf "%s:1: C++ and C files belong in %s, tests/ or scripts/examples/\n", FILENAME, folders
    }
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

  # A header and its source form a unit: includes of either count for both.
  function unit_of(path) {
    sub(/\.(h|cpp|c)$/, "", path)
    return path
  }

  END {
    for (pair in included) {
      split(pair, file, SUBSEP)
      if (unit_of(file[1]) != unit_of(file[2])) uses[unit_of(file[1]), unit_of(file[2])] = included[pair]
    }
    for (pair in uses) {
      split(pair, unit, SUBSEP)
      if (!((unit[2], unit[1]) in uses) || unit[1] > unit[2]) continue
      printf "%s: %s and %s include each other (also %s)\n", uses[pair], unit[1], unit[2],
             uses[unit[2], unit[1]]
      bad = 1
    }
    exit bad
  }
' || exit 1
echo "check_layering: all includes go the right way"

#!/usr/bin/env bash
# `cmake --install` installs everything that C programs need: the example builds outside the
# repository, by CMake and by pkg-config, and plays like `gioul eval`.
source "$(dirname "$0")/common.bash"
needs_full_tests  # a library with sanitizers cannot be loaded by a program without
prefix=$folder/installed
cmake --install "$programs" --prefix "$prefix" >"$folder/log" || fail "$(<"$folder/log")"
library=$(find "$prefix" -name libgioul.so)

# --- The library alone ---

exported=$(nm -D --defined-only "$library" | sed 's/.* //' | LC_ALL=C sort)
declared=$(grep -oE '\bgioul_[a-z0-9_]+\(' "$prefix/include/gioul.h" | tr -d '(' | LC_ALL=C sort -u)
[[ $exported == "$declared" ]] ||
  fail "libgioul.so shows other functions than gioul.h declares:" \
    "$(diff <(echo "$exported") <(echo "$declared"))"
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if others=$(grep -vE '^(libstdc\+\+|libm|libgcc_s|libc|ld-linux.*)\.so' <<<"$needed"); then
  fail "libgioul.so needs more than the C++ run time: $others"
fi

# --- The man page and the completion, both made from the help texts ---

page=$(sed 's/\\-/-/g; s/\\e/\\/g' "$prefix/share/man/man1/gioul.1")
for command in tournament match-equity moves 'net prune' 'testset make'; do
  # shellcheck disable=SC2086
  while IFS= read -r line; do
    grep -qxF -- "$line" <<<"$page" || fail "the man page has no '$line' of gioul $command --help"
  done < <("$gioul" $command --help)
done
if command -v man >/dev/null; then
  LC_ALL=C man -l "$prefix/share/man/man1/gioul.1" | grep -q 'gioul - play' || fail 'man shows no name'
fi

# completed WORD...: prints what bash offers for the last word of `gioul WORD...`.
completed() {
  bash -c 'source "$1"; shift; COMP_WORDS=(gioul "$@") COMP_CWORD=$#; _gioul
    echo "${COMPREPLY[*]}"' _ "$prefix/share/bash-completion/completions/gioul" "$@"
}
[[ $(completed tou) == tournament ]] || fail 'no completion of commands'
[[ $(completed sprt --el) == '--elo0 --elo1 --elo-scale' ]] || fail 'no completion of options'
[[ $(completed net pr) == prune && $(completed net in) == info ]] || fail 'no completion of subcommands'
[[ $(completed net prune --po) == --positions ]] || fail 'no completion of their options'
[[ $(completed moves --variant ta) == '' && $(completed moves --variant gul) == \
  'gul-bara gul-bara-lost' ]] || fail 'no completion of games'

# --- A single component ---

# installed_part PART: prints the files of a component, relative to the prefix.
installed_part() {
  cmake --install "$programs" --prefix "$folder/$1" --component "$1" >"$folder/log" ||
    fail "$(<"$folder/log")"
  (cd "$folder/$1" && find . -not -type d)
}

part=$(installed_part library)
if grep -q '/bin/' <<<"$part"; then fail 'the library comes with programs'; fi
for file in libgioul.so include/gioul.h gioulConfig.cmake gioul.pc choose_play.c; do
  grep -q "$file\$" <<<"$part" || fail "the library comes without $file"
done
part=$(installed_part program)
if grep -qE 'lib|\.h$' <<<"$part"; then fail 'the program comes with the library'; fi
grep -qx './bin/gioul' <<<"$part" || fail 'the program comes without gioul'

# --- The example, outside the repository ---

net=$folder/net.safetensors
write_net gioul "$net"
example=$folder/example
cp -r "$prefix/share/gioul/examples/c" "$example"

# ranked FILE: prints the equities of a ranking in order, then the sorted details of each play.
ranked() {
  local lines
  lines=$(sed -nE 's/^ *[0-9]+ +([-+][0-9.]+ +[^ ].*)/\1/p' "$1")
  cut -d' ' -f1 <<<"$lines"
  LC_ALL=C sort <<<"$lines"  # plays with equal equity may be in any order
}

# check PROGRAM: it ranks and chooses plays like `gioul eval`, and reports errors.
check() {
  local position dice best
  while read -r position dice; do
    "$1" "$net" "$position" ${dice:+"$dice"} >"$folder/out" || fail "$1 failed at $position $dice"
    "$gioul" eval --net "$net" --position "$position" ${dice:+--dice "$dice"} \
      --plays 3000 >"$folder/expected"
    diff <(ranked "$folder/out") <(ranked "$folder/expected") ||
      fail "$1 ranks otherwise than gioul eval at $position $dice"
    best=$(sed -nE 's/^ +1 +[-+0-9.]+ +(.*[^ ]) +[^ ]+$/\1/p' "$folder/expected")
    grep -qxF "best: ${best:?}" "$folder/out" ||
      fail "$1 chooses otherwise than gioul eval at $position $dice"
  done <<'DECISIONS'
24:15|24:15 3-1
20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3 5-2
2:1,1:1,off:13|22:1,5:14 6-5
24:11,21:4|24:15|owed=12
DECISIONS
  if "$1" "$net" '24:15|24:14' 3-1 >"$folder/out" 2>&1; then fail "$1 takes any position"; fi
  grep -q 'column 7' "$folder/out" || fail "$1 doesn't say what is wrong: $(<"$folder/out")"
}

if ! { cmake -G Ninja -S "$example" -B "$example/build" -DCMAKE_PREFIX_PATH="$prefix" &&
       cmake --build "$example/build"; } >"$folder/log" 2>&1; then
  fail "$(<"$folder/log")"
fi
check "$example/build/choose_play"

# The pkg-config build uses a staged package, as distributions make.
DESTDIR=$folder/staged cmake --install "$programs" >"$folder/log" || fail "$(<"$folder/log")"
libraries=$(dirname "$(find "$folder/staged" -name libgioul.so)")
if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH=$libraries/pkgconfig
  read -ra flags <<<"$(pkg-config --cflags --libs gioul)"
  cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$example/choose_play.c" -o "$folder/by_pkg_config" \
    "${flags[@]}" -Wl,-rpath,"$(pkg-config --variable=libdir gioul)"
  check "$folder/by_pkg_config"
else
  echo "no pkg-config here: that half is left out"
fi

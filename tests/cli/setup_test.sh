#!/usr/bin/env bash
# scripts/setup.sh names the package that cannot be installed in its first line of error.
source "$(dirname "$0")/common.bash"
mkdir "$folder/bin"
printf '#!/bin/sh\nexit 1\n' >"$folder/bin/dpkg-query"  # nothing is installed
printf '#!/bin/sh\nexec "$@"\n' >"$folder/bin/sudo"
chmod +x "$folder"/bin/*

# blamed LINE...: apt-get prints these lines and fails; the first line of error must name libfoo.
blamed() {
  printf '%s\n' "$@" >"$folder/apt.log"
  printf '#!/bin/sh\ncase "$*" in *update) ;; *) cat "%s" >&2; exit 100 ;; esac\n' "$folder/apt.log" \
    >"$folder/bin/apt-get"
  chmod +x "$folder/bin/apt-get"
  local code=0
  PATH=$folder/bin:$PATH "$root/scripts/setup.sh" >"$folder/out" 2>"$folder/err" || code=$?
  ((code == 1)) || fail "ended with $code: $(<"$folder/err")"
  [[ $(head -n 1 "$folder/err") == 'setup: the package libfoo cannot be installed' ]] ||
    fail "'$1' is told as: $(<"$folder/err")"
}
blamed 'Reading package lists...' 'E: Unable to locate package libfoo'
blamed "E: Package 'libfoo' has no installation candidate"
blamed 'The following packages have unmet dependencies:' ' libfoo : Depends: libbar (>= 2) but it is not installable'
blamed 'E: Failed to fetch http://deb.debian.org/debian/pool/main/f/foo/libfoo_1.2-3_amd64.deb  404  Not Found'
blamed 'dpkg: error processing package libfoo (--configure):' ' installed libfoo package post-installation script failed'
blamed 'dpkg: error processing archive /var/cache/apt/archives/libfoo_1.2_amd64.deb (--unpack):'

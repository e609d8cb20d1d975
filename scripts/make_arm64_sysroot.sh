#!/usr/bin/env bash
# Unpacks Debian packages for 64-bit ARM, with their dependencies, to build/arm64-root, for the
# preset arm64. Uses the package sources of this system and does not change the system.
#
# usage: scripts/make_arm64_sysroot.sh PACKAGE...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=build/arm64-root
contents=$(. /etc/os-release && echo "$VERSION_CODENAME: $*")
if [[ -f $root/contents && $(<"$root/contents") == "$contents" ]]; then exit 0; fi

mkdir -p build
work=$(mktemp -d "$PWD/build/arm64-root.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{cache/archives,lists}/partial "$work/root/usr/lib"
touch "$work/status"  # as on a system without packages

apt=(apt-get -y -q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=
     -o Dir::State="$work" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache"
     -o Dir::Log="$work")
"${apt[@]}" update
"${apt[@]}" install --no-install-recommends --download-only "$@"

ln -s usr/lib "$work/root/lib"  # as in every Debian
for package in "$work"/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" |
    tar -x -C "$work/root" --no-same-owner --keep-directory-symlink --exclude=./usr/share/doc
done
# Absolute links must point into this root.
find "$work/root" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -srfn "$work/root$(readlink "$link")" "$link"
done
echo "$contents" >"$work/root/contents"
rm -rf "$root"
mv "$work/root" "$root"

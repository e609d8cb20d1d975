# Sourced by scripts that run something in a clean root of a Debian release. mmdebstrap makes the
# root, which requires root or user namespaces, and removes it afterwards.

# run_in_empty_root FOLDER RELEASE [OPTION...]: runs FOLDER/check_there in a root that has FOLDER as
# /there, in a new shell. OPTIONs are for mmdebstrap.
run_in_empty_root() {
  local folder=$1 release=$2 line options=()
  shift 2
  if ! command -v mmdebstrap >/dev/null; then
    echo "$(basename "$0" .sh): no mmdebstrap here; Debian has it as a package" >&2
    return 1
  fi
  chmod 755 "$folder"  # mmdebstrap may read it as another user
  # Use the proxy of this system's apt.
  while IFS= read -r line; do options+=(--aptopt="$line"); done < <(
    apt-config dump Acquire 2>/dev/null | grep -E '^Acquire::(https?::Proxy|Check-)' || true)
  # "$1" below is the root's directory.
  # shellcheck disable=SC2016
  mmdebstrap --quiet --variant=minbase "${options[@]}" "$@" \
    --customize-hook='mkdir "$1/there"' --customize-hook="sync-in '$folder' /there" \
    --customize-hook='chroot "$1" env -i HOME=/root TERM=dumb LANG=C.UTF-8 bash -l /there/check_there </dev/null' \
    "$release" /dev/null
}

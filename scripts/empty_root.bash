# Sourced by scripts that try something in an empty root of a Debian release. The root is made by
# mmdebstrap, which wants to be root or to make user namespaces, and leaves nothing behind.

# run_in_empty_root FOLDER RELEASE [OPTION...]: runs FOLDER/check_there in one that has FOLDER as /there,
# by a shell that knows nothing of this one. An OPTION is for mmdebstrap.
run_in_empty_root() {
  local folder=$1 release=$2 line options=()
  shift 2
  if ! command -v mmdebstrap >/dev/null; then
    echo "$(basename "$0" .sh): no mmdebstrap here; Debian has it as a package" >&2
    return 1
  fi
  chmod 755 "$folder"  # mmdebstrap may read it as another user
  # The mirrors may be reached by a proxy that this system's apt knows.
  while IFS= read -r line; do options+=(--aptopt="$line"); done < <(
    apt-config dump Acquire 2>/dev/null | grep -E '^Acquire::(https?::Proxy|Check-)' || true)
  # "$1" below is the root's folder.
  # shellcheck disable=SC2016
  mmdebstrap --quiet --variant=minbase "${options[@]}" "$@" \
    --customize-hook='mkdir "$1/there"' --customize-hook="sync-in '$folder' /there" \
    --customize-hook='chroot "$1" env -i HOME=/root TERM=dumb LANG=C.UTF-8 bash -l /there/check_there </dev/null' \
    "$release" /dev/null
}

#!/usr/bin/env bash
# Writes the man page and the bash completion of gioul, both from the help texts of the program.
#
# usage: scripts/make_man_page.sh GIOUL FOLDER        writes FOLDER/gioul.1 and FOLDER/gioul.bash
set -euo pipefail
gioul=$1 folder=$2

overview=$("$gioul" --help)
mapfile -t commands < <(sed -nE 's/^  ([a-z-]+)  +[A-Z].*/\1/p' <<<"$overview")
variants=$(sed -n '/^Games (/{n;s/[ ,]\+/ /g;p}' <<<"$overview")

# Help texts by command, such as "net prune", and the subcommands that they name as a|b or a | b.
declare -A help words
pages=()
for command in "${commands[@]}"; do
  help[$command]=$("$gioul" "$command" --help 2>/dev/null) || continue  # no trainer in this build
  pages+=("$command")
  words[$command]=$(sed -nE "/^Examples:/q; s/^  gioul $command //p" <<<"${help[$command]}" |
    sed -E 's/ *\| */|/g; s/\[[^]]*\]//g; s/.*([^a-z|]|^)([a-z]+(\|[a-z]+)+).*/\2/; /^[a-z|]+ *$/!d; s/\|/ /g' |
    tr '\n' ' ')
  for word in ${words[$command]}; do
    text=$("$gioul" "$command" "$word" --help)
    if [[ $text == "${help[$command]}" ]]; then continue; fi
    help["$command $word"]=$text
    pages+=("$command $word")
  done
done

{
  printf '.TH GIOUL 1 "" "%s" "User commands"\n' "$("$gioul" --version)"
  printf '.SH NAME\ngioul \\- %s\n' "$(sed -n '1s/[^:]*: //p' <<<"$overview")"
  printf '.SH SYNOPSIS\n.B gioul\n.I COMMAND\n.RI [ OPTION ...]\n.SH COMMANDS\n'
  for page in "${pages[@]}"; do
    printf '.SS "gioul %s"\n.nf\n' "$page"
    sed -E "s/\\\\/\\\\e/g; s/^([.'])/\\\\\&\1/; s/-/\\\\-/g" <<<"${help[$page]}"
    printf '.fi\n'
  done
} >"$folder/gioul.1"

{
  printf '# bash completion of gioul, made from its help texts\n_gioul() {\n'
  printf '  local word=${COMP_WORDS[COMP_CWORD]} words="" options=""\n'
  printf '  case "${COMP_WORDS[1]-} ${COMP_WORDS[2]-}" in\n'
  for ((i = ${#pages[@]} - 1; i >= 0; --i)); do  # subcommands before their commands
    page=${pages[i]}
    options=$(sed -nE 's/^  (-h,|   ) (--[a-z0-9-]+).*/\2/p' <<<"${help[$page]}" | tr '\n' ' ')
    pattern="'$page'"
    [[ $page == *' '* ]] || pattern="'$page '*"
    printf "    %s) options='%s' words='%s' ;;\n" "$pattern" "$options" "${words[$page]-}"
  done
  printf '  esac\n  if ((COMP_CWORD == 1)); then\n    words="%s"\n' "${commands[*]}"
  printf '  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == --variant ]]; then\n    words="%s"\n' "$variants"
  printf '  elif [[ $word == -* ]]; then\n    words=$options\n'
  printf '  elif ((COMP_CWORD > 2)); then\n    words=""\n  fi\n'
  printf '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")\n}\n'
  printf 'complete -o default -F _gioul gioul\n'
} >"$folder/gioul.bash"

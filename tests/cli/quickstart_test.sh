#!/usr/bin/env bash
# scripts/quickstart.sh stops after a trainer that was interrupted. The commands it calls are stubs.
source "$(dirname "$0")/common.bash"
mkdir -p "$folder"/{scripts,build/release}
cp "$root/scripts/quickstart.sh" "$folder/scripts"
printf '#!/bin/sh\n' | tee "$folder"/scripts/{setup,build}.sh >/dev/null
cat >"$folder/build/release/gioul" <<'GIOUL'
#!/bin/sh
echo "$1" >>called
if [ "$1" = train ]; then exit "$CODE"; fi
GIOUL
chmod +x "$folder"/scripts/*.sh "$folder/build/release/gioul"

for code in 1 130 143; do
  got=0
  rm -f "$folder/called"
  CODE=$code "$folder/scripts/quickstart.sh" >"$folder/out" 2>"$folder/err" || got=$?
  said=$(grep -c 'interrupted; run it again' "$folder/err" || true)
  if ((got != code || said != (code == 1 ? 0 : 1))) || [[ $(<"$folder/called") != train ]]; then
    fail "after a trainer's $code it ended with $got, called $(<"$folder/called")" \
      "and said $(<"$folder/err")"
  fi
done

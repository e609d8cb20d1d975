#!/usr/bin/env bash
# gioul serve and gioul api with valid and malicious clients.
source "$(dirname "$0")/common.bash"
needs python3
needs_server
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip 'python3 is too old'

write_net portes "$folder/portes.safetensors" 12
tools=$root/tests/tools/http
python3=python3  # one that has the package, if any
if ! python3 -c 'import jsonschema' 2>/dev/null && [[ -x /usr/bin/python3 ]]; then python3=/usr/bin/python3; fi
"$python3" "$tools/api_test.py" "$gioul" "$folder/portes.safetensors"
python3 "$tools/malicious_requests_test.py" "$gioul" $((reduced ? 60 : 1000))
python3 "$tools/fairness_test.py" "$gioul"

# A short load test, and proof that the memory check works.
if ((reduced)); then exit 0; fi  # the memory of sanitizers would be counted
storm=("$root/scripts/load_test_server.py" "$gioul")
python3 "${storm[@]}" --requests 1000 --ends 1
if python3 "${storm[@]}" --requests 50 --ends 1 --mb 10 >"$folder/storm" 2>&1; then
  fail "a storm in 10 MB was not noticed: $(cat "$folder/storm")"
fi
grep -q '^wrong: .* MB$' "$folder/storm"

#!/usr/bin/env bash
# The exported C header compiles without warnings as C99 and C++, also beside another net's and gioul.h,
# contains the exact weights and computes the golden probabilities.
source "$(dirname "$0")/common.bash"
source "$root/tests/cli/example_exports.bash"
needs python3 cc c++

# golden_header GAME: prints the golden vectors as C.
golden_header() {
  python3 - "$folder/$1/golden.json" <<'END'
import json, sys
golden = json.load(open(sys.argv[1]))["positions"]
for name in ("inputs", "probabilities"):
    rows = ("{" + ",".join(f"{x:.9e}f" for x in entry[name]) + "}" for entry in golden)
    print(f"static const float golden_{name}[{len(golden)}][{len(golden[0][name])}] = {{",
          ",\n".join(rows), "};", sep="\n")
END
}

cat >"$folder/main.c" <<'END'
#include "gioul.h"
#include "net.h"
#include "net.h"
#define GIOUL_NET_NAME(name) other_##name
#include "other.h"
#include "golden.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long Hash;

static Hash hash_bytes(const void *bytes, size_t size, Hash hash)
{
  const unsigned char *byte = (const unsigned char *)bytes;
  for (; size > 0; --size) hash = (hash ^ *byte++) * 0x100000001B3u;
  return hash & 0xFFFFFFFFFFFFFFFFu;
}

static Hash hash_layer(int inputs, int outputs, const float *weight, const float *bias, Hash hash)
{
  hash = hash_bytes(&inputs, 4, hash);
  hash = hash_bytes(&outputs, 4, hash);
  hash = hash_bytes(weight, 4 * (size_t)inputs * (size_t)outputs, hash);
  return hash_bytes(bias, 4 * (size_t)outputs, hash);
}

int main(void)
{
  const unsigned rows = sizeof(golden_inputs) / sizeof(golden_inputs[0]);
  char checksum[17];
  float worst = 0.0f, p[exported_net_outcomes];
  Hash hash = 0xCBF29CE484222325u;
  unsigned row, i;
  for (row = 0; row < rows; ++row) {
    exported_net_evaluate(golden_inputs[row], p);
    for (i = 0; i < exported_net_outcomes; ++i) {
      const float difference = fabsf(p[i] - golden_probabilities[row][i]);
      if (!(difference <= worst)) worst = difference;
    }
  }
  printf("%s: %u golden positions, largest difference of a probability %.1e\n", exported_net_game,
         rows, (double)worst);
  hash = hash_layer(exported_net_inputs, exported_net_hidden_0, exported_net_weight_0,
                    exported_net_bias_0, hash);
  hash = hash_layer(exported_net_hidden_0, exported_net_hidden_1, exported_net_weight_1,
                    exported_net_bias_1, hash);
  hash = hash_layer(exported_net_hidden_1, exported_net_outcomes, exported_net_weight_2,
                    exported_net_bias_2, hash);
  sprintf(checksum, "%016llx", hash);
  if (strcmp(checksum, exported_net_checksum) != 0) return 1;
  if (strcmp(other_checksum, exported_net_checksum) == 0) return 2;
  if (sizeof(golden_inputs[0]) != exported_net_inputs * sizeof(float)) return 3;
  if (!(fabsf(exported_net_equity(p) - (2 * p[4] + p[3] - p[1] - 2 * p[0])) < 1e-5f)) return 4;
  return worst <= 1e-5f ? 0 : 5;
}
END

# compile_and_run COMPILER...: compiles the test program and runs it.
compile_and_run() {
  "$@" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$folder/$game" -I "$root/api/c" \
    -o "$folder/main" "$folder/main.c" -lm
  "$folder/main" || fail "$game, $*: exit code $?"
}

export_games
for game in "${games[@]}"; do
  golden_header "$game" >"$folder/$game/golden.h"
  other=fevga
  if [[ $game == fevga || $game == moultezim ]]; then other=portes; fi  # these share the weights
  cp "$folder/$other/net.h" "$folder/$game/other.h"
  compile_and_run cc -std=c99 -O2
  compile_and_run c++ -std=c++20 -x c++
done
game=gioul
compile_and_run c++ -std=c++11 -x c++
if (($(wc -c <"$folder/gioul/net.h") > 6 * $(wc -c <"$folder/gioul.safetensors"))); then
  fail 'the header is more than six times as long as the weights'
fi

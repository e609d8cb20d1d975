/* Uses gioul.h from C11 and calls every function once; run by capi_test.cpp. */
#include <string.h>

#include "api/c/gioul.h"

const char* use_gioul_in_c(const char* net_file, const void* net_bytes, size_t net_size);

#define EXPECT(condition) \
  do {                    \
    if (!(condition)) {   \
      wrong = #condition; \
      goto done;          \
    }                     \
  } while (0)

/* Returns NULL, or the first thing that is wrong with this net of gioul. */
const char* use_gioul_in_c(const char* net_file, const void* net_bytes, size_t net_size) {
  const char* wrong = NULL;
  gioul_net* net = NULL;
  gioul_net* same_net = NULL;
  gioul_position* start = NULL;
  gioul_position* pending = NULL;
  gioul_position* next = NULL;
  gioul_afterstates* list = NULL;
  gioul_position* positions[2];
  float probabilities[2 * GIOUL_OUTCOMES];
  float same_probabilities[GIOUL_OUTCOMES];
  float equities[8];
  float inputs[8192];
  size_t count = 0;
  size_t best = 9;

  EXPECT(strchr(gioul_version(), '.') != NULL);
  EXPECT(strcmp(gioul_game_name(0), "gioul") == 0);
  EXPECT(gioul_encoder_version() >= 1);

  EXPECT(gioul_net_create(net_file, &net) == GIOUL_OK);
  EXPECT(gioul_net_create_from_memory(net_bytes, net_size, &same_net) == GIOUL_OK);
  EXPECT(strcmp(gioul_net_game(net), "gioul") == 0);
  EXPECT(gioul_net_checkers(net) == 15);
  EXPECT(strstr(gioul_net_description(net), "gioul, 15 checkers, ") != NULL);

  EXPECT(gioul_position_create_start("gioul", 15, &start) == GIOUL_OK);
  EXPECT(strcmp(gioul_position_text(start), "24:15|24:15") == 0);
  EXPECT(strcmp(gioul_position_game(start), "gioul") == 0);
  EXPECT(gioul_position_pending(start) == GIOUL_TO_ROLL);
  EXPECT(gioul_position_owed(start) == 0);
  EXPECT(gioul_position_checkers(start, GIOUL_OPPONENT, 24) == 15);
  EXPECT(gioul_position_pinned(start, GIOUL_OWN, 24) == 0);
  EXPECT(gioul_position_create("gioul", "24:11,21:4|24:15|owed=12", &pending) == GIOUL_OK);
  EXPECT(gioul_position_pending(pending) == GIOUL_OWED);
  EXPECT(gioul_position_owed(pending) == 12);
  EXPECT(gioul_position_create("gioul", "24:15|24:14", &next) == GIOUL_BAD_INPUT);
  EXPECT(next == NULL);
  EXPECT(strstr(gioul_last_error(), "column 7") != NULL);

  EXPECT(gioul_encode(start, inputs, 3, &count) == GIOUL_BUFFER_TOO_SMALL);
  EXPECT(count == gioul_net_inputs(net));
  EXPECT(gioul_encode(start, inputs, sizeof inputs / sizeof *inputs, &count) == GIOUL_OK);

  EXPECT(gioul_afterstates_create(start, 5, 4, &list) == GIOUL_OK);
  EXPECT(gioul_afterstates_count(list) == 2);
  EXPECT(strcmp(gioul_afterstates_play(list, 0), "24/19 24/20") == 0);
  EXPECT(strcmp(gioul_afterstates_text(list, 0), "24:15|24:13,20:1,19:1") == 0);
  EXPECT(gioul_afterstates_ending(list, 1) == GIOUL_GOES_ON);
  EXPECT(gioul_afterstates_mover_acts_next(list) == 0);
  EXPECT(gioul_position_create_afterstate(list, 0, &next) == GIOUL_OK);
  EXPECT(strcmp(gioul_position_text(next), "24:15|24:13,20:1,19:1") == 0);

  positions[0] = start;
  positions[1] = next;
  EXPECT(gioul_evaluate(net, positions, 2, probabilities) == GIOUL_OK);
  EXPECT(gioul_evaluate(same_net, &next, 1, same_probabilities) == GIOUL_OK);
  EXPECT(memcmp(probabilities + GIOUL_OUTCOMES, same_probabilities, sizeof same_probabilities) ==
         0);
  EXPECT(gioul_evaluate_afterstates(net, list, equities) == GIOUL_OK);
  EXPECT(gioul_choose(net, list, &best) == GIOUL_OK);
  EXPECT(best < 2 && equities[best] >= equities[1 - best]);

done:
  gioul_afterstates_destroy(list);
  gioul_position_destroy(next);
  gioul_position_destroy(pending);
  gioul_position_destroy(start);
  gioul_net_destroy(same_net);
  gioul_net_destroy(net);
  return wrong;
}

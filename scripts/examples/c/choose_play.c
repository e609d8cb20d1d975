/* Ranks the plays of a decision by a net, best first, as `gioul eval` does.
 *
 *   choose_play NET POSITION [a-b]      a-b: the dice; none if moves are pending
 *   choose_play net.safetensors '24:15|24:15' 3-1 */
#include <gioul.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the error of the last call; returns main's exit code. */
static int complain(void) {
  fprintf(stderr, "choose_play: %s\n", gioul_last_error());
  return 2;
}

/* An index of the list and its equity, for sorting. */
typedef struct {
  size_t line;
  float equity;
} ranked_play;

/* Best first; equal ones in the order of the list. */
static int by_equity(const void* left, const void* right) {
  const ranked_play* a = left;
  const ranked_play* b = right;
  if (a->equity != b->equity) return a->equity > b->equity ? -1 : 1;
  return a->line < b->line ? -1 : 1;
}

static int print_ranking(const gioul_net* net, const gioul_afterstates* list) {
  const size_t count = gioul_afterstates_count(list);
  float* equities = malloc(count * sizeof *equities);
  ranked_play* plays = malloc(count * sizeof *plays);
  size_t best = 0;
  int code = 1;
  if (equities == NULL || plays == NULL) {
    fprintf(stderr, "choose_play: out of memory\n");
  } else if (gioul_evaluate_afterstates(net, list, equities) != GIOUL_OK ||
             gioul_choose(net, list, &best) != GIOUL_OK) {
    code = complain();
  } else {
    for (size_t i = 0; i < count; ++i) plays[i] = (ranked_play){i, equities[i]};
    qsort(plays, count, sizeof *plays, by_equity);
    printf("     equity    play\n");
    for (size_t i = 0; i < count; ++i) {
      const size_t line = plays[i].line;
      printf("%3zu  %+.4f   %-26s %s\n", i + 1, plays[i].equity, gioul_afterstates_play(list, line),
             gioul_afterstates_text(list, line));
    }
    printf("\nbest: %s\n", gioul_afterstates_play(list, best));
    code = 0;
  }
  free(plays);
  free(equities);
  return code;
}

static int print_value(const gioul_net* net, gioul_position* position) {
  float p[GIOUL_OUTCOMES];
  if (gioul_evaluate(net, &position, 1, p) != GIOUL_OK) return complain();
  printf("%s\n%s\n", gioul_net_description(net), gioul_position_text(position));
  printf("win %.2f %%, win gammon %.2f %%, lose gammon %.2f %%, equity %+.4f\n\n",
         100 * (p[3] + p[4]), 100 * p[4], 100 * p[0], 2 * (p[4] - p[0]) + p[3] - p[1]);
  return 0;
}

int main(int argc, char** argv) {
  int die1 = 0;
  int die2 = 0;
  char rest;
  if (argc < 3 || argc > 4 ||
      (argc == 4 && sscanf(argv[3], "%1d-%1d%c", &die1, &die2, &rest) != 2)) {
    fprintf(stderr, "usage: choose_play NET POSITION [a-b]\n");
    return 2;
  }
  gioul_net* net = NULL;
  gioul_position* position = NULL;
  gioul_afterstates* list = NULL;
  int code = 0;
  if (gioul_net_create(argv[1], &net) != GIOUL_OK ||
      gioul_position_create(gioul_net_game(net), argv[2], &position) != GIOUL_OK ||
      gioul_afterstates_create(position, die1, die2, &list) != GIOUL_OK) {
    code = complain();
  } else {
    code = print_value(net, position);
    if (code == 0) code = print_ranking(net, list);
  }
  gioul_afterstates_destroy(list);
  gioul_position_destroy(position);
  gioul_net_destroy(net);
  return code;
}

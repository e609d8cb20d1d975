/* libgioul: the bot for programs in C, or in whatever language calls C. Reads nets and positions,
 * lists what a roll allows, says what a net thinks of it, and chooses a play.
 *
 * It plays gioul and its family (gul-bara, plakoto, fevga, portes, ...). Position and play texts
 * are those of docs/notation.md, which `cmake --install` puts beside the library's README.
 *
 *   gioul_net *net = NULL;
 *   gioul_position *start = NULL;
 *   gioul_afterstates *list = NULL;
 *   size_t best = 0;
 *   if (gioul_net_create("net.safetensors", &net) != GIOUL_OK ||
 *       gioul_position_create_start(gioul_net_game(net), 15, &start) != GIOUL_OK ||
 *       gioul_afterstates_create(start, 3, 1, &list) != GIOUL_OK ||
 *       gioul_choose(net, list, &best) != GIOUL_OK) {
 *     fprintf(stderr, "%s\n", gioul_last_error());
 *   } else {
 *     printf("%s\n", gioul_afterstates_play(list, best));
 *   }
 *   gioul_afterstates_destroy(list);
 *   gioul_position_destroy(start);
 *   gioul_net_destroy(net);
 *
 * Errors. Functions that return gioul_status give GIOUL_OK or say why not; they then leave NULL in
 * a handle that they were to create, and everything else that they were to fill untouched. The few
 * getters that return their answer can fail only when they are called wrongly (NULL for a handle,
 * an index beyond the end), and then return NULL, 0 or -1 as said at each. Every failure leaves one
 * line in gioul_last_error(). A NULL that isn't allowed is such a failure, never a crash. Handles
 * must be NULL or have come from this library and not be destroyed yet: that can't be checked.
 *
 * Ownership. What a function with `create` in its name makes is the caller's, and goes back with
 * the `destroy` of its kind; destroying NULL does nothing. Handles don't depend on one another:
 * they may be destroyed in any order. Texts belong to the handle that they were asked of and live
 * as long as it does; the library keeps no pointer to what it is given.
 *
 * Threads. All handles are immutable: any number of threads may use the same ones at the same time,
 * as long as none destroys what another still uses. A thread that evaluates keeps about half a
 * megabyte of working memory until it ends. Answers don't depend on the number of threads, and are
 * the same bits on every processor.
 *
 * Viewpoint. Positions are seen by the player to act; each side counts points in its own numbering,
 * from 24, the start, to home, 6 to 1. Equities are in points, -2 to +2.
 *
 * Texts end with a NUL and are ASCII, but for paths, which are bytes for the system to understand.
 */
#ifndef GIOUL_H_
#define GIOUL_H_

#include <stddef.h>

#if defined(__GNUC__)
#define GIOUL_API __attribute__((visibility("default")))
#else
#define GIOUL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- Errors and the library itself ----------------------------------------------------------- */

typedef enum gioul_status {
  GIOUL_OK = 0,
  GIOUL_BAD_INPUT = 1,       /* an argument, a text or a file that can't be used */
  GIOUL_FAILED = 2,          /* the machine's fault, such as a disk that can't be read */
  GIOUL_OUT_OF_MEMORY = 3,   /* ... or no memory left */
  GIOUL_BUFFER_TOO_SMALL = 4 /* the size that is needed has been written where it was asked for */
} gioul_status;

/* What went wrong in this thread's last call that failed: one line without an end, at most 1023
 * characters, "" if none has failed. It stays until the next call of this thread that fails;
 * successful calls leave it alone. Never NULL. */
GIOUL_API const char* gioul_last_error(void);

/* The library's version, such as "0.1.0". Lives as long as the library is loaded. */
GIOUL_API const char* gioul_version(void);

/* The name of game number `index`, counted from 0: "gioul", "gul-bara", ...; NULL beyond the last,
 * which is no failure. Lives as long as the library is loaded. */
GIOUL_API const char* gioul_game_name(size_t index);

/* --- Nets ------------------------------------------------------------------------------------ */

/* A net of `gioul train` or `gioul export`, ready to evaluate. */
typedef struct gioul_net gioul_net;

/* Reads a net from the safetensors file `path`. GIOUL_BAD_INPUT if it can't be opened, is damaged,
 * or is none of this version's nets. */
GIOUL_API gioul_status gioul_net_create(const char* path, gioul_net** net);

/* The same from the `size` bytes of such a file, which may be freed afterwards. */
GIOUL_API gioul_status gioul_net_create_from_memory(const void* bytes, size_t size,
                                                    gioul_net** net);

GIOUL_API void gioul_net_destroy(gioul_net* net);

/* The game that the net is for, a name of gioul_game_name(). NULL for NULL. */
GIOUL_API const char* gioul_net_game(const gioul_net* net);

/* How many checkers a side the games had that it learned from, 1 to 15. 0 for NULL. It evaluates
 * positions with any number of them, but knows about this one. */
GIOUL_API int gioul_net_checkers(const gioul_net* net);

/* The length of its input vector: what gioul_encode() gives for its game. 0 for NULL. */
GIOUL_API size_t gioul_net_inputs(const gioul_net* net);

/* One line for people, such as "gioul, 15 checkers, 1386-128-5, 500000 games, seed 1, by gioul
 * 0.1.0". NULL for NULL. Don't take it apart: its form may change. */
GIOUL_API const char* gioul_net_description(const gioul_net* net);

/* --- Positions ------------------------------------------------------------------------------- */

/* A position of a game between two decisions, seen by the player to act. Never one that is over. */
typedef struct gioul_position gioul_position;

/* Reads position text of `game`, such as "24:11,21:4|24:15|owed=12". The line of an error names the
 * column. */
GIOUL_API gioul_status gioul_position_create(const char* game, const char* text,
                                             gioul_position** position);

/* The start of `game` with `checkers` a side, 1 to 15 (portes: 15). */
GIOUL_API gioul_status gioul_position_create_start(const char* game, int checkers,
                                                   gioul_position** position);

GIOUL_API void gioul_position_destroy(gioul_position* position);

/* The position's one text; reading it gives the same position. NULL for NULL. */
GIOUL_API const char* gioul_position_text(const gioul_position* position);

/* The game's name, also where the position was made with an alias such as "tapa". NULL for NULL. */
GIOUL_API const char* gioul_position_game(const gioul_position* position);

/* What the player to act has to do. */
typedef enum gioul_pending {
  GIOUL_PENDING_INVALID = -1, /* no position was given */
  GIOUL_TO_ROLL = 0,          /* roll two dice */
  GIOUL_OWED = 1,             /* go on with his own chain of a doublet, without dice */
  GIOUL_FORFEITED = 2         /* play what the opponent's chain left, without dice */
} gioul_pending;

GIOUL_API gioul_pending gioul_position_pending(const gioul_position* position);

/* How many checker moves are pending, 1 to 24; 0 for a position to roll; -1 for NULL. The player
 * goes on with the number 6 - (owed - 1) / 4. */
GIOUL_API int gioul_position_owed(const gioul_position* position);

enum gioul_side {
  GIOUL_OWN = 0,     /* the player to act */
  GIOUL_OPPONENT = 1 /* the other one */
};

/* How many checkers `side` (of gioul_side) has on `place` in its own numbering: 1 to 24, 0 for
 * those borne off, 25 for the bar. -1 if there is no such position, side or place. */
GIOUL_API int gioul_position_checkers(const gioul_position* position, int side, int place);

/* 1 if a checker of `side` is pinned on its point `point`, 1 to 24 (plakoto); 0 if none is; -1 if
 * there is no such position, side or point. */
GIOUL_API int gioul_position_pinned(const gioul_position* position, int side, int point);

/* The inputs that a net sees, for programs with an inference of their own: `*count` numbers, most
 * of them 0, in the order that the README.md of `gioul export` lists. Writes them into `inputs`, an
 * array of `capacity` floats. If that is too small, `inputs` is left alone, `*count` is the number
 * needed, and the status is GIOUL_BUFFER_TOO_SMALL; so inputs = NULL with capacity = 0 asks for the
 * number, which is the same for all positions of a game. */
GIOUL_API gioul_status gioul_encode(const gioul_position* position, float* inputs, size_t capacity,
                                    size_t* count);

/* The version of those inputs, the newest of any game's. A net is for one version of its game's
 * inputs; other numbers mean other inputs. (Nets of older versions are brought to it when they are
 * read.) */
GIOUL_API int gioul_encoder_version(void);

/* --- Afterstates: what a decision can lead to ------------------------------------------------ */

/* Every distinct outcome of one decision once, with a lawful play that leads there: the lines of
 * `gioul moves`, in the same order (bytewise by gioul_afterstates_text). At least one line; where
 * no checker can move its play is "-". */
typedef struct gioul_afterstates gioul_afterstates;

/* Lists what can be played at `position` with these dice, 1 to 6 each, in either order. A pending
 * position (gioul_position_pending) takes no dice: pass 0 and 0. */
GIOUL_API gioul_status gioul_afterstates_create(const gioul_position* position, int die1, int die2,
                                                gioul_afterstates** list);

GIOUL_API void gioul_afterstates_destroy(gioul_afterstates* list);

/* The number of lines, at least 1; the index of a line is 0 to this minus 1. 0 for NULL. */
GIOUL_API size_t gioul_afterstates_count(const gioul_afterstates* list);

/* The play of line `index` in the mover's numbering, such as "24/21 24/23". NULL if there is no
 * such line. */
GIOUL_API const char* gioul_afterstates_play(const gioul_afterstates* list, size_t index);

/* What it leads to: the text of the position, seen by whoever acts next, or "win=1", "win=2" or
 * "tie" if it ends the game. NULL if there is no such line. */
GIOUL_API const char* gioul_afterstates_text(const gioul_afterstates* list, size_t index);

/* How a play ends the game for the player who makes it. */
typedef enum gioul_ending {
  GIOUL_ENDING_INVALID = -1, /* there is no such line */
  GIOUL_GOES_ON = 0,         /* it doesn't */
  GIOUL_WIN_1 = 1,           /* he wins one point */
  GIOUL_WIN_2 = 2,           /* he wins two: a gammon */
  GIOUL_TIE = 3
} gioul_ending;

GIOUL_API gioul_ending gioul_afterstates_ending(const gioul_afterstates* list, size_t index);

/* 1 if the player who makes this decision also makes the next one (he goes on with a chain, or
 * rolls after playing forfeited numbers), 0 if it is the opponent's, -1 for NULL. The same for all
 * lines that don't end the game. */
GIOUL_API int gioul_afterstates_mover_acts_next(const gioul_afterstates* list);

/* The position that line `index` leads to, seen by whoever acts next. GIOUL_BAD_INPUT for a line
 * that ends the game. Destroy it with gioul_position_destroy(). */
GIOUL_API gioul_status gioul_position_create_afterstate(const gioul_afterstates* list, size_t index,
                                                        gioul_position** position);

/* --- What a net thinks ----------------------------------------------------------------------- */

/* Results of a game in the order of all arrays: the player to act loses 2 points, loses 1, ties,
 * wins 1, wins 2. */
#define GIOUL_OUTCOMES 5

/* The probabilities of the results at each of `count` positions of the net's game, for its player
 * to act: `probabilities` is an array of count * GIOUL_OUTCOMES floats, five for positions[0], five
 * for positions[1], ... The equity is 2 * (p[4] - p[0]) + p[3] - p[1]. */
GIOUL_API gioul_status gioul_evaluate(const gioul_net* net, gioul_position* const* positions,
                                      size_t count, float* probabilities);

/* The equity of each line of `list`, endings included, for the player who makes the decision:
 * `equities` is an array of gioul_afterstates_count() floats. Faster than evaluating the positions
 * one by one. */
GIOUL_API gioul_status gioul_evaluate_afterstates(const gioul_net* net,
                                                  const gioul_afterstates* list, float* equities);

/* The line with the highest equity in *index; of several equal ones the one that gioul's own
 * commands play. */
GIOUL_API gioul_status gioul_choose(const gioul_net* net, const gioul_afterstates* list,
                                    size_t* index);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GIOUL_H_ */

/* libgioul: the engine for programs in C, or in any language that can call C. It loads nets,
 * parses positions, lists the legal plays of a roll, evaluates positions and chooses plays.
 *
 * It supports all variants: gioul, gul-bara, plakoto, fevga, portes, ... docs/notation.md, which
 * `cmake --install` puts beside the library's README, specifies the text of positions and plays.
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
 * Errors. Functions that return gioul_status return GIOUL_OK or an error code. On an error,
 * a function that creates a handle sets it to NULL; all other output is left unchanged. The few
 * getters that return their result directly fail only on invalid arguments (NULL for a handle,
 * an index out of range); they then return NULL, 0 or -1, as documented for each. Every failure
 * stores one line for gioul_last_error(). A NULL that is not allowed is such a failure, never a
 * crash. Every handle passed must be NULL or a handle of this library that has not been
 * destroyed; the library cannot check this.
 *
 * Ownership. The caller owns everything that a function with `create` in its name returns and
 * releases it with the `destroy` function of its type; destroying NULL does nothing. Handles are
 * independent of one another and may be destroyed in any order. Strings belong to the handle
 * that returned them and live as long as it does. The library keeps no pointers to arguments.
 *
 * Threads. All handles are immutable: any number of threads may use the same handles at the same
 * time, as long as none destroys one that another still uses. A thread that evaluates keeps
 * about half a megabyte of working memory until it ends. Results do not depend on the number of
 * threads and are the same, bit for bit, on every processor.
 *
 * Viewpoint. Positions are seen by the player to move. Each side counts points in its own
 * numbering, from 24, the start, down to 1; its home is 6 to 1. Equities are in points, -2 to
 * +2.
 *
 * Strings end with a NUL and are ASCII, except paths, which are passed to the system unchanged.
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
  GIOUL_BAD_INPUT = 1,       /* an unusable argument, text or file */
  GIOUL_FAILED = 2,          /* a system error, such as an unreadable disk */
  GIOUL_OUT_OF_MEMORY = 3,   /* out of memory */
  GIOUL_BUFFER_TOO_SMALL = 4 /* the required size was stored in the size argument */
} gioul_status;

/* Returns the error of this thread's last failed call: one line without a line end, at most 1023
 * characters; "" if no call has failed. Valid until the thread's next failed call; successful
 * calls do not change it. Never NULL. */
GIOUL_API const char* gioul_last_error(void);

/* Returns the library's version, such as "0.1.0". Valid as long as the library is loaded. */
GIOUL_API const char* gioul_version(void);

/* Returns the name of variant `index`, from 0: "gioul", "gul-bara", ...; NULL after the last,
 * which is not an error. Valid as long as the library is loaded. */
GIOUL_API const char* gioul_game_name(size_t index);

/* --- Nets ------------------------------------------------------------------------------------ */

/* A net made by `gioul train` or `gioul export`, ready to evaluate. */
typedef struct gioul_net gioul_net;

/* Loads a net from the safetensors file `path`. Returns GIOUL_BAD_INPUT if the file cannot be
 * opened, is damaged, or is not a net of this version. */
GIOUL_API gioul_status gioul_net_create(const char* path, gioul_net** net);

/* Like gioul_net_create(), but reads the net from the `size` bytes of such a file at `bytes`. The
 * bytes may be freed afterwards. */
GIOUL_API gioul_status gioul_net_create_from_memory(const void* bytes, size_t size,
                                                    gioul_net** net);

/* Releases a net. */
GIOUL_API void gioul_net_destroy(gioul_net* net);

/* Returns the net's variant, one of the names of gioul_game_name(); NULL if `net` is NULL. */
GIOUL_API const char* gioul_net_game(const gioul_net* net);

/* Returns the number of checkers per side in the games that the net was trained on, 1 to 15. The
 * net can evaluate positions with other numbers, but is less reliable there. Returns 0 if `net` is
 * NULL. */
GIOUL_API int gioul_net_checkers(const gioul_net* net);

/* Returns the length of the net's input vector, which is the size that gioul_encode() reports
 * for its variant; 0 if `net` is NULL. */
GIOUL_API size_t gioul_net_inputs(const gioul_net* net);

/* Returns a description for users, such as "gioul, 15 checkers, 1386-128-5, 500000 games, seed
 * 1, by gioul 0.1.0". Do not parse it; its format may change. Returns NULL if `net` is NULL. */
GIOUL_API const char* gioul_net_description(const gioul_net* net);

/* --- Positions ------------------------------------------------------------------------------- */

/* A position before a decision, seen by the player to move. It is never one in which the game is
 * over. */
typedef struct gioul_position gioul_position;

/* Parses the text of a position of variant `game`, such as "24:11,21:4|24:15|owed=12". Error
 * messages name the column. */
GIOUL_API gioul_status gioul_position_create(const char* game, const char* text,
                                             gioul_position** position);

/* Creates the start position of variant `game` with `checkers` checkers per side, 1 to 15
 * (portes: 15). */
GIOUL_API gioul_status gioul_position_create_start(const char* game, int checkers,
                                                   gioul_position** position);

/* Releases a position. */
GIOUL_API void gioul_position_destroy(gioul_position* position);

/* Returns the canonical text of the position, or NULL if `position` is NULL. Parsing the text gives
 * the same position. */
GIOUL_API const char* gioul_position_text(const gioul_position* position);

/* Returns the name of the variant, even if the position was created by an alias such as "tapa".
 * Returns NULL if `position` is NULL. */
GIOUL_API const char* gioul_position_game(const gioul_position* position);

/* The next action of the player to move. */
typedef enum gioul_pending {
  GIOUL_PENDING_INVALID = -1, /* the position was NULL */
  GIOUL_TO_ROLL = 0,          /* roll two dice */
  GIOUL_OWED = 1,             /* continue their own chain of a doublet, without dice */
  GIOUL_FORFEITED = 2         /* play the moves that the opponent's chain left, without dice */
} gioul_pending;

/* Returns what the player to move must do next; GIOUL_PENDING_INVALID if `position` is NULL. */
GIOUL_API gioul_pending gioul_position_pending(const gioul_position* position);

/* Returns the number of pending checker moves, 1 to 24; 0 if the player must roll; -1 if `position`
 * is NULL.
 * The number to play next is 6 - (owed - 1) / 4. */
GIOUL_API int gioul_position_owed(const gioul_position* position);

enum gioul_side {
  GIOUL_OWN = 0,     /* the player to move */
  GIOUL_OPPONENT = 1 /* the opponent */
};

/* Returns the number of checkers that `side` (a gioul_side) has on `place` in its own numbering:
 * 1 to 24 are points, 0 is borne off, 25 is the bar. Returns -1 for an invalid argument. */
GIOUL_API int gioul_position_checkers(const gioul_position* position, int side, int place);

/* Returns 1 if a checker of `side` is pinned on its point `point`, 1 to 24 (plakoto), else 0.
 * Returns -1 for an invalid argument. */
GIOUL_API int gioul_position_pinned(const gioul_position* position, int side, int point);

/* Computes the net inputs of a position, for programs with their own inference: `*count`
 * numbers, most of them 0, in the order that the README.md of `gioul export` lists. Writes them
 * to `inputs`, an array of `capacity` floats. If that is too small, sets `*count` to the
 * required number, leaves `inputs` unchanged and returns GIOUL_BUFFER_TOO_SMALL. Use inputs =
 * NULL and capacity = 0 to query the number, which is the same for all positions of a variant. */
GIOUL_API gioul_status gioul_encode(const gioul_position* position, float* inputs, size_t capacity,
                                    size_t* count);

/* Returns the highest version of these inputs; each variant has its own version. A net is made for
 * one version of its variant's inputs. Nets of older versions are converted on loading. */
GIOUL_API int gioul_encoder_version(void);

/* --- Afterstates: the possible results of a decision ----------------------------------------- */

/* The distinct results of one decision, each with a legal play that leads to it: the output of
 * `gioul moves`, in the same order (sorted bytewise by gioul_afterstates_text). There is at
 * least one; if no checker can move, its play is "-". */
typedef struct gioul_afterstates gioul_afterstates;

/* Lists the legal plays at `position` with the given dice, 1 to 6 each, in either order. If
 * moves are pending (gioul_position_pending), pass 0 and 0. */
GIOUL_API gioul_status gioul_afterstates_create(const gioul_position* position, int die1, int die2,
                                                gioul_afterstates** list);

/* Releases a list of afterstates. */
GIOUL_API void gioul_afterstates_destroy(gioul_afterstates* list);

/* Returns the number of afterstates, at least 1; 0 if `list` is NULL. Indices start at 0. */
GIOUL_API size_t gioul_afterstates_count(const gioul_afterstates* list);

/* Returns the play of afterstate `index` in the numbering of the player who makes it, such as
 * "24/21 24/23". Returns NULL if the index is out of range. */
GIOUL_API const char* gioul_afterstates_play(const gioul_afterstates* list, size_t index);

/* Returns the text of afterstate `index`: the position, seen by its player to move, or "win=1",
 * "win=2" or "tie" if the play ends the game. Returns NULL if the index is out of range. */
GIOUL_API const char* gioul_afterstates_text(const gioul_afterstates* list, size_t index);

/* The way in which a play ends the game, for the player who makes it. */
typedef enum gioul_ending {
  GIOUL_ENDING_INVALID = -1, /* the index is out of range */
  GIOUL_GOES_ON = 0,         /* the game continues */
  GIOUL_WIN_1 = 1,           /* a win of one point */
  GIOUL_WIN_2 = 2,           /* a win of two points: a gammon */
  GIOUL_TIE = 3
} gioul_ending;

/* Returns how the play of afterstate `index` ends the game. */
GIOUL_API gioul_ending gioul_afterstates_ending(const gioul_afterstates* list, size_t index);

/* Returns 1 if the player who makes this decision also makes the next (by continuing a chain, or
 * by rolling after forfeited moves), 0 if the opponent does, -1 if `list` is NULL. The result is
 * the same for all plays that do not end the game. */
GIOUL_API int gioul_afterstates_mover_acts_next(const gioul_afterstates* list);

/* Creates the position of afterstate `index`, seen by its player to move. Returns GIOUL_BAD_INPUT
 * if the play ends the game. Release the position with gioul_position_destroy(). */
GIOUL_API gioul_status gioul_position_create_afterstate(const gioul_afterstates* list, size_t index,
                                                        gioul_position** position);

/* --- Evaluation ------------------------------------------------------------------------------ */

/* The results of a game, in the order of all arrays: the player to move loses 2 points, loses 1,
 * ties, wins 1, wins 2. */
#define GIOUL_OUTCOMES 5

/* Evaluates `count` positions of the net's variant. Writes the probabilities of the results, for
 * the player to move, to `probabilities`, an array of count * GIOUL_OUTCOMES floats: five for
 * positions[0], five for positions[1], ... The equity is 2 * (p[4] - p[0]) + p[3] - p[1]. */
GIOUL_API gioul_status gioul_evaluate(const gioul_net* net, gioul_position* const* positions,
                                      size_t count, float* probabilities);

/* Writes the equity of each afterstate of `list`, for the player who makes the decision, to
 * `equities`, an array of gioul_afterstates_count() floats. Faster than evaluating the positions
 * one by one. */
GIOUL_API gioul_status gioul_evaluate_afterstates(const gioul_net* net,
                                                  const gioul_afterstates* list, float* equities);

/* Stores the index of the afterstate with the highest equity in *index. Ties are broken as in
 * gioul's own commands. */
GIOUL_API gioul_status gioul_choose(const gioul_net* net, const gioul_afterstates* list,
                                    size_t* index);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GIOUL_H_ */

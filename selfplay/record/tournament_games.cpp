#include "selfplay/record/tournament_games.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "eval/tournament/tournament_store.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

AnnotatedGame game_of(const TournamentSpec& spec, std::size_t number, const GamePair& pair,
                      std::size_t which) {
  const Pairing& pairing = spec.pairings[number];
  const GameResult& result = pair.game_results[which];
  AnnotatedGame game;
  game.variant = spec.game;
  game.checkers = spec.checkers;
  game.seed = pairing.seed;
  game.tournament_pair = {static_cast<std::int64_t>(number), pair.pair_number};
  game.players = {to_printable_line(spec.players[pairing.player_index].display_name),
                  to_printable_line(spec.players[pairing.opponent_index].display_name)};
  const Position& start = spec.start_positions.for_pair(pair.pair_number);
  if (start != spec.game.start(spec.checkers)) game.start_position = start;
  if (which == 1) std::swap(game.players[0], game.players[1]);
  const auto before = static_cast<std::int64_t>(number) * spec.pairs_per_pairing + pair.pair_number;
  game.record.game_number = static_cast<std::uint64_t>(2 * before) + which;
  game.record.outcome = result.outcome;
  game.record.decisions = parse_database_decisions(pair.move_texts[which]);
  if (result.luck_units)
    game.first_player_luck = static_cast<double>(*result.luck_units) / kLuckUnitsPerPoint;
  if (result.failed_player >= 0) {
    game.failed_player = result.failed_player == 0 ? FailedPlayer::kFirst : FailedPlayer::kSecond;
    game.failure_reason = to_printable_line(result.failure_reason);
  }
  return game;
}

}  // namespace

void write_tournament_games(const TournamentOptions& options, const std::filesystem::path& file,
                            IfExists if_exists) {
  const TournamentStore database(options.results_database, make_tournament_spec(options),
                                 RecordMoves::kYes);
  const TournamentSpec& spec = database.spec();
  const auto print = file.extension() == ".jsonl" ? &format_game_json : &format_game;
  AtomicFileWriter out(file);
  GameValidator check;
  database.for_each_pair(
      [&](std::size_t pairing, const GamePair& pair) {
        for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
          try {
            const AnnotatedGame game = game_of(spec, pairing, pair, which);
            const std::span<const GameStep> steps = check(game);
            out.append(print(game, steps));
          } catch (const InputError& error) {
            throw InputError(options.results_database + ": is corrupted: pairing " +
                             std::to_string(pairing) + ", pair " +
                             std::to_string(pair.pair_number) + ", game " + std::to_string(which) +
                             ": " + error.what());
          }
        }
      },
      RecordMoves::kYes);
  out.commit(if_exists);
}

}  // namespace gioul

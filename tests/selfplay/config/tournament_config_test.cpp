#include "selfplay/config/tournament_config.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/paths.h"
#include "tests/selfplay/config/config_example.h"

namespace gioul {
namespace {

std::string refusal(const char* text) {
  return message_of<InputError>([&] { parse_tournament_config(text, "t.toml"); });
}

TEST(TournamentConfig, ExampleDocumentsEveryKeyWithItsDefault) {
  const auto read = [](const std::string& text) {
    return parse_tournament_config(text, "default");
  };
  const std::string text = read_file(configs_folder() + "/tournament.toml", 1 << 20);
  EXPECT_EQ(example_errors(tournament_config_keys(), text, TournamentConfig{}, read), "");
}

TEST(TournamentConfig, ParsesEveryKey) {
  const TournamentConfig config = parse_tournament_config(
      "players = ['random', 'blocker']\nmode = 'gauntlet'\npairs = 7\nvariant = 'tapa'\n"
      "checkers = 4\nseed = 9\nthreads = 3\nelo_scale = 'wins'\ndb = 'a'\nout = 'b'\ncsv = 'c'\n"
      "html = 'd'\n",
      "t.toml");
  EXPECT_EQ(config.options.player_names, (std::vector<std::string>{"random", "blocker"}));
  EXPECT_EQ(config.options.mode, TournamentMode::kGauntlet);
  EXPECT_EQ(config.options.pairs_per_pairing, 7);
  EXPECT_EQ(config.options.game.name(), "plakoto");
  EXPECT_EQ(config.options.checkers, 4);
  EXPECT_EQ(config.options.seed, 9u);
  EXPECT_EQ(config.options.threads, 3);
  EXPECT_EQ(config.rating_basis, RatingBasis::kByWins);
  EXPECT_EQ(config.options.results_database + config.json_file + config.csv_file + config.html_file,
            "abcd");
}

TEST(TournamentConfig, RejectsUnknownKeys) {
  EXPECT_TRUE(holds(refusal("paris = 7"), "t.toml:1: paris: unknown key"));
  EXPECT_TRUE(holds(refusal("\npairs = 0"), "t.toml:2: pairs: must be a whole number, 1.."));
  EXPECT_TRUE(holds(refusal("mode = 'swiss'"), "must be one of \"round-robin\", \"gauntlet\""));
  EXPECT_TRUE(holds(refusal("elo_scale = 3"), "must be a string"));
  EXPECT_TRUE(holds(refusal("players = 'random'"), "must be a list of strings"));
  EXPECT_TRUE(holds(refusal("variant = 'chess'"), "unknown variant"));
}

}  // namespace
}  // namespace gioul

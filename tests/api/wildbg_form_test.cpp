#include "api/wildbg_form.h"

#include <gtest/gtest.h>

#include "api/field_reader.h"
#include "nn/encode/encoder.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class WildbgForm : public testing::Test {
 protected:
  WildbgForm() {
    const Game game = find_game("portes");
    const std::string net = (folder_ / "portes.safetensors").string();
    save_net(random_net("portes", Encoder(game).inputs(), {8}, 7), net);
    players_.emplace(ServePolicy{.any_player = false, .players = {"net:" + net}, .plies = 0});
  }

  // The field that is wrong in a board with this besides; "none" if it is answered.
  std::string refused(const std::string& key, const std::string& value) {
    QueryFields query = {{"p24", "15"}, {"p1", "-15"}};
    query[key] = value;
    try {
      (void)wildbg_eval(query, *players_);
    } catch (const RequestError& error) {
      return error.field();
    }
    return "none";
  }

  TemporaryFolder folder_;
  std::optional<LoadedPlayers> players_;
};

TEST_F(WildbgForm, EveryFieldIsReadOrRefused) {
  EXPECT_EQ(refused("p2", "0"), "none");
  for (const char* const key : {"p01", "p001", "p-0", "p26", "p", "P1", "p1 ", "", "die1", "x"}) {
    EXPECT_EQ(refused(key, "0"), key) << key;
  }
}

}  // namespace
}  // namespace gioul

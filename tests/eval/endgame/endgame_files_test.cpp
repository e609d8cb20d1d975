#include "eval/endgame/endgame_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/checksum.h"
#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

const TableId kSmall = TwoSidedTable::id(DoubletRule::kChain, 2);

void build_small(const std::filesystem::path& folder) {
  build_endgame_table(folder, kSmall, {.game = find_game("gioul"), .max_two_sided_checkers = 2});
}

TEST(EndgameFiles, FileNamesIdentifyTables) {
  for (const TableId& name :
       {OneSidedTable::id(DoubletRule::kPlain), TwoSidedTable::id(DoubletRule::kChain, 10),
        FewCheckersTable::id(game_with_rules<GulBaraLost>(), 2)}) {
    EXPECT_EQ(parse_table_id(name.file_name()), name);
  }
  for (const char* other : {"", "-v1.table", "two-sided-6-chain-v2.table",
                            "two-sided-06-chain-v1.table", "6-x-v1.table", "two-sided-6-v1.table",
                            "two-sided-chain-v1.table", "two-sided-99999999999-chain-v1.table"}) {
    EXPECT_EQ(parse_table_id(other), TableId{}) << other;
  }
}

TEST(EndgameFiles, HeaderDescribesTheBytes) {
  const TemporaryFolder folder;
  build_small(folder.path());
  const std::string file = bytes_of(folder / "two-sided-2-chain-v1.table");
  ASSERT_GT(file.size(), 512u);
  EXPECT_EQ(file[511], '\n');
  const std::string bytes = file.substr(512);
  EXPECT_EQ(
      nlohmann::json::parse(file.substr(0, 512)),
      (nlohmann::json{{"format", "gioul-endgame-table"},
                      {"version", 1},
                      {"kind", "two-sided"},
                      {"rules", "chain"},
                      {"checkers", 2},
                      {"bytes", bytes.size()},
                      {"checksum", format_hex(fnv1a("two-sided-2-chain-v1.table" + bytes))}}));
}

double double_at(const std::string& bytes, std::size_t index) {
  double value;
  std::memcpy(&value, bytes.data() + index * sizeof(value), sizeof(value));
  return value;
}

// With one checker, the number of a side is its point (docs/tables.md).
TEST(EndgameFiles, NumbersAreInTheDocumentedOrder) {
  const std::string two = TwoSidedTable::build(DoubletRule::kChain, 1);
  constexpr std::size_t kSides = kHomePoints + 1;
  ASSERT_EQ(two.size(), kSides * kSides * sizeof(double));
  EXPECT_NEAR(double_at(two, 1 * kSides + 6), 1.0, 1e-9) << "any roll bears off from the 1-point";
  EXPECT_LT(double_at(two, 6 * kSides + 1), 0.9);

  const std::string few = FewCheckersTable::build({.game = find_game("plakoto"), .checkers = 1});
  EXPECT_EQ(double_at(few, (1 * 25 + 23) * 4 + 2), 1.0) << "win 1 is the third of four columns";
}

TEST(EndgameFiles, DefaultTablesHaveTwoCheckersExceptWithHits) {
  for (const Game game : all_games()) {
    EXPECT_EQ(default_endgame_options(game).max_few_checkers, game.name() == "portes" ? 1 : 2);
    EXPECT_EQ(default_endgame_options(game).max_two_sided_checkers, 6);
  }
}

TEST(EndgameFiles, FolderIsSetByTheEnvironment) {
  ::setenv("GIOUL_CACHE", "/tmp/own", 1);
  ::setenv("XDG_CACHE_HOME", "/tmp/xdg", 1);
  ::setenv("HOME", "/tmp/home", 1);
  EXPECT_EQ(require_endgame_cache_folder(), "/tmp/own");
  ::unsetenv("GIOUL_CACHE");
  EXPECT_EQ(require_endgame_cache_folder(), "/tmp/xdg/gioul");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(require_endgame_cache_folder(), "/tmp/home/.cache/gioul");
  ::unsetenv("HOME");
  EXPECT_THROW(require_endgame_cache_folder(), InputError);
  EXPECT_EQ(find_endgame_cache_folder(), std::nullopt);
}

TEST(EndgameFiles, LoadsNothingFromAnEmptyCache) {
  const TemporaryFolder folder;
  EXPECT_EQ(load_largest_endgame_tables(game_with_rules<Gioul>(), folder.path()), nullptr);
  EXPECT_EQ(load_largest_endgame_tables(game_with_rules<Gioul>(), folder / "absent"), nullptr);
  build_small(folder.path());
  EXPECT_EQ(load_largest_endgame_tables(game_with_rules<Plakoto>(), folder.path()), nullptr);
  EXPECT_NE(load_largest_endgame_tables(game_with_rules<GulBara>(), folder.path()),
            nullptr);  // the same kind of doublets
}

TEST(EndgameFiles, LoadsTheLargestTableOfEachKind) {
  const TemporaryFolder folder;
  for (const int checkers : {1, 3, 2}) {
    build_endgame_table(folder.path(), TwoSidedTable::id(DoubletRule::kChain, checkers), {});
  }
  build_endgame_table(folder.path(), FewCheckersTable::id(game_with_rules<Gioul>(), 1), {});
  put_bytes(folder / "notes.txt", "no table");
  EXPECT_EQ(list_endgame_tables(folder.path()).size(), 4u);
  const auto tables = load_largest_endgame_tables(game_with_rules<Gioul>(), folder.path());
  EXPECT_EQ(tables->tables().two_sided->max_checkers(), 3);
  EXPECT_EQ(tables->tables().few_checkers->max_checkers(), 1);
  EXPECT_EQ(tables->tables().one_sided, nullptr);
}

TEST(EndgameFiles, BuildsOnlyMissingTables) {
  const TemporaryFolder folder;
  const EndgameOptions options{
      .game = find_game("gioul"), .max_two_sided_checkers = 2, .max_few_checkers = 1};
  std::vector<std::string> built;
  const auto note = [&](const TableId& name) { built.push_back(name.kind); };
  EXPECT_NE(load_or_build_endgame_tables(folder / "new/folder", options, note), nullptr);
  EXPECT_EQ(built, (std::vector<std::string>{"one-sided", "two-sided", "few-checkers"}));
  built.clear();
  EXPECT_NE(load_or_build_endgame_tables(folder / "new/folder", options, note), nullptr);
  EXPECT_TRUE(built.empty());
}

// Tables that happen to exist must not change the results of a seed.
TEST(EndgameFiles, KeepsLargerTables) {
  const TemporaryFolder folder;
  const EndgameOptions options{
      .game = find_game("gioul"), .max_two_sided_checkers = 2, .max_few_checkers = 1};
  build_endgame_table(folder.path(), TwoSidedTable::id(DoubletRule::kChain, 3), {});
  const auto tables = load_or_build_endgame_tables(folder.path(), options);
  EXPECT_EQ(tables->tables().two_sided->max_checkers(), 2);
  EXPECT_EQ(tables->tables().few_checkers->max_checkers(), 1);
  EXPECT_EQ(
      load_or_build_endgame_tables(folder.path(), options)->tables().two_sided->max_checkers(), 2);
}

TEST(EndgameFiles, BuildsInMemoryIfTheCacheIsReadOnly) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "a folder cannot be made in a file");
  const EndgameOptions options{
      .game = find_game("gioul"), .max_two_sided_checkers = 2, .max_few_checkers = 1};
  const auto kept = load_or_build_endgame_tables(folder / "kept", options);
  const Position position =
      parse_position(game_with_rules<Gioul>(), "6:1,5:1,off:13|6:2,off:13|owed=5");
  for (const std::optional<std::filesystem::path>& nowhere :
       {std::optional(folder / "file/new"), std::optional<std::filesystem::path>()}) {
    int built = 0;
    const auto tables =
        load_or_build_endgame_tables(nowhere, options, [&](const TableId&) { ++built; });
    EXPECT_EQ(built, 3);
    EXPECT_EQ(tables->find_value(position)->outcome_probabilities,
              kept->find_value(position)->outcome_probabilities);
  }
  EXPECT_EQ(folder.entries(), 2u);
  ASSERT_TRUE(endgame_cache_write_error());
  EXPECT_TRUE(holds(*endgame_cache_write_error(), "file"));
}

TEST(EndgameFiles, RebuildsUnreadableTables) {
  const TemporaryFolder folder;
  const EndgameOptions options{
      .game = find_game("gioul"), .max_two_sided_checkers = 2, .max_few_checkers = 1};
  (void)load_or_build_endgame_tables(folder.path(), options);
  const std::string name = TwoSidedTable::id(DoubletRule::kChain, 2).file_name();
  const std::string whole = bytes_of(folder / name);
  put_bytes(folder / name, whole.substr(0, whole.size() / 2));
  int built = 0;
  (void)load_or_build_endgame_tables(folder.path(), options, [&](const TableId&) { ++built; });
  EXPECT_EQ(built, 1);
  EXPECT_EQ(bytes_of(folder / name), whole);
  // A header that truly describes too few bytes.
  std::string empty = whole.substr(0, 512);
  const std::string checksum = format_hex(fnv1a(name));
  const auto set = [&](const std::string& key, const std::string& value) {
    const std::size_t begin = empty.find(key) + key.size();
    empty.replace(begin, empty.find_first_of(",}", begin) - begin, value);
  };
  set("\"bytes\":", "0");
  set("\"checksum\":", "\"" + checksum + "\"");
  empty.pop_back();
  empty.resize(511, ' ');
  put_bytes(folder / name, empty + "\n");
  (void)load_or_build_endgame_tables(folder.path(), options, [&](const TableId&) { ++built; });
  EXPECT_EQ(built, 2);
}

TEST(EndgameFiles, RejectsTablesThatExceedTheMemoryLimit) {
  const TemporaryFolder folder;
  const auto refusal = [&](const TableId& name, const EndgameOptions& options) {
    return message_of<InputError>([&] { build_endgame_table(folder.path(), name, options); });
  };
  EXPECT_TRUE(holds(refusal(TwoSidedTable::id(DoubletRule::kChain, 8), {.max_memory_bytes = 1e9}),
                    "two-sided table of 8 checkers takes"));
  EXPECT_TRUE(
      holds(refusal(FewCheckersTable::id(game_with_rules<Gioul>(), 3), {.max_memory_bytes = 1e9}),
            "gioul with 3 checkers needs"));
  EXPECT_EQ(folder.entries(), 0u);
}

// Loading checks the header and the length, verifying checks every byte.
TEST(EndgameFiles, RejectsDamagedTruncatedAndForeignFilesByName) {
  const TemporaryFolder folder;
  build_small(folder.path());
  const std::filesystem::path file = folder / kSmall.file_name();
  const std::string bytes = bytes_of(file);
  const auto load = [&] { load_largest_endgame_tables(game_with_rules<Gioul>(), folder.path()); };
  const auto verify = [&] { verify_endgame_tables(game_with_rules<Gioul>(), folder.path()); };
  const auto says = [&](const auto& act, const std::string& text, const char* part) {
    put_bytes(file, text);
    const auto message = message_of<InputError>(act);
    EXPECT_TRUE(message.starts_with(file.string() + ": ")) << message;
    EXPECT_TRUE(holds(message, part));
  };
  const auto both_say = [&](const std::string& text, const char* part) {
    says(load, text, part);
    says(verify, text, part);
  };
  both_say("", "is empty");
  both_say("{", "not an endgame table");
  both_say("{}\n", "not an endgame table: format: is missing (expected \"gioul-endgame-table\")");
  both_say("{\"format\":\"gioul-table\"}\n", "not an endgame table");
  both_say(bytes.substr(0, 300), "is truncated");
  both_say(bytes.substr(0, bytes.size() - 1), "is truncated");
  both_say(bytes + "x", "trailing data");
  for (const std::size_t at : {std::size_t{512}, bytes.size() / 2, bytes.size() - 1}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    says(verify, damaged, "is a corrupted table");
    EXPECT_NO_THROW(load());
  }
  for (const auto& [from, to] : {std::pair("\"chain\"", "\"plain\""),
                                 {"\"checkers\":2", "\"checkers\":3"},
                                 {"\"version\":1", "\"version\":2"}}) {
    std::string other = bytes;
    other.replace(other.find(from), std::string(from).size(), to);
    both_say(other, "do not match the file name");
  }
  std::string without_sum = bytes;
  without_sum.replace(without_sum.find("checksum"), 1, "C");
  both_say(without_sum, "is a corrupted table: checksum: is missing (expected a text)");
  std::string more = bytes;  // uses the header's padding
  more.replace(more.find("} "), 8, ",\"x\":1} ");
  both_say(more, "is a corrupted table");
  put_bytes(file, bytes);
  EXPECT_NO_THROW(load());
  EXPECT_NO_THROW(verify());
}

// Two-sided tables contain only probabilities; one-sided tables also contain offsets.
TEST(EndgameFiles, DamagedTableCausesNoReadOutOfBounds) {
  const std::string bytes = OneSidedTable::build(DoubletRule::kChain);
  const auto with_ones = [&](std::size_t begin, std::size_t end) {
    std::string damaged = bytes;
    std::fill(damaged.begin() + static_cast<std::ptrdiff_t>(begin),
              damaged.begin() + static_cast<std::ptrdiff_t>(end), '\xFF');
    return OneSidedTable(TableBytes(std::move(damaged)));
  };
  const Position race = parse_position(game_with_rules<Gioul>(), "6:2,off:13|6:2,off:13");
  const Position owed = parse_position(game_with_rules<Gioul>(), "6:2,off:13|6:2,off:13|owed=1");
  const std::size_t ends = OneSidedTable::kSideCount * kMaxOwedMoves * sizeof(std::uint16_t);
  const OneSidedTable no_ends = with_ones(0, ends);
  EXPECT_NO_THROW(no_ends.value(race));
  EXPECT_THROW(no_ends.value(owed), InputError);
  const OneSidedTable no_beginnings =
      with_ones(ends, ends + OneSidedTable::kSideCount * sizeof(std::uint32_t));
  EXPECT_THROW(no_beginnings.value(race), InputError);
}

TEST(EndgameFiles, SupportsConcurrentBuildersAndReaders) {
  const TemporaryFolder folder;
  build_small(folder.path());
  const std::string bytes = bytes_of(folder / kSmall.file_name());
  std::vector<std::thread> builders;
  for (int i = 0; i < 3; ++i) {
    builders.emplace_back([&] {
      for (int n = 0; n < 5; ++n) build_small(folder.path());
    });
  }
  for (int n = 0; n < 20; ++n) {
    EXPECT_NE(load_largest_endgame_tables(game_with_rules<Gioul>(), folder.path()), nullptr);
  }
  for (std::thread& builder : builders) builder.join();
  EXPECT_EQ(folder.entries(), 1u);
  EXPECT_EQ(bytes_of(folder / kSmall.file_name()), bytes);
}

// Many threads use one table, also for pending positions.
TEST(EndgameFiles, ThreadsShareATable) {
  const TemporaryFolder folder;
  build_small(folder.path());
  build_endgame_table(folder.path(), FewCheckersTable::id(game_with_rules<Gioul>(), 1), {});
  const auto tables = load_largest_endgame_tables(game_with_rules<Gioul>(), folder.path());
  const Position home =
      parse_position(game_with_rules<Gioul>(), "6:1,5:1,off:13|6:2,off:13|owed=5");
  const Position far = parse_position(game_with_rules<Gioul>(), "24:1,off:14|19:1,off:14|owed=24");
  const auto ask = [&] {
    return std::pair(tables->find_value(home)->outcome_probabilities,
                     tables->find_value(far)->outcome_probabilities);
  };
  const auto expected = ask();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 20; ++n) EXPECT_EQ(ask(), expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace gioul

#include "eval/store/result_store.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "eval/store/merge.h"
#include "eval/store/unit_table.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

WorkSpec ten_units() {
  return {.command = "stats",
          .unit_name = "games",
          .unit_count = 10,
          .options = {{"seed", "3"}, {"player", "blocker"}, {"checksum", ""}}};
}

using Units = std::map<std::int64_t, std::string>;

Units units_of(const ResultStore& file) {
  Units found;
  file.for_each_unit(0, 10,
                     [&](std::int64_t number, std::string_view bytes) { found[number] = bytes; });
  return found;
}

class ResultStoreTest : public testing::Test {
 protected:
  // Writes a file with the work units `first`, `first` + `step`, ...
  std::filesystem::path written(std::string_view name, std::int64_t first, std::int64_t step,
                                const WorkSpec& spec = ten_units()) const {
    ResultStore file(folder_ / name, spec);
    for (std::int64_t i = first; i < spec.unit_count; i += step) {
      file.add(i, std::string(static_cast<std::size_t>(i), 'a'));
    }
    file.finish_writing();
    return folder_ / name;
  }

  static void run_sql(const std::filesystem::path& file, const char* sql) {
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }

  static std::string refusal(const std::filesystem::path& file, const WorkSpec& spec) {
    return message_of<InputError>([&] { (void)units_of(ResultStore(file, spec)); });
  }

  std::string merge_refusal(const std::vector<std::filesystem::path>& parts) const {
    const std::string message =
        message_of<InputError>([&] { (void)merge_stores(folder_ / "joined", parts); });
    EXPECT_FALSE(std::filesystem::exists(folder_ / "joined"));
    return message;
  }

  TemporaryFolder folder_;
};

TEST_F(ResultStoreTest, ReadsBackStoredUnits) {
  const auto file = written("file", 1, 4);
  const ResultStore again(file, ten_units());
  EXPECT_EQ(again.unit_count(), 3);
  EXPECT_EQ(units_of(again), (Units{{1, "a"}, {5, "aaaaa"}, {9, "aaaaaaaaa"}}));
  Units some;
  again.for_each_unit(2, 9,
                      [&](std::int64_t number, std::string_view bytes) { some[number] = bytes; });
  EXPECT_EQ(some, (Units{{5, "aaaaa"}}));
}

TEST_F(ResultStoreTest, ResumesWithStoredUnitsFromAllThreads) {
  written("file", 0, 5);
  {
    ResultStore file(folder_ / "file", ten_units());
    std::thread other([&] { file.add(3, "three"); });
    file.add(4, "four");
    other.join();
    file.finish_writing();
  }
  EXPECT_EQ(units_of(ResultStore(folder_ / "file", ten_units())),
            (Units{{0, ""}, {3, "three"}, {4, "four"}, {5, "aaaaa"}}));
}

TEST_F(ResultStoreTest, KeepsAddedUnitsWithoutFinish) {
  {
    ResultStore(folder_ / "file", ten_units()).add(7, "seven");
  }
  EXPECT_EQ(units_of(ResultStore(folder_ / "file", ten_units())), (Units{{7, "seven"}}));
}

TEST_F(ResultStoreTest, RejectsAUnitThatIsAlreadyStored) {
  ResultStore file(written("file", 0, 5), ten_units());
  file.add(5, "again");
  EXPECT_THROW(file.finish_writing(), InputError);
}

TEST_F(ResultStoreTest, RejectsADifferentSpecAndNamesTheDifference) {
  const auto file = written("file", 1, 4);
  WorkSpec other = ten_units();
  other.options[0].second = "4";
  other.options[2].second = "0123";
  EXPECT_TRUE(holds(refusal(file, other), "its seed is 3, not 4; its checksum is none, not 0123"));
  other = ten_units();
  other.command = "rollout";
  EXPECT_TRUE(holds(refusal(file, other), "it is of gioul stats, not of gioul rollout"));
  other = ten_units();
  other.options[0].first = "weather";
  EXPECT_TRUE(holds(refusal(file, other), "it has other options"));
  other = ten_units();
  other.options.emplace_back("weather", "fine");
  EXPECT_TRUE(holds(refusal(file, other), "its weather is none, not fine"));
  other = ten_units();
  other.unit_count = 11;
  EXPECT_TRUE(holds(refusal(file, other), "its number of games is 10, not 11"));
  run_sql(file, "UPDATE work SET program = '0.0.0'");
  EXPECT_TRUE(holds(refusal(file, ten_units()), "it was created by gioul 0.0.0, this is "));
}

TEST_F(ResultStoreTest, AllowsOneWriterAtATime) {
  const ResultStore file(folder_ / "file", ten_units());
  EXPECT_THROW(ResultStore(folder_ / "file", ten_units()), std::runtime_error);
}

TEST_F(ResultStoreTest, RejectsForeignFilesWithoutChangingThem) {
  put_bytes(folder_ / "text", "this is no database, however long it is made to be here\n");
  const std::string text = bytes_of(folder_ / "text");
  EXPECT_TRUE(holds(refusal(folder_ / "text", ten_units()), "is not a file of pieces of work"));
  EXPECT_EQ(bytes_of(folder_ / "text"), text);
  run_sql(folder_ / "foreign", "CREATE TABLE addresses (name TEXT)");
  EXPECT_TRUE(holds(refusal(folder_ / "foreign", ten_units()), "is not a database of gioul"));
  EXPECT_TRUE(holds(refusal(folder_ / "none" / "file", ten_units()), "no such directory"));
  EXPECT_TRUE(holds(refusal(folder_.path(), ten_units()), "not a regular file"));
}

// SQLite needs longer names for its other files.
TEST_F(ResultStoreTest, RejectsTooLongNamesBeforeItCreatesAFile) {
  const std::string name(247, 'x');
  EXPECT_TRUE(holds(refusal(folder_ / (name + "x"), ten_units()), "at most 247 bytes"));
  EXPECT_EQ(folder_.entries(), 0u);
  ResultStore(folder_ / name, ten_units());
}

TEST_F(ResultStoreTest, RejectsOlderVersionsWithoutChangingThem) {
  for (const char* application : {"1734963061", "1734963053"}) {  // of tournaments and of matches
    const auto file = folder_ / application;
    run_sql(file,
            ("CREATE TABLE games (points); PRAGMA application_id = " + std::string(application))
                .c_str());
    const std::string before = bytes_of(file);
    const std::string message = file.string() + ": was written by an older version; use a new file";
    EXPECT_EQ(refusal(file, ten_units()), message);
    EXPECT_EQ(merge_refusal({file}), message);
    EXPECT_EQ(bytes_of(file), before);
  }
}

TEST_F(ResultStoreTest, RejectsDamagedFiles) {
  struct Damage {
    const char* sql;
    const char* said;
  };
  int number = 0;
  for (const auto& [sql, said] :
       {Damage{"UPDATE pieces SET bytes = x'61616162' WHERE number = 5", "piece 5: checksum"},
        Damage{"UPDATE pieces SET number = 6 WHERE number = 5", "piece 6: checksum"},
        Damage{"UPDATE pieces SET bytes = 'aaaaa' WHERE number = 5", "piece 5: checksum"},
        Damage{"DELETE FROM work", "is corrupted: no plan"},
        Damage{"ALTER TABLE pieces ADD COLUMN more TEXT", "is corrupted: unexpected tables"},
        Damage{"DROP TABLE pieces", "is corrupted: unexpected tables"},
        Damage{"PRAGMA user_version = 2", "unknown format 2"}}) {
    const auto file = written("file" + std::to_string(number++), 1, 4);
    run_sql(file, sql);
    EXPECT_TRUE(holds(refusal(file, ten_units()), said)) << sql << ": ";
    EXPECT_NE(merge_refusal({file}), "") << sql;
  }
}

TEST_F(ResultStoreTest, InvalidUnitErrorNamesTheFile) {
  const ResultStore file(written("file", 1, 4), ten_units());
  const std::string message = message_of<InputError>([&] {
    file.for_each_unit(0, 10,
                       [](std::int64_t, std::string_view) { throw InputError("it is too short"); });
  });
  EXPECT_EQ(message, (folder_ / "file").string() + ": is corrupted: piece 1: it is too short");
}

TEST_F(ResultStoreTest, RejectsTruncatedFiles) {
  WorkSpec spec = ten_units();
  spec.unit_count = 1000;
  const auto file = written("file", 0, 1, spec);
  const std::string bytes = bytes_of(file);
  put_bytes(file, std::string_view(bytes).substr(0, bytes.size() / 2));
  EXPECT_NE(message_of<InputError>([&] {
              ResultStore(file, spec).for_each_unit(0, 1000, [](std::int64_t, std::string_view) {});
            }),
            "");
}

TEST_F(ResultStoreTest, MergesPartsToTheWhole) {
  const auto whole = written("whole", 0, 1);
  const auto one = written("one", 0, 3);
  const auto two = written("two", 1, 3);
  const auto three = written("three", 2, 3);
  const WorkSpec joined = merge_stores(folder_ / "joined", {three, one, two});
  EXPECT_EQ(joined.unit_count, 10);
  EXPECT_EQ(joined.unit_name, "games");
  EXPECT_EQ(units_of(ResultStore(folder_ / "joined", ten_units())),
            units_of(ResultStore(whole, ten_units())));
  EXPECT_EQ(folder_.entries(), 5u);
  EXPECT_TRUE(find_work_spec(folder_ / "joined"));
  EXPECT_EQ(message_of<InputError>([&] { (void)merge_stores(folder_ / "joined", {one}); }),
            (folder_ / "joined").string() + " already exists");
}

TEST_F(ResultStoreTest, RejectsMismatchedParts) {
  const auto one = written("one", 0, 3);
  const auto two = written("two", 1, 3);
  const auto three = written("three", 2, 3);
  EXPECT_TRUE(holds(merge_refusal({one, three}), "3 of 10 games are missing (first: 1)"))
      << merge_refusal({one, three});
  EXPECT_TRUE(holds(merge_refusal({one, two, three, two}),
                    "two: duplicate piece 1, also in " + two.string()));
  WorkSpec other = ten_units();
  other.options[0].second = "4";
  EXPECT_TRUE(holds(merge_refusal({one, two, written("other", 2, 3, other)}),
                    "other: holds other work: its seed is 4, not 3"));
  put_bytes(folder_ / "text", "text");
  EXPECT_TRUE(holds(merge_refusal({one, two, folder_ / "text"}), "is not a part"));
  EXPECT_TRUE(holds(merge_refusal({one, two, folder_ / "nothing"}), "nothing: cannot be"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "nothing"));
}

TEST_F(ResultStoreTest, MergesPartsWithAnyNames) {
  const auto part = written("joined.part", 0, 2);
  (void)merge_stores(folder_ / "joined", {part, written("other", 1, 2)});
  EXPECT_EQ(ResultStore(folder_ / "joined", ten_units()).unit_count(), 10);
  EXPECT_EQ(ResultStore(part, ten_units()).unit_count(), 5);
}

}  // namespace
}  // namespace gioul

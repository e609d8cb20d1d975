#include "selfplay/hosts/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>

#include "base/error.h"
#include "nn/net/net_file.h"
#include "selfplay/loop/self_play.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class StoreInMemory : public SharedStore {
 public:
  void set(const std::string& key, const std::string& value) override {
    const std::scoped_lock lock(mutex_);
    values_[key] = value;
    wake_.notify_all();
  }
  std::string get(const std::string& key) override {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return values_.contains(key); });
    return values_.at(key);
  }
  bool appears(const std::string& key, std::chrono::seconds within) override {
    std::unique_lock lock(mutex_);
    return wake_.wait_for(lock, within, [&] { return values_.contains(key); });
  }
  std::int64_t add(const std::string&, std::int64_t) override { return 0; }
  void remove(const std::string&) override {}

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::string, std::string> values_;
};

TrainingConfig config_of_run() {
  TrainingConfig config;
  config.checkers = 3;
  config.net.hidden = {8};
  return config;
}

Place rank_of_3(int rank) { return {.rank = rank, .size = 3, .host = "here"}; }

// What each of three processes ends with: its error, or "joined". Rank 1 fits.
struct Ends {
  std::string rank_0, rank_1, rank_2;
};

Ends joined_by(const RunTerms& terms, const std::string& version,
               const std::optional<TrainingConfig>& config) {
  StoreInMemory store;
  const auto end_of = [](auto f) -> std::string {
    try {
      f();
    } catch (const InputError& error) {
      return error.what();
    }
    return "joined";
  };
  auto first = std::async(std::launch::async, [&] {
    return end_of([&] { join(store, rank_of_3(1), terms.version, terms.config, 4); });
  });
  auto second = std::async(std::launch::async, [&] {
    return end_of([&] { join(store, rank_of_3(2), version, config, 2); });
  });
  Ends ends;
  ends.rank_0 = end_of([&] {
    const std::vector<Partner> partners = invite(store, rank_of_3(0), terms, 1);
    ASSERT_EQ(partners.size(), 3u);
    EXPECT_EQ(partners[0].threads, 1);
    EXPECT_EQ(partners[1].threads, 4);
    EXPECT_EQ(partners[2].threads, 2);
  });
  ends.rank_1 = first.get();
  ends.rank_2 = second.get();
  return ends;
}

void expect_all(const Ends& ends, const std::string& line) {
  EXPECT_THAT(ends.rank_0, testing::HasSubstr(line));
  EXPECT_EQ(ends.rank_1, ends.rank_0);
  EXPECT_EQ(ends.rank_2, ends.rank_0);
}

TEST(Join, ProcessesOfOneMindJoin) {
  const RunTerms terms = {.version = "1", .config = config_of_run(), .net_from = "", .playing = ""};
  expect_all(joined_by(terms, "1", terms.config), "joined");
  // Whoever goes on with a run may not have its folder.
  expect_all(joined_by(terms, "1", std::nullopt), "joined");
  // How many threads play, and for how long others may be silent, is no part of a run.
  TrainingConfig other = terms.config;
  other.run = {.threads = 7, .checkpoint_seconds = 1, .timeout_seconds = 5};
  expect_all(joined_by(terms, "1", other), "joined");
}

TEST(Join, AnotherProgramIsRefusedWithOneLine) {
  const RunTerms terms = {.version = "1", .config = config_of_run(), .net_from = "", .playing = ""};
  const Ends ends = joined_by(terms, "2", terms.config);
  expect_all(ends, "rank 2 (");
  expect_all(ends, ") does not fit the run: it is gioul 2 instead of 1");
}

TEST(Join, AnotherConfigIsRefusedWithOneLine) {
  const RunTerms terms = {.version = "1", .config = config_of_run(), .net_from = "", .playing = ""};
  TrainingConfig other = terms.config;
  other.training.lambda = 0.5;
  expect_all(joined_by(terms, "1", other), "training.lambda is 0.5 instead of 0.7");
}

TEST(Join, WhatRank0CantDoIsTheEndOfAll) {
  StoreInMemory store;
  const auto line_of = [&](int rank) -> std::string {
    try {
      join(store, rank_of_3(rank), "1", std::nullopt, 1);
    } catch (const InputError& error) {
      return error.what();
    }
    return "joined";
  };
  auto first = std::async(std::launch::async, line_of, 1);
  auto second = std::async(std::launch::async, line_of, 2);
  decline(store, rank_of_3(0), "runs/a: already holds a run");
  EXPECT_EQ(first.get(), "runs/a: already holds a run");
  EXPECT_EQ(second.get(), "runs/a: already holds a run");
}

TEST(Join, AnotherNetIsRefusedWithOneLine) {
  const TemporaryFolder folder;
  TrainingConfig config = config_of_run();
  const Net net = initial_net(config);
  const std::string file = folder / "net.safetensors";
  save_net(net, file);
  config.net.from = file;
  RunTerms terms = {
      .version = "1", .config = config, .net_from = checksum_text(net), .playing = ""};
  expect_all(joined_by(terms, "1", config), "joined");
  terms.net_from = "0123456789abcdef";
  StoreInMemory store;
  auto first =
      std::async(std::launch::async, [&] { return join(store, rank_of_3(1), "1", config, 1); });
  auto second = std::async(std::launch::async,
                           [&] { return join(store, rank_of_3(2), "1", std::nullopt, 1); });
  EXPECT_THROW(invite(store, rank_of_3(0), terms, 1), InputError);
  try {
    first.get();
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("has the checksum " + checksum_text(net) +
                                                 " instead of 0123456789abcdef"));
  }
  EXPECT_THROW(second.get(), InputError);
}

}  // namespace
}  // namespace gioul

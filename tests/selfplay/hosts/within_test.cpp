#include "selfplay/hosts/within.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

TEST(Within, GivesWhatComesInTime) {
  EXPECT_EQ(within(std::chrono::seconds(60), "late", [] { return 7; }), 7);
  EXPECT_EQ(message_of<std::runtime_error>([] {
              within(std::chrono::seconds(60), "late", [] { throw std::runtime_error("refused"); });
            }),
            "refused");
}

TEST(Within, WhatComesTooLateIsSilent) {
  const auto gate = std::make_shared<std::promise<void>>();
  EXPECT_EQ(message_of<StoreSilent>([&] {
              within(std::chrono::seconds(0), "late", [gate] { gate->get_future().wait(); });
            }),
            "late");
  gate->set_value();
}

}  // namespace
}  // namespace gioul

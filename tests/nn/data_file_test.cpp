#include "nn/data_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/error.h"
#include "engine/variants.h"
#include "nn/net_file.h"

namespace gioul {
namespace {

TEST(DataFile, TheShippedNetOfGioulFitsThisProgram) {
  const auto file = shipped_net(Gioul::kAxes);
  EXPECT_EQ(find_shipped_net(Gioul::kAxes), file);
  EXPECT_LT(std::filesystem::file_size(file), 4'000'000u);
  const Net net = load_net(file, Gioul::kAxes, Encoder(Gioul::kAxes));
  EXPECT_EQ(net.encoder_version, Encoder::kVersion);
  EXPECT_EQ(net.checkers, kMaxCheckers);
}

TEST(DataFile, WhatIsNotShippedIsSaid) {
  EXPECT_FALSE(find_shipped_net(Fevga::kAxes));
  EXPECT_THROW(shipped_net(Fevga::kAxes), InputError);
  EXPECT_THROW(find_data_file("no.such.file", "name one"), InputError);
}

}  // namespace
}  // namespace gioul

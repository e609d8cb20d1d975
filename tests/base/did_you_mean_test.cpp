#include "base/did_you_mean.h"

#include <gtest/gtest.h>

#include <string>

namespace gioul {
namespace {

TEST(DidYouMean, NearestNameIsSuggested) {
  EXPECT_EQ(did_you_mean("--sed", {"--games", "--seed", "--threads"}), "; did you mean --seed?");
  EXPECT_EQ(did_you_mean("tournment", {"train", "tournament"}), "; did you mean tournament?");
  EXPECT_EQ(did_you_mean("seed", {"seeds", "seed"}), "; did you mean seed?");
}

TEST(DidYouMean, DistantNamesAreNotSuggested) {
  EXPECT_EQ(did_you_mean("xyzzy", {"eval", "show"}), "");
  EXPECT_EQ(did_you_mean("abc", {"net"}), "");  // of a short name one letter may differ
  EXPECT_EQ(did_you_mean("", {"a"}), "");
  EXPECT_EQ(did_you_mean("seed", {}), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'a'), {"seed"}), "");
}

}  // namespace
}  // namespace gioul

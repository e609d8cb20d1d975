#include "selfplay/bench/bench.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

TEST(Bench, SignatureIsAFunctionOfTheProgramAlone) {
  EXPECT_EQ(bench_signature(), bench_signature());
}

}  // namespace
}  // namespace gioul

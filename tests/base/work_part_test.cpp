#include "base/work_part.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/error.h"

namespace gioul {
namespace {

WorkPart part_in(const std::map<std::string, std::string>& variables, const char* text = "auto") {
  return parse_work_part(text, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(WorkPart, ParsesTheCommandLine) {
  EXPECT_EQ(part_in({}, "3/8"), (WorkPart{3, 8}));
  EXPECT_EQ(format_work_part(WorkPart{3, 8}), "3/8");
  for (const char* wrong : {"", "3", "3/", "/8", "0/8", "9/8", "-1/8", "1/0", "1/2/3", "a/b"}) {
    EXPECT_THROW(part_in({}, wrong), InputError) << wrong;
  }
}

TEST(WorkPart, ReadsTheEnvironmentOfLaunchers) {
  EXPECT_EQ(part_in({{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}),
            (WorkPart{1, 4}));
  EXPECT_EQ(part_in({{"SLURM_ARRAY_TASK_ID", "13"},
                     {"SLURM_ARRAY_TASK_COUNT", "4"},
                     {"SLURM_ARRAY_TASK_MIN", "7"},
                     {"SLURM_ARRAY_TASK_STEP", "2"}}),
            (WorkPart{4, 4}));
  EXPECT_EQ(part_in({{"RANK", "2"}, {"WORLD_SIZE", "3"}}), (WorkPart{3, 3}));
  EXPECT_THROW(part_in({}), InputError);
  for (const char* rank : {"x", "9223372036854775807"}) {
    EXPECT_THROW(part_in({{"RANK", rank}, {"WORLD_SIZE", "3"}}), InputError) << rank;
  }
}

TEST(WorkPart, PartsCoverAllWork) {
  for (const std::int64_t count : {0, 1, 2, 7, 8, 9, 100}) {
    for (const std::int64_t of : {1, 2, 3, 8, 11}) {
      std::multiset<std::int64_t> dealt;
      std::int64_t end = 0;
      for (std::int64_t number = 1; number <= of; ++number) {
        const WorkPart part{number, of};
        std::int64_t items = 0;
        for (std::int64_t i = 0; i < count; ++i) {
          if (!part.contains(i)) continue;
          dealt.insert(i);
          ++items;
        }
        EXPECT_EQ(part.item_count(count), items);
        EXPECT_EQ(part.range_begin(count), end);
        end = part.range_end(count);
      }
      EXPECT_EQ(end, count);
      EXPECT_EQ(dealt.size(), static_cast<std::size_t>(count));
      EXPECT_EQ(std::set(dealt.begin(), dealt.end()).size(), dealt.size());
      if (count > 0) {
        EXPECT_EQ(*dealt.begin(), 0);
        EXPECT_EQ(*dealt.rbegin(), count - 1);
      }
    }
  }
}

}  // namespace
}  // namespace gioul

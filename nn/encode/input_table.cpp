#include "nn/encode/input_table.h"

#include <cstddef>
#include <utility>

namespace gioul {

std::vector<Input>& mutable_feature_inputs(InputTable& table, Feature feature, int value) {
  const FeatureKindTraits& traits = feature_kind_traits(feature.kind);
  auto& lists = table.feature_inputs[static_cast<std::size_t>(feature.kind)];
  if (lists.empty())
    lists.resize(static_cast<std::size_t>(traits.feature_count * traits.values_per_feature));
  return lists[static_cast<std::size_t>(feature.index_in_kind * traits.values_per_feature + value)];
}

int add_input(InputTable& table, std::string description) {
  table.descriptions.push_back(std::move(description));
  return table.input_count() - 1;
}

}  // namespace gioul

#include "nn/encode/input_table.h"

#include <cstddef>
#include <utility>

namespace gioul {

std::vector<Input>& entry(InputTable& table, Slot slot, int value) {
  const SlotGroup& group = group_of(slot.kind);
  auto& lists = table.slot_inputs[static_cast<std::size_t>(slot.kind)];
  if (lists.empty()) lists.resize(static_cast<std::size_t>(group.slots * group.values));
  return lists[static_cast<std::size_t>(slot.index * group.values + value)];
}

int new_input(InputTable& table, std::string description) {
  table.descriptions.push_back(std::move(description));
  return table.inputs() - 1;
}

}  // namespace gioul

// The first layer's rows of a batch of positions: the row numbers that inference uses
// (nn/kernel/row_places.h), and which inputs' weights each of these rows is the sum of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/kernel.h"

namespace gioul {

class BatchRows {
 public:
  explicit BatchRows(const Encoder& encoder);

  /// The rows of these positions. Valid until the next call.
  FirstLayerBatch list(std::span<const Position> positions, const Kernel& kernel);

 private:
  // Numbers from 0 on that are used, in ascending order.
  class UsedSet {
   public:
    explicit UsedSet(std::size_t size) : words_((size + 63) / 64) {}
    // Returns false if it was there.
    bool add(std::uint32_t number) {
      std::uint64_t& word = words_[number / 64];
      const std::uint64_t bit = std::uint64_t{1} << number % 64;
      if ((word & bit) != 0) return false;
      word |= bit;
      return true;
    }
    // Calls f(number) for all, and forgets them.
    template <typename F>
    void take_all(const F& f) {
      for (std::size_t w = 0; w < words_.size(); ++w) {
        for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
          f(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
        }
        words_[w] = 0;
      }
    }

   private:
    std::vector<std::uint64_t> words_;
  };

  void add_recipes(const Encoder& encoder, SlotKind kind, int phase);
  void use(std::uint32_t row);
  void index_rows();
  void list_by_example(std::size_t examples);
  void list_by_row(std::size_t examples);

  SightRules rules_;
  // Each row as the sum of another row of the same slot with a smaller value, and of what it has
  // more: so a thermometer's values cost one term each however many inputs they set. Numbers are
  // row numbers plus 1, as row 0 is zero; those from first_helper_ on are parts of rows with more
  // terms than a RowSum has. Inputs are those of the layer.
  std::vector<RowSum> recipes_;
  std::vector<bool> is_empty_;
  UsedSet used_rows_;
  UsedSet used_inputs_;
  // Of the batch:
  std::vector<std::uint32_t> index_of_row_;
  std::vector<std::uint32_t> index_of_input_;
  std::vector<std::uint32_t> listed_;  // rows of all examples, one after the other
  std::vector<std::uint32_t> ends_;    // example i has listed_[ends_[i] .. ends_[i + 1])
  std::vector<RowSum> row_sums_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> example_order_, pairs_of_rows_, rows_of_examples_;
  std::vector<std::uint32_t> row_order_, examples_of_row_, examples_of_rows_, next_;
};

}  // namespace gioul

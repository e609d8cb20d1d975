// Lists the first-layer weight rows of a training batch, as in inference (nn/kernel/row_layout.h),
// and the input weights that each row is the sum of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/kernel.h"

namespace gioul {

/// Lists the first-layer weight rows (nn/kernel/row_layout.h) of training batches, so that the
/// trainer computes each row once per batch. Holds the lists of the current batch.
class BatchRowLister {
 public:
  /// Prepares the definitions of all rows. Does not keep a reference to `encoder`.
  explicit BatchRowLister(const Encoder& encoder);

  /// Returns the lists of the first-layer rows of a batch with these positions. They are valid
  /// until the next call.
  FirstLayerBatch list_rows(std::span<const Position> positions, const Kernel& kernel);

 private:
  // A set of small integers, read in ascending order: the rows or inputs that a batch uses.
  class UsedSet {
   public:
    // Makes an empty set for integers below `size`.
    explicit UsedSet(std::size_t size) : words_((size + 63) / 64) {}
    // Adds a number. Returns false if it was already in the set.
    bool add(std::uint32_t number) {
      std::uint64_t& word = words_[number / 64];
      const std::uint64_t bit = std::uint64_t{1} << number % 64;
      if ((word & bit) != 0) return false;
      word |= bit;
      return true;
    }
    // Calls f(number) for all numbers, in ascending order, and clears the set.
    template <typename F>
    void for_each_and_clear(const F& f) {
      for (std::size_t w = 0; w < words_.size(); ++w) {
        for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
          f(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
        }
        words_[w] = 0;
      }
    }

   private:
    std::vector<std::uint64_t> words_;  // bit n % 64 of word n / 64 is set if n is in the set
  };

  // Defines in row_definitions_ the rows that the features of `kind` set in `phase`.
  void define_feature_rows(const Encoder& encoder, FeatureKind kind, int phase);
  // Marks a row, and the rows and inputs of which it is the sum, as used by the batch.
  void mark_used(std::uint32_t row);
  // Numbers the used rows and inputs consecutively, as their indices in the batch.
  void assign_batch_indices();
  // Fills the lists of the rows that each example of the batch sets.
  void list_rows_by_example(std::size_t examples);
  // Fills the lists of the examples that set each row.
  void list_examples_by_row(std::size_t examples);

  // The rules that list_rows() needs to find the features of positions.
  FeatureRules feature_rules_;
  // The definition of each row: the sum of a row of the same feature with a smaller value and of
  // additional inputs. So each value of a thermometer code costs one term, however many inputs it
  // sets. Row r of the table has index r + 1, since index 0 is a zero row. Further rows are helpers
  // for rows with more terms than a RowDefinition has. Inputs are numbered as in the layer.
  std::vector<RowDefinition> row_definitions_;
  std::vector<bool> is_zero_row_;  // by row: whether it is zero, since it has no inputs
  // For the current batch:
  UsedSet used_rows_;
  UsedSet used_inputs_;
  std::vector<std::uint32_t> batch_index_of_row_;    // by row: its index in batch_row_definitions_
  std::vector<std::uint32_t> batch_index_of_input_;  // by input: its index in batch_inputs_
  std::vector<std::uint32_t> example_rows_;  // rows of all examples, in the order of the examples
  // The rows of example i are example_rows_[example_row_bounds_[i] .. example_row_bounds_[i + 1]).
  std::vector<std::uint32_t> example_row_bounds_;
  std::vector<RowDefinition> batch_row_definitions_;  // definitions of the used rows
  std::vector<std::uint32_t> batch_inputs_;           // the used inputs
  // Lists that FirstLayerBatch points to:
  std::vector<std::uint32_t> example_order_, row_pair_counts_, rows_by_example_;
  std::vector<std::uint32_t> row_order_, example_counts_by_row_, examples_by_row_;
  std::vector<std::uint32_t> scratch_;  // working memory
};

}  // namespace gioul

#include "nn/train/batch_rows.h"

#include <algorithm>
#include <array>

#include "nn/kernel/row_layout.h"

namespace gioul {

namespace {

// Writes 0, 1, ... to `order`, sorted by counts[i]; equal ones stay in ascending order.
void sort_by_count(std::span<const std::uint32_t> counts, std::vector<std::uint32_t>& starts,
                   std::vector<std::uint32_t>& order) {
  std::uint32_t max_count = 0;
  for (const std::uint32_t count : counts) max_count = std::max(max_count, count);
  starts.assign(max_count + 2, 0);
  for (const std::uint32_t count : counts) ++starts[count + 1];
  for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
  order.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    order[starts[counts[i]]++] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace

BatchRowLister::BatchRowLister(const Encoder& encoder)
    : feature_rules_(encoder.feature_rules()),
      row_definitions_(1 + static_cast<std::size_t>(kFirstDeltaRow)),
      is_zero_row_(row_definitions_.size(), true),
      used_rows_(0),
      used_inputs_(static_cast<std::size_t>(encoder.input_count())),
      batch_index_of_input_(static_cast<std::size_t>(encoder.input_count())) {
  for_each_feature_kind([&](FeatureKind kind) {
    const bool repeated = feature_kind_traits(kind).phase_sharing == PhaseSharing::kPerPhase;
    for (int phase = 0; phase < (repeated ? encoder.phase_count() : 1); ++phase) {
      define_feature_rows(encoder, kind, phase);
    }
  });
  used_rows_ = UsedSet(row_definitions_.size());
  batch_index_of_row_.resize(row_definitions_.size());
}

void BatchRowLister::define_feature_rows(const Encoder& encoder, FeatureKind kind, int phase) {
  const int offset = encoder.phase_input_offset(kind, phase);
  for_each_feature_value(kind, [&](Feature feature, int value) {
    const std::span<const Input> inputs = encoder.feature_inputs(feature, value);
    const auto row = static_cast<std::size_t>(1 + feature_row_index(phase, feature, value));
    std::uint32_t parent = 0;
    std::size_t shared = 0;  // number of inputs that the parent has
    for (int smaller = 0; smaller < value; ++smaller) {
      const std::span<const Input> other = encoder.feature_inputs(feature, smaller);
      if (other.size() <= shared || other.size() > inputs.size()) continue;
      if (!std::equal(other.begin(), other.end(), inputs.begin())) continue;
      parent = static_cast<std::uint32_t>(1 + feature_row_index(phase, feature, smaller));
      shared = other.size();
    }
    std::vector<Input> terms;
    for (const Input& input : inputs.subspan(shared)) {
      terms.push_back(input);
      if (offset != 0) terms.push_back({input.index + offset, input.value});
    }
    is_zero_row_[row] = parent == 0 && terms.empty();
    for (std::size_t first = 0; first < std::max<std::size_t>(terms.size(), 1);
         first += kMaxRowTerms) {
      RowDefinition sum = {.parent_row = parent, .input_indices = {}, .input_values = {}};
      for (std::size_t t = first; t < std::min(first + kMaxRowTerms, terms.size()); ++t) {
        sum.input_indices[t - first] = static_cast<std::uint32_t>(terms[t].index);
        sum.input_values[t - first] = terms[t].value;
      }
      if (first + kMaxRowTerms >= terms.size()) {
        row_definitions_[row] = sum;
      } else {
        parent = static_cast<std::uint32_t>(row_definitions_.size());
        row_definitions_.push_back(sum);
      }
    }
  });
}

void BatchRowLister::mark_used(std::uint32_t row) {
  while (row != 0 && used_rows_.add(row)) {
    for (int t = 0; t < kMaxRowTerms; ++t) used_inputs_.add(row_definitions_[row].input_indices[t]);
    row = row_definitions_[row].parent_row;
  }
}

FirstLayerBatch BatchRowLister::list_rows(std::span<const Position> positions,
                                          const Kernel& kernel) {
  example_rows_.clear();
  example_row_bounds_.assign(1, 0);
  std::array<std::uint32_t, kMaxActiveRows + kRowSlack> numbers;
  for (const Position& position : positions) {
    const std::uint32_t* const end =
        kernel.collect_active_rows(feature_rules_, position, 1, numbers.data());
    for (const std::uint32_t* number = numbers.data(); number != end; ++number) {
      const std::uint32_t row = *number + 1;
      if (is_zero_row_[row]) continue;
      example_rows_.push_back(row);
      mark_used(row);
    }
    example_row_bounds_.push_back(static_cast<std::uint32_t>(example_rows_.size()));
  }
  assign_batch_indices();
  list_rows_by_example(positions.size());
  list_examples_by_row(positions.size());
  return {.example_count = positions.size(),
          .row_count = batch_row_definitions_.size(),
          .row_definitions = batch_row_definitions_.data(),
          .input_count = batch_inputs_.size(),
          .input_indices = batch_inputs_.data(),
          .example_order = example_order_.data(),
          .row_pair_counts = row_pair_counts_.data(),
          .rows_by_example = rows_by_example_.data(),
          .row_order = row_order_.data(),
          .example_counts_by_row = example_counts_by_row_.data(),
          .examples_by_row = examples_by_row_.data()};
}

// Gives the used rows and inputs their indices in ascending order, which reads memory fastest.
// Helpers are numbered after the rows that need them, so they come first.
void BatchRowLister::assign_batch_indices() {
  batch_inputs_.clear();
  used_inputs_.for_each_and_clear([&](std::uint32_t input) {
    batch_index_of_input_[input] = static_cast<std::uint32_t>(batch_inputs_.size());
    batch_inputs_.push_back(input);
  });
  std::vector<std::uint32_t>& rows = scratch_;
  rows.clear();
  used_rows_.for_each_and_clear([&](std::uint32_t row) { rows.push_back(row); });
  const auto helpers =
      std::ranges::lower_bound(rows, 1 + static_cast<std::uint32_t>(kFirstDeltaRow));
  std::rotate(rows.begin(), helpers, rows.end());
  batch_row_definitions_.assign(1, {});
  for (const std::uint32_t row : rows) {
    batch_index_of_row_[row] = static_cast<std::uint32_t>(batch_row_definitions_.size());
    RowDefinition& sum = batch_row_definitions_.emplace_back(row_definitions_[row]);
    if (sum.parent_row != 0) sum.parent_row = batch_index_of_row_[sum.parent_row];
    for (std::uint32_t& input : sum.input_indices) input = batch_index_of_input_[input];
  }
  for (std::uint32_t& row : example_rows_) row = batch_index_of_row_[row];
}

void BatchRowLister::list_rows_by_example(std::size_t examples) {
  std::vector<std::uint32_t>& pairs = example_counts_by_row_;
  pairs.resize(examples);
  for (std::size_t i = 0; i < examples; ++i)
    pairs[i] = (example_row_bounds_[i + 1] - example_row_bounds_[i] + 1) / 2;
  sort_by_count(pairs, scratch_, example_order_);
  row_pair_counts_.clear();
  rows_by_example_.clear();
  for (const std::uint32_t i : example_order_) {
    row_pair_counts_.push_back(pairs[i]);
    rows_by_example_.insert(rows_by_example_.end(), example_rows_.begin() + example_row_bounds_[i],
                            example_rows_.begin() + example_row_bounds_[i + 1]);
    if ((example_row_bounds_[i + 1] - example_row_bounds_[i]) % 2 != 0)
      rows_by_example_.push_back(0);
  }
}

void BatchRowLister::list_examples_by_row(std::size_t examples) {
  example_counts_by_row_.assign(batch_row_definitions_.size(), 0);
  for (const std::uint32_t row : example_rows_) ++example_counts_by_row_[row];
  sort_by_count(example_counts_by_row_, scratch_, row_order_);
  scratch_.resize(batch_row_definitions_.size());
  std::uint32_t start = 0;
  for (const std::uint32_t row : row_order_) {
    scratch_[row] = start;
    start += example_counts_by_row_[row];
  }
  examples_by_row_.resize(example_rows_.size());
  for (std::size_t i = 0; i < examples; ++i) {
    for (std::uint32_t k = example_row_bounds_[i]; k < example_row_bounds_[i + 1]; ++k) {
      examples_by_row_[scratch_[example_rows_[k]]++] = static_cast<std::uint32_t>(i);
    }
  }
}

}  // namespace gioul

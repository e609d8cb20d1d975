#include "selfplay/train/batch_encoder.h"

#include <cstdint>
#include <utility>

namespace gioul {

namespace {

constexpr std::size_t kShares = 16;  // of a batch that several threads encode

}  // namespace

BatchEncoder::BatchEncoder(const Encoder& encoder, int threads)
    : encoder_(encoder), shares_(threads == 1 ? 1 : kShares) {}

void BatchEncoder::begin(std::span<const TrainingExample* const> examples,
                         std::span<const std::uint32_t> groups) {
  examples_ = examples;
  groups_ = groups;
  taken_ = 0;
  done_ = 0;
}

void BatchEncoder::help() {
  for (std::size_t s = 0; (s = taken_.fetch_add(1)) < shares_.size();) {
    encode(s);
    if (done_.fetch_add(1) + 1 == shares_.size()) join();
  }
}

void BatchEncoder::take(TrainingBatch& batch) {
  joined_.groups.assign(groups_.begin(), groups_.end());
  std::swap(batch, joined_);
}

void BatchEncoder::encode(std::size_t share) {
  TrainingBatch& part = shares_[share];
  part.clear();
  const std::size_t count = examples_.size();
  const std::size_t end = count * (share + 1) / shares_.size();
  for (std::size_t i = count * share / shares_.size(); i < end; ++i) {
    encoder_.encode(examples_[i]->position, part.inputs);
    part.offsets.push_back(static_cast<std::uint32_t>(part.inputs.size()));
    part.targets.push_back(examples_[i]->target);
  }
}

void BatchEncoder::join() {
  if (shares_.size() == 1) return std::swap(joined_, shares_.front());
  joined_.clear();
  for (const TrainingBatch& part : shares_) {
    const auto before = static_cast<std::uint32_t>(joined_.inputs.size());
    joined_.inputs.insert(joined_.inputs.end(), part.inputs.begin(), part.inputs.end());
    joined_.targets.insert(joined_.targets.end(), part.targets.begin(), part.targets.end());
    for (std::size_t i = 1; i < part.offsets.size(); ++i) {
      joined_.offsets.push_back(before + part.offsets[i]);
    }
  }
}

}  // namespace gioul

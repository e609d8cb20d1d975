#include "nn/encode/encoder.h"

#include <algorithm>

namespace gioul {

Encoder::Encoder(const Axes& axes) : table_(kSlots * kSlotValues) {
  const bool with_bar = axes.contact == Contact::kHit;
  add_places(kSlotOwn, "own", with_bar);
  add_places(kSlotOpp, "opponent's", with_bar);
  place_inputs_ = inputs();
  if (axes.doublets == Doublets::kChain) add_pending();
  if (axes.plain_rolls > 0) add_rolls();
  if (axes.contact == Contact::kPin) {
    add_pinned(kSlotOwnPinned, "own");
    add_pinned(kSlotOppPinned, "opponent's");
  }
  shared_inputs_ = inputs();
  if (axes.doublets == Doublets::kChain) repeat_places();
}

int Encoder::new_input(std::string description) {
  descriptions_.push_back(std::move(description));
  return inputs() - 1;
}

// Points get TD-Gammon's code (Tesauro 1992): a checker, a second, a third, and the rest linearly.
// The divisors keep every input near 0..1, where Adam's single step size suits all of them.
void Encoder::add_places(int first_slot, const char* whose, bool with_bar) {
  const std::string owner = whose;
  for (int point = 1; point <= kStart; ++point) {
    const std::string place = owner + " checkers on " + owner + " point " + std::to_string(point);
    const int one = new_input("1 if at least 1 of " + place);
    const int two = new_input("1 if at least 2 of " + place);
    const int three = new_input("1 if at least 3 of " + place);
    const int rest = new_input("max(0, n - 3) / 4 for n " + place);
    for (int n = 1; n <= kMaxCheckers; ++n) {
      auto& list = entry(first_slot + point, n);
      list.push_back({one, 1.0f});
      if (n >= 2) list.push_back({two, 1.0f});
      if (n >= 3) list.push_back({three, 1.0f});
      if (n > 3) list.push_back({rest, static_cast<float>(n - 3) / 4.0f});
    }
  }
  const auto add_reserve = [&](int slot, const std::string& place) {
    const int any = new_input("1 if at least 1 of " + place);
    const int share = new_input("n / 15 for n " + place);
    for (int n = 1; n <= kMaxCheckers; ++n) {
      entry(slot, n) = {{any, 1.0f}, {share, static_cast<float>(n) / 15.0f}};
    }
  };
  add_reserve(first_slot + kOff, owner + " checkers borne off");
  if (with_bar) add_reserve(first_slot + kBar, owner + " checkers on the bar");
}

// What is pending is told number by number, so that "two 4's, then 5's and 6's" and "four 4's, then
// 5's and 6's" differ in one input only.
void Encoder::add_pending() {
  for (const bool forfeited : {false, true}) {
    const std::string kind = forfeited ? "forfeited by the opponent to the player to act"
                                       : "owed to the player to act by his own doublet";
    const int flag = new_input("1 if anything is " + kind);
    std::array<int, 7> moves{};
    static_assert(kDoubletMoves == 4, "the inputs are quarters of it");
    for (int number = 1; number <= 6; ++number) {
      moves[static_cast<std::size_t>(number)] =
          new_input("n / 4 for n checker moves of " + std::to_string(number) + " " + kind);
    }
    for (int owed = 1; owed <= kMaxOwed; ++owed) {
      auto& list = entry(kSlotPending, owed + (forfeited ? kMaxOwed + 1 : 0));
      list.push_back({flag, 1.0f});
      for (int number = chain_number(owed); number <= 6; ++number) {
        const int left = number == chain_number(owed) ? chain_moves_left(owed) : kDoubletMoves;
        list.push_back({moves[static_cast<std::size_t>(number)], static_cast<float>(left) / 4.0f});
      }
    }
  }
}

void Encoder::add_rolls() {
  for (const bool own : {true, false}) {
    for (int rolls = 0; rolls < 3; ++rolls) {
      const int index =
          new_input(std::string("1 if ") + (own ? "the player to act" : "the opponent") +
                    " has completed exactly " + std::to_string(rolls) + " own rolls");
      for (int value = 0; value < 16; ++value) {
        if ((own ? value % 4 : value / 4) == rolls)
          entry(kSlotRolls, value).push_back({index, 1.0f});
      }
    }
  }
}

void Encoder::add_pinned(int first_slot, const char* whose) {
  const std::string owner = whose;
  for (int point = 1; point <= kStart; ++point) {
    const int index = new_input("1 if one of " + owner + " checkers is pinned on " + owner +
                                " point " + std::to_string(point));
    entry(first_slot + point, 1) = {{index, 1.0f}};
  }
}

void Encoder::repeat_places() {
  for (int phase = 1; phase < kPhases; ++phase) {
    const std::string condition = "; while number " + std::to_string(phase) + " is to be played";
    for (int i = 0; i < place_inputs_; ++i) new_input(description(i) + condition);
  }
}

void Encoder::encode(const Position& position, std::vector<Input>& inputs) const {
  const std::size_t first = inputs.size();
  visit_slots(position, [&](int slot, int value) {
    const auto list = slot_inputs(slot, value);
    inputs.insert(inputs.end(), list.begin(), list.end());
  });
  const int phase = phase_of(position);
  if (phase == 0) return;
  const std::size_t shared = inputs.size();
  for (std::size_t i = first; i < shared; ++i) {
    const Input input = inputs[i];
    if (input.index < place_inputs_) {
      inputs.push_back({input.index + repetition(phase), input.value});
    }
  }
}

}  // namespace gioul

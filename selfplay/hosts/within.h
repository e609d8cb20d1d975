// Calls that may never come back: c10d's store serves one connection at a time, and waits for ever
// for what somebody has begun to say.
#pragma once

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "selfplay/hosts/process_group.h"

namespace gioul {

/// What f() returns or throws. Throws StoreSilent(what) if it takes longer than `limit`; it then
/// goes on in a thread that nobody waits for, and so has to own all that it uses.
template <typename F>
auto within(std::chrono::seconds limit, const std::string& what, F f) {
  // A future in a future: the thread has let go of what f() has thrown before anybody gets it.
  std::packaged_task task([f = std::move(f)]() mutable {
    std::packaged_task<decltype(f())()> inner(std::move(f));
    auto result = inner.get_future();
    inner();
    return result;
  });
  auto result = task.get_future();
  std::thread(std::move(task)).detach();
  if (result.wait_for(limit) != std::future_status::ready) throw StoreSilent(what);
  return result.get().get();
}

}  // namespace gioul

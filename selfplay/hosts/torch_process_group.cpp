#include "selfplay/hosts/process_group.h"

#if defined(USE_C10D_GLOO) && __has_include(<gloo/transport/device.h>) && \
    __has_include(<torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>)
#define GIOUL_HAS_GLOO 1
#include <ATen/ops/from_blob.h>
#include <c10/util/Logging.h>
#include <torch/version.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#endif

#include <algorithm>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"
#include "selfplay/hosts/address.h"
#include "selfplay/hosts/narrow_bind.h"
#include "selfplay/hosts/within.h"

namespace gioul {

#ifdef GIOUL_HAS_GLOO

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTag = 0;  // one kind of messages, in their order

// What the libraries throw has many lines, of which a user needs none.
template <typename F>
auto or_lost(F f) {
  try {
    return f();
  } catch (const std::exception& error) {
    const std::string_view text = error.what();
    const auto says = [&](std::string_view words) { return text.find(words) != text.npos; };
    // Gloo then ends all waits of this process, whomever they are for.
    if (says("Application timeout")) throw ProcessLost("it has been silent for too long", true);
    if (says("imed out") || says("imeout")) throw ProcessLost("it has been silent for too long");
    throw ProcessLost("its connection has ended");
  }
}

std::vector<at::Tensor> tensor_of(std::span<const char> bytes) {
  // from_blob() takes no const data; what is sent is not written to.
  return {at::from_blob(const_cast<char*>(bytes.data()), {static_cast<std::int64_t>(bytes.size())},
                        at::TensorOptions(at::kByte))};
}

// LibTorch logs every attempt to reach a host that is not there yet, by glog with a line about glog
// itself. What can't be done is thrown as well.
const Place& keep_quiet(const Place& place) {
#ifdef C10_USE_GLOG
  FLAGS_minloglevel = google::GLOG_FATAL;
#else
  FLAGS_caffe2_log_level = c10::GLOG_FATAL;
#endif
  return place;
}

// The store of rank 0, which listens on `address` alone.
c10::intrusive_ptr<c10d::TCPStore> listening_store(const Place& place, const HostAddress& address,
                                                   c10d::TCPStoreOptions options) {
  try {
#if TORCH_VERSION_MAJOR < 2
    const BoundOnlyTo narrow(address);
#else
    options.masterListenFd = bound_socket(address);
#endif
    return c10::make_intrusive<c10d::TCPStore>(place.host, options);
  } catch (const std::exception&) {
    throw std::runtime_error("MASTER_ADDR, MASTER_PORT: " + place.host + ", port " +
                             std::to_string(place.port) +
                             ": this machine can't listen there, or something else does");
  }
}

std::string silence_of(const Place& place, std::chrono::seconds timeout) {
  return "the run's store at " + place.host + ", port " + std::to_string(place.port) +
         ", has not answered for " + std::to_string(timeout.count()) +
         " s: something that is no process of the run may hold a connection to it";
}

c10::intrusive_ptr<c10d::Store> open_store(const Place& place, std::chrono::seconds patience,
                                           std::chrono::seconds timeout) {
  const HostAddress address = resolve_host(place.host, place.port);
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(place.port);
  options.isServer = place.rank == 0 && !place.agent_store;
  options.waitWorkers = false;
  options.timeout = patience;
#if TORCH_VERSION_MAJOR >= 2
  options.useLibUV =
      false;  // with it LibTorch 2.6 takes no bound socket; Debian's is built without
#endif
  if (!options.isServer && !is_reachable(place.host, place.port, patience)) {
    throw ProcessLost("it has been silent for too long");
  }
  auto store = within(timeout, silence_of(place, timeout), [place, address, options] {
    if (options.isServer) return listening_store(place, address, options);
    return or_lost([&] { return c10::make_intrusive<c10d::TCPStore>(place.host, options); });
  });
  return c10::make_intrusive<c10d::PrefixStore>("gioul/" + std::to_string(place.restarts),
                                                std::move(store));
}

class TorchStore : public SharedStore {
  // Asks the store, which may never answer.
  template <typename F>
  auto ask(F question) {
    return within(timeout_, silence_, [store = store_, question = std::move(question)] {
      return or_lost([&] { return question(*store); });
    });
  }

 public:
  TorchStore(c10::intrusive_ptr<c10d::Store> store, const Place& place,
             std::chrono::seconds patience, std::chrono::seconds timeout)
      : store_(std::move(store)),
        patience_(patience),
        timeout_(timeout),
        silence_(silence_of(place, timeout)) {}

  void set(const std::string& key, const std::string& value) override {
    ask([key, bytes = std::vector<std::uint8_t>(value.begin(), value.end())](c10d::Store& store) {
      store.set(key, bytes);
    });
  }
  std::string get(const std::string& key) override {
    if (!appears(key, patience_)) throw ProcessLost("it has been silent for too long");
    const auto value = ask([key](c10d::Store& store) { return store.get(key); });
    return {value.begin(), value.end()};
  }
  // By asking again and again: a question that is answered at once can be told from none.
  bool appears(const std::string& key, std::chrono::seconds wait) override {
    constexpr std::chrono::milliseconds kLongestPause{500};
    const auto until = Clock::now() + wait;
    for (std::chrono::milliseconds pause{10};; pause = std::min(2 * pause, kLongestPause)) {
      if (ask([key](c10d::Store& store) { return store.check({key}); })) return true;
      if (Clock::now() >= until) return false;
      std::this_thread::sleep_for(pause);
    }
  }
  std::int64_t add(const std::string& key, std::int64_t more) override {
    return ask([key, more](c10d::Store& store) { return store.add(key, more); });
  }
  void remove(const std::string& key) override {
    ask([key](c10d::Store& store) { store.deleteKey(key); });
  }

  /// Ends the store. One that can't be ended is left to the end of the process.
  void close() {
    constexpr std::chrono::seconds kToEnd{2};
    try {
      within(kToEnd, silence_, [store = std::move(store_)]() mutable { store.reset(); });
    } catch (const std::exception&) {
    }
  }

 private:
  c10::intrusive_ptr<c10d::Store> store_;
  std::chrono::seconds patience_;
  std::chrono::seconds timeout_;
  std::string silence_;
};

}  // namespace

struct ProcessGroup::Impl {
  c10::intrusive_ptr<c10d::Store> keys;
  std::string silence;
  TorchStore store;
  std::shared_ptr<c10d::ProcessGroupGloo> gloo;

  Impl(const Place& place, std::chrono::seconds patience, std::chrono::seconds timeout)
      : keys(open_store(place, patience, timeout)),
        silence(silence_of(place, timeout)),
        store(keys, place, patience, timeout) {}
  ~Impl() {
    gloo.reset();
    keys.reset();
    store.close();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
};

ProcessGroup::ProcessGroup(const Place& place, std::chrono::seconds patience,
                           std::chrono::seconds timeout)
    : place_(keep_quiet(place)), impl_(std::make_unique<Impl>(place, patience, timeout)) {}

void ProcessGroup::connect(std::chrono::seconds timeout) {
  auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(
      c10d::ProcessGroupGloo::createDeviceForHostname(address_towards(place_.host, place_.port)));
  options->threads = 2;
  // Gloo waits for the others as long as that, and asks the store where they are.
  constexpr std::chrono::seconds kMore{1};
  impl_->gloo = within(timeout + kMore, impl_->silence,
                       [keys = impl_->keys, place = place_, options = std::move(options)] {
                         return or_lost([&] {
                           return std::make_shared<c10d::ProcessGroupGloo>(keys, place.rank,
                                                                           place.size, options);
                         });
                       });
}

void ProcessGroup::send(int rank, std::span<const char> bytes) {
  auto tensors = tensor_of(bytes);
  or_lost([&] { impl_->gloo->send(tensors, rank, kTag)->wait(); });
}

void ProcessGroup::receive(int rank, std::span<char> bytes) {
  auto tensors = tensor_of(bytes);
  or_lost([&] { impl_->gloo->recv(tensors, rank, kTag)->wait(); });
}

void ProcessGroup::broadcast(std::span<char> bytes) {
  auto tensors = tensor_of(bytes);
  or_lost([&] { impl_->gloo->broadcast(tensors)->wait(); });
}

#else

struct ProcessGroup::Impl : SharedStore {};

ProcessGroup::ProcessGroup(const Place& place, std::chrono::seconds, std::chrono::seconds)
    : place_(place) {
  throw InputError("this build trains in one process: its LibTorch came without Gloo's headers");
}

void ProcessGroup::connect(std::chrono::seconds) {}
void ProcessGroup::send(int, std::span<const char>) {}
void ProcessGroup::receive(int, std::span<char>) {}
void ProcessGroup::broadcast(std::span<char>) {}

#endif

ProcessGroup::~ProcessGroup() = default;

SharedStore& ProcessGroup::store() {
#ifdef GIOUL_HAS_GLOO
  return impl_->store;
#else
  return *impl_;
#endif
}

}  // namespace gioul

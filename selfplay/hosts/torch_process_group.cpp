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

#include <string_view>
#include <vector>

#include "base/error.h"
#include "selfplay/hosts/address.h"
#include "selfplay/hosts/narrow_bind.h"

namespace gioul {

#ifdef GIOUL_HAS_GLOO

namespace {

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

c10::intrusive_ptr<c10d::Store> open_store(const Place& place, std::chrono::seconds patience) {
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
  c10::intrusive_ptr<c10d::TCPStore> store;
  if (options.isServer) {
    store = listening_store(place, address, options);
  } else {
    store = or_lost([&] { return c10::make_intrusive<c10d::TCPStore>(place.host, options); });
  }
  return c10::make_intrusive<c10d::PrefixStore>("gioul/" + std::to_string(place.restarts), store);
}

class TorchStore : public SharedStore {
 public:
  explicit TorchStore(c10::intrusive_ptr<c10d::Store> store) : store_(std::move(store)) {}

  void set(const std::string& key, const std::string& value) override {
    or_lost([&] { store_->set(key, std::vector<std::uint8_t>(value.begin(), value.end())); });
  }
  std::string get(const std::string& key) override {
    const std::vector<std::uint8_t> value = or_lost([&] { return store_->get(key); });
    return {value.begin(), value.end()};
  }
  bool appears(const std::string& key, std::chrono::seconds within) override {
    try {
      store_->wait({key}, within);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  std::int64_t add(const std::string& key, std::int64_t more) override {
    return or_lost([&] { return store_->add(key, more); });
  }
  void remove(const std::string& key) override {
    or_lost([&] { store_->deleteKey(key); });
  }

 private:
  c10::intrusive_ptr<c10d::Store> store_;
};

}  // namespace

struct ProcessGroup::Impl {
  c10::intrusive_ptr<c10d::Store> keys;
  TorchStore store;
  std::unique_ptr<c10d::ProcessGroupGloo> gloo;

  explicit Impl(c10::intrusive_ptr<c10d::Store> opened) : keys(opened), store(std::move(opened)) {}
};

ProcessGroup::ProcessGroup(const Place& place, std::chrono::seconds patience)
    : place_(keep_quiet(place)), impl_(std::make_unique<Impl>(open_store(place, patience))) {}

void ProcessGroup::connect(std::chrono::seconds timeout) {
  auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(
      c10d::ProcessGroupGloo::createDeviceForHostname(address_towards(place_.host, place_.port)));
  options->threads = 2;
  or_lost([&] {
    impl_->gloo = std::make_unique<c10d::ProcessGroupGloo>(impl_->keys, place_.rank, place_.size,
                                                           std::move(options));
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

ProcessGroup::ProcessGroup(const Place& place, std::chrono::seconds) : place_(place) {
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

#include "selfplay/distributed/process_group.h"

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

#include <netdb.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <future>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace gioul {

#ifdef GIOUL_HAS_GLOO

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

enum Tag : int { kData, kBeat };

// Returns f(). Turns the many-line errors of the libraries into a ProcessLost with one line.
template <typename F>
auto or_lost(F f) {
  try {
    return f();
  } catch (const std::exception& error) {
    const std::string_view text = error.what();
    const auto says = [&](std::string_view words) { return text.find(words) != text.npos; };
    throw ProcessLost(says("imed out") || says("imeout") ? "timed out" : "connection closed");
  }
}

// Returns f(), or throws ProcessLost after the limit or once `stop` is set. Runs f() on its own
// thread, which it may leave behind: LibTorch's stores wait without a limit for the answer of their
// server, which may be a stranger's, or be reading a stranger's incomplete message. `f` owns all
// that it uses.
template <typename F>
auto within(std::chrono::seconds limit, const std::atomic<bool>& stop, F f) {
  std::packaged_task<std::invoke_result_t<F>()> task(std::move(f));
  auto result = task.get_future();
  std::thread(std::move(task)).detach();
  const auto end = std::chrono::steady_clock::now() + limit;
  while (result.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout) {
    if (stop) throw ProcessLost("stopped");
    if (std::chrono::steady_clock::now() >= end) throw ProcessLost("timed out");
  }
  return or_lost([&] { return result.get(); });
}

// Silences LibTorch, which logs every failed attempt to connect, and glog.
void keep_quiet() {
#ifdef C10_USE_GLOG
  FLAGS_minloglevel = google::GLOG_FATAL;
#else
  FLAGS_caffe2_log_level = c10::GLOG_FATAL;
#endif
}

Addresses resolve(const RankInfo& info) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(info.master_address.c_str(),
                                  std::to_string(info.master_port).c_str(), &hints, &found);
  if (error != 0)
    throw InputError("MASTER_ADDR: '" + info.master_address + "': " + ::gai_strerror(error));
  return {found, &::freeaddrinfo};
}

// Returns the address by which this machine reaches rank 0, on the loopback or a common network.
std::string local_address(const addrinfo& rank_0) {
  // Connecting a datagram socket sends nothing, but selects the route and so our own address.
  const int socket = ::socket(rank_0.ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_storage here{};
  socklen_t size = sizeof(here);
  auto* const address = reinterpret_cast<sockaddr*>(&here);
  const bool found = socket >= 0 && ::connect(socket, rank_0.ai_addr, rank_0.ai_addrlen) == 0 &&
                     ::getsockname(socket, address, &size) == 0;
  const int error = errno;
  if (socket >= 0) ::close(socket);
  if (!found) throw std::runtime_error("no route to MASTER_ADDR: " + system_error_message(error));
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
  return text.data();
}

// Returns a socket bound to rank 0's address only.
int bound_socket(const RankInfo& info, const addrinfo& address) {
  const int socket = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  constexpr int kOn = 1;  // connections of the last run may still be closing
  if (socket >= 0 && ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &kOn, sizeof(kOn)) == 0 &&
      ::bind(socket, address.ai_addr, address.ai_addrlen) == 0) {
    return socket;
  }
  if (socket >= 0) ::close(socket);
  throw std::runtime_error("MASTER_ADDR, MASTER_PORT: " + info.master_address + ", port " +
                           std::to_string(info.master_port) +
                           ": cannot listen there, or the port is in use");
}

// A store that can be closed while a process group still holds it. The group needs it only to
// connect.
class ClosableStore : public c10d::PrefixStore {
 public:
  using PrefixStore::PrefixStore;
  ~ClosableStore() override { close(); }

  // On its own thread: TCPStore may wait forever for the rest of a stranger's message.
  void close() {
    if (store_) std::thread([store = std::move(store_)]() mutable { store.reset(); }).detach();
  }
};

c10::intrusive_ptr<ClosableStore> open_store(const RankInfo& info, const addrinfo& address,
                                             std::chrono::seconds patience,
                                             const std::atomic<bool>& stop) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(info.master_port);
  options.isServer = info.rank == 0 && !info.torchrun_serves_store;
  options.waitWorkers = false;
  options.timeout = patience;
#if TORCH_VERSION_MAJOR >= 2
  options.useLibUV = false;  // its store takes no bound socket; Debian's LibTorch lacks it
  if (options.isServer) options.masterListenFd = bound_socket(info, address);
#else  // takes no socket and listens on all addresses
  if (options.isServer) ::close(bound_socket(info, address));
#endif
  return within(patience, stop, [options, info] {
    return c10::make_intrusive<ClosableStore>(
        "gioul/" + std::to_string(info.restart_count),
        c10::make_intrusive<c10d::TCPStore>(info.master_address, options));
  });
}

}  // namespace

struct ProcessGroup::Impl {
  std::string address;  // this rank's, to reach rank 0
  c10::intrusive_ptr<ClosableStore> store;
  std::unique_ptr<c10d::ProcessGroupGloo> gloo;

  // A rank may be silent on this thread as long as it plays. The heartbeat detects lost ranks.
  static constexpr std::chrono::hours kWork{24 * 365};

  static std::vector<at::Tensor> tensor_of(char* bytes, std::size_t size) {
    return {at::from_blob(bytes, {static_cast<std::int64_t>(size)}, at::TensorOptions(at::kByte))};
  }
  void send(int rank, char* bytes, std::size_t size, Tag tag = kData,
            std::chrono::milliseconds limit = kWork) const {
    auto tensors = tensor_of(bytes, size);
    or_lost([&] { gloo->send(tensors, rank, tag)->wait(limit); });
  }
  void receive(int rank, char* bytes, std::size_t size, Tag tag = kData,
               std::chrono::milliseconds limit = kWork) const {
    auto tensors = tensor_of(bytes, size);
    or_lost([&] { gloo->recv(tensors, rank, tag)->wait(limit); });
  }
  void send_size(int rank, std::uint64_t size) const {
    send(rank, reinterpret_cast<char*>(&size), sizeof(size));
  }
  // Messages are sent in chunks, and memory is allocated as they arrive: an announced size takes up
  // none.
  static constexpr std::uint64_t kChunk = std::uint64_t{16} << 20;

  void send_chunks(int rank, std::string& bytes) const {
    send_size(rank, bytes.size());
    for (std::uint64_t at = 0; at < bytes.size(); at += kChunk) {
      send(rank, bytes.data() + at, std::min(bytes.size() - at, kChunk));
    }
  }
  void receive_chunks(int rank, std::uint64_t limit, std::string& bytes) const {
    for (std::uint64_t left = receive_size(rank, limit); left > 0;) {
      const std::uint64_t size = std::min(left, kChunk);
      bytes.append(size, '\0');
      receive(rank, bytes.data() + bytes.size() - size, size);
      left -= size;
    }
  }
  std::uint64_t receive_size(int rank, std::uint64_t limit) const {
    std::uint64_t size = 0;
    receive(rank, reinterpret_cast<char*>(&size), sizeof(size));
    if (size <= limit) return size;
    throw std::runtime_error("rank " + std::to_string(rank) + " sends " + std::to_string(size) +
                             " bytes; expected at most " + std::to_string(limit));
  }
};

ProcessGroup::ProcessGroup(const RankInfo& info, std::chrono::seconds patience,
                           const std::atomic<bool>& stop)
    : rank_info_(info), timeout_(patience), stop_(stop), impl_(std::make_unique<Impl>()) {
  keep_quiet();
  const Addresses addresses = resolve(info);
  impl_->address = local_address(*addresses);
  impl_->store = open_store(info, *addresses, patience, stop);
}

std::string ProcessGroup::agree_on_text(const std::string& text, const TextMerger& answer) {
  const auto key = [](const char* name, int rank) { return name + std::to_string(rank); };
  const auto set = [&](const std::string& k, const std::string& value) {
    impl_->store->set(k, std::vector<std::uint8_t>(value.begin(), value.end()));
  };
  // Waits until the key is set. Usually the store gives up by itself, a second earlier.
  const auto get = [&](const std::string& k) {
    const auto value = within(timeout_ + std::chrono::seconds(1), stop_,
                              [store = impl_->store, k] { return store->get(k); });
    return std::string(value.begin(), value.end());
  };
  return or_lost([&] {
    set(key("text/", rank_info_.rank), text);
    if (rank_info_.rank == 0) {
      std::vector<std::string> texts;
      for (int r = 0; r < rank_info_.world_size; ++r) texts.push_back(get(key("text/", r)));
      set("answer", answer(texts));
    }
    const std::string answered = get("answer");
    set(key("done/", rank_info_.rank), "");
    // Otherwise the store might close too soon.
    for (int r = 1; rank_info_.rank == 0 && r < rank_info_.world_size; ++r) get(key("done/", r));
    return answered;
  });
}

void ProcessGroup::connect(std::chrono::seconds timeout) {
  const std::chrono::seconds limit = std::exchange(timeout_, timeout) + timeout;
  const auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(impl_->address));
  options->threads = 1;
  impl_->gloo = within(limit, stop_, [store = impl_->store, info = rank_info_, options] {
    auto gloo =
        std::make_unique<c10d::ProcessGroupGloo>(store, info.rank, info.world_size, options);
    gloo->barrier()->wait();
    return gloo;
  });
  impl_->store->close();
}

std::string ProcessGroup::broadcast(std::string bytes, std::uint64_t limit) {
  // Announce the size first, since the collective itself waits only for the timeout.
  if (rank_info_.rank != 0) bytes.assign(impl_->receive_size(0, limit), '\0');
  for (int r = 1; rank_info_.rank == 0 && r < rank_info_.world_size; ++r)
    impl_->send_size(r, bytes.size());
  auto tensors = Impl::tensor_of(bytes.data(), bytes.size());
  if (!bytes.empty()) or_lost([&] { impl_->gloo->broadcast(tensors)->wait(); });
  return bytes;
}

std::string ProcessGroup::gather(std::string bytes, std::uint64_t limit) {
  if (rank_info_.rank != 0) {
    impl_->send_chunks(0, bytes);
    return {};
  }
  for (int rank = 1; rank < rank_info_.world_size; ++rank)
    impl_->receive_chunks(rank, limit, bytes);
  return bytes;
}

void ProcessGroup::send_beat(int rank, char beat) { impl_->send(rank, &beat, 1, kBeat, timeout_); }

char ProcessGroup::receive_beat(int rank) {
  char beat = 0;
  const std::chrono::seconds more(rank == 0 ? 1 : 0);
  impl_->receive(rank, &beat, 1, kBeat, timeout_ + more);
  return beat;
}

#else

struct ProcessGroup::Impl {};

ProcessGroup::ProcessGroup(const RankInfo& info, std::chrono::seconds patience,
                           const std::atomic<bool>& stop)
    : rank_info_(info), timeout_(patience), stop_(stop) {
  throw InputError("this build trains in one process only (its LibTorch has no Gloo headers)");
}

std::string ProcessGroup::agree_on_text(const std::string&, const TextMerger&) { return {}; }
void ProcessGroup::connect(std::chrono::seconds) {}
std::string ProcessGroup::broadcast(std::string, std::uint64_t) { return {}; }
std::string ProcessGroup::gather(std::string, std::uint64_t) { return {}; }
void ProcessGroup::send_beat(int, char) {}
char ProcessGroup::receive_beat(int) { return 0; }

#endif

ProcessGroup::~ProcessGroup() = default;

}  // namespace gioul

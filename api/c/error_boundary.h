// The boundary between C and C++: converts exceptions to error codes. Every function of gioul.h
// that can fail runs inside run_guarded(), so that no exception reaches C code.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "api/c/gioul.h"
#include "base/error.h"

namespace gioul::capi {

/// Thrown by functions of the C API if the caller's array is too small for the answer.
class BufferTooSmall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Error messages for NULL arguments.
inline constexpr const char* kNullGameMessage = "the game's name is NULL";
inline constexpr const char* kNullOutputMessage = "the output pointer is NULL";

/// Throws InputError with `message` if `pointer` is NULL.
inline void require_not_null(const void* pointer, const char* message) {
  if (pointer == nullptr) throw InputError(message);
}

/// Dereferences a handle of the C API, such as gioul_net. Throws InputError if it is NULL.
template <typename Handle>
const Handle& checked_handle(const Handle* handle) {
  require_not_null(handle, std::is_same_v<Handle, gioul_net> ? "the net is NULL"
                           : std::is_same_v<Handle, gioul_position>
                               ? "the position is NULL"
                               : "the list of afterstates is NULL");
  return *handle;
}

/// Reports an error to the C caller: stores `message` for gioul_last_error() and returns `status`.
gioul_status report_error(gioul_status status, const char* message) noexcept;

/// Runs f() and returns GIOUL_OK. If f() throws, passes the message to report_error() and returns
/// the status code of the exception.
template <typename F>
gioul_status run_guarded(const F& f) noexcept {
  try {
    f();
    return GIOUL_OK;
  } catch (const InputError& error) {
    return report_error(GIOUL_BAD_INPUT, error.what());
  } catch (const BufferTooSmall& error) {
    return report_error(GIOUL_BUFFER_TOO_SMALL, error.what());
  } catch (const MemoryError& error) {
    return report_error(GIOUL_OUT_OF_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return report_error(GIOUL_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {  // an impossible allocation
    return report_error(GIOUL_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return report_error(GIOUL_FAILED, error.what());
  } catch (...) {
    return report_error(GIOUL_FAILED, "unknown error");
  }
}

/// Returns f(). If f() throws, stores the message for gioul_last_error() and returns `otherwise`.
template <typename T, typename F>
T run_or_default(T otherwise, const F& f) noexcept {
  T result = otherwise;
  run_guarded([&] { result = f(); });
  return result;
}

/// Creates a handle for the C caller: calls make(), which returns a std::unique_ptr, and stores the
/// pointer in `*output`. If make() throws, stores NULL. Returns the status code.
template <typename Handle, typename F>
gioul_status create_handle(Handle** output, const F& make) noexcept {
  if (output != nullptr) *output = nullptr;
  return run_guarded([&] {
    require_not_null(output, kNullOutputMessage);
    *output = make().release();
  });
}

}  // namespace gioul::capi

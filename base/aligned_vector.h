// A std::vector aligned to cache lines, and to huge pages if it is large. SIMD loads then never
// cross a cache line, and random reads of a large table cause fewer TLB misses.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace gioul {

/// Allocates memory aligned to 64 bytes, or to 2 MiB if the array is at least that large.
template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  /// Returns uninitialized memory for `count` elements. Throws std::bad_alloc.
  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment(bytes));
    if (bytes >= kHugePageBytes) ::madvise(memory, bytes, MADV_HUGEPAGE);  // best effort
    return static_cast<T*>(memory);
  }
  /// Frees memory that allocate(count) returned.
  void deallocate(T* memory, std::size_t count) {
    ::operator delete(memory, alignment(count * sizeof(T)));
  }
  bool operator==(const AlignedAllocator&) const { return true; }

 private:
  static constexpr std::size_t kCacheLineBytes = 64;                   // bytes of a cache line
  static constexpr std::size_t kHugePageBytes = std::size_t{1} << 21;  // 2 MiB, in bytes
  // Returns the alignment of an array of `bytes` bytes.
  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= kHugePageBytes ? kHugePageBytes : kCacheLineBytes};
  }
};

/// A std::vector that uses AlignedAllocator.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace gioul

// A large zero-initialized array on huge pages. Tables of gigabytes are read at random, and small
// pages would cost most of the time in TLB misses.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>

namespace gioul {

/// An array of fixed size, filled with zeros. T must be a type whose all-zero bytes are a valid
/// value. The system commits memory on first access.
template <typename T>
class HugeArray {
 public:
  /// Makes an array of `size` elements. Throws std::bad_alloc if the address space cannot be
  /// reserved.
  explicit HugeArray(std::size_t size = 0) : size_(size), data_(allocate(size), Unmap{size}) {}

  /// Number of elements.
  std::size_t size() const { return size_; }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  // Deleter of the array: returns its memory to the system.
  struct Unmap {
    std::size_t size = 0;
    void operator()(T* data) const { ::munmap(data, size * sizeof(T)); }
  };

  // Reserves address space for `size` zeros. Throws std::bad_alloc if there is none.
  static T* allocate(std::size_t size) {
    if (size == 0) return nullptr;
    void* memory = ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::madvise(memory, size * sizeof(T), MADV_HUGEPAGE);  // best effort
    return static_cast<T*>(memory);
  }

  std::size_t size_;
  std::unique_ptr<T, Unmap> data_;
};

}  // namespace gioul

/**
 * As much of SYCL as programs of loom use, on this machine: a kernel is a function, and runs where it is submitted.
 *
 * Buffers have memory of their own, as on a device: what a kernel wrote is seen behind the end of the buffer and not before.
 */
#pragma once
#include <cstddef>

namespace sycl {

template <int> struct range {
  std::size_t count;
  explicit range(std::size_t count) : count(count) {}
};

template <typename T> struct buffer {
  T *host;
  std::size_t count;
  T *device;
  buffer(T *host, range<1> range) : host(host), count(range.count), device(new T[count]) {
    for (std::size_t i = 0; i < count; i++) device[i] = host[i];
  }
  buffer(const buffer &) = delete;
  ~buffer() {
    for (std::size_t i = 0; i < count; i++) host[i] = device[i];
    delete[] device;
  }
};

struct handler {
  template <typename Kernel> void single_task(Kernel kernel) { kernel(); }
};

struct read_write_tag {};
inline constexpr read_write_tag read_write;

template <typename T> struct accessor {
  T *device;
  accessor(buffer<T> &buffer, handler &, read_write_tag) : device(buffer.device) {}
  T &operator[](std::size_t i) const { return device[i]; }
};

struct queue {
  template <typename Group> void submit(Group group) {
    handler handler;
    group(handler);
  }
};

// One type for both, and no bool, as in SYCL.
template <typename T> T min(T a, T b) {
  static_assert(!__is_same(T, bool));
  return b < a ? b : a;
}
template <typename T> T max(T a, T b) {
  static_assert(!__is_same(T, bool));
  return a < b ? b : a;
}

} // namespace sycl

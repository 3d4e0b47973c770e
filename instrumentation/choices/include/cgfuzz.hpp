// cgfuzz.hpp: draw random choices that cgfuzz can record, mutate and reduce. For generators in C++20.
//
//     cgfuzz::choices choices(seed);
//     cgfuzz::scope scope("statement");            // until the end of the block
//     auto kind = choices.weighted({6, 3, 1});
//     auto &name = choices.one_of(names);
//     std::shuffle(list.begin(), list.end(), choices);
//
// Without an engine this is a plain seeded generator; see cgfuzz.h.
#ifndef CGFUZZ_HPP
#define CGFUZZ_HPP

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

#include "cgfuzz.h"

namespace cgfuzz {

// Draws during the life of a scope belong together.
class scope {
 public:
  CGFUZZ_PLAIN explicit scope(std::string_view label) : is_open_(cgfuzz_is_attached() != 0) {
    if (is_open_) cgfuzz_abi_open(label.data(), label.size());
  }
  CGFUZZ_PLAIN ~scope() {
    if (is_open_ && cgfuzz_is_attached()) cgfuzz_abi_close();
  }
  scope(const scope &) = delete;
  scope &operator=(const scope &) = delete;

 private:
  bool is_open_;
};

// A UniformRandomBitGenerator with more functions: ask it for the kind of answer that you need instead of making the
// answer from bits.
class choices {
 public:
  using result_type = std::uint64_t;

  choices() = default;
  CGFUZZ_PLAIN explicit choices(std::uint64_t seed) { cgfuzz_seed(seed); }

  CGFUZZ_PLAIN static constexpr result_type min() { return 0; }
  CGFUZZ_PLAIN static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  CGFUZZ_PLAIN result_type operator()() { return cgfuzz_word(64); }

  // An index below `count`.
  CGFUZZ_PLAIN std::uint32_t pick(std::uint32_t count) { return cgfuzz_pick(count); }

  template <typename List>
  CGFUZZ_PLAIN decltype(auto) one_of(List &list) {
    return list[cgfuzz_pick(static_cast<std::uint32_t>(list.size()))];
  }

  CGFUZZ_PLAIN std::uint32_t weighted(const std::vector<double> &weights) {
    return cgfuzz_weighted(weights.data(), static_cast<std::uint32_t>(weights.size()));
  }
  CGFUZZ_PLAIN std::uint32_t weighted(std::initializer_list<double> weights) {
    return cgfuzz_weighted(weights.begin(), static_cast<std::uint32_t>(weights.size()));
  }

  // A constant from `low` to `high`, both included.
  template <std::integral T>
  CGFUZZ_PLAIN T integer(T low, T high) {
    if constexpr (std::unsigned_integral<T>)
      return static_cast<T>(cgfuzz_unsigned(low, high));
    else
      return static_cast<T>(cgfuzz_integer(low, high));
  }

  CGFUZZ_PLAIN bool boolean(double probability = 0.5) { return cgfuzz_boolean(probability) != 0; }

  CGFUZZ_PLAIN std::uint64_t word(unsigned bits) { return cgfuzz_word(bits); }
};

}  // namespace cgfuzz

#endif

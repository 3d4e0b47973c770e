// cgfuzz-c++ includes this file before everything else. The choice library then answers the engines and distributions
// of <random>. The sources keep their names: macros lead them to the classes here. As long as no engine is attached,
// these classes do the same as the real ones. This file is C++11, since generators may be.
#ifndef CGFUZZ_RANDOM_HPP
#define CGFUZZ_RANDOM_HPP
#if __cplusplus >= 201103L

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "cgfuzz-abi.h"

namespace cgfuzz_std {

// A draw is no scope of its own, even if functions are instrumented.
#define CGFUZZ_QUIET __attribute__((no_instrument_function))

// A number with at most so many answers probably decides something; a number with more is probably a constant.
constexpr unsigned long long few = 256;

CGFUZZ_QUIET inline unsigned long long below(unsigned long long count) {
  if (count <= few) return cgfuzz_abi_pick(static_cast<std::uint32_t>(count));
  return cgfuzz_abi_unsigned(0, count - 1);
}

template <typename Real>
class engine : public Real {
 public:
  using result_type = typename Real::result_type;
  using Real::Real;
  engine() = default;
  CGFUZZ_QUIET engine(const Real &real) : Real(real) {}

  CGFUZZ_QUIET result_type operator()() {
    if (!cgfuzz_abi_is_attached()) return Real::operator()();
    constexpr unsigned long long last = Real::max() - Real::min();
    constexpr int digits = std::numeric_limits<unsigned long long>::digits;
    const unsigned long long offset =
        (last & (last + 1)) == 0 ? cgfuzz_abi_word(digits - __builtin_clzll(last)) : cgfuzz_abi_unsigned(0, last);
    return static_cast<result_type>(Real::min() + offset);
  }

  CGFUZZ_QUIET void discard(unsigned long long count) {
    if (!cgfuzz_abi_is_attached()) Real::discard(count);
  }
};

template <typename T = int>
class uniform_int : public std::uniform_int_distribution<T> {
  using Real = std::uniform_int_distribution<T>;

 public:
  using typename Real::param_type;
  using typename Real::result_type;
  using Real::Real;
  uniform_int() = default;

  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator) {
    return (*this)(generator, this->param());
  }
  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator, const param_type &between) {
    if (!cgfuzz_abi_is_attached()) return Real::operator()(generator, between);
    using U = typename std::make_unsigned<T>::type;
    const unsigned long long span = static_cast<U>(static_cast<U>(between.b()) - static_cast<U>(between.a()));
    if (span < few) return static_cast<T>(static_cast<U>(between.a()) + static_cast<U>(cgfuzz_abi_pick(static_cast<std::uint32_t>(span + 1))));
    if (std::is_signed<T>::value)
      return static_cast<T>(cgfuzz_abi_integer(static_cast<std::int64_t>(between.a()), static_cast<std::int64_t>(between.b())));
    return static_cast<T>(cgfuzz_abi_unsigned(static_cast<U>(between.a()), static_cast<U>(between.b())));
  }
};

template <typename T = int>
class discrete : public std::discrete_distribution<T> {
  using Real = std::discrete_distribution<T>;

 public:
  using typename Real::param_type;
  using typename Real::result_type;
  using Real::Real;
  discrete() = default;

  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator) {
    return (*this)(generator, this->param());
  }
  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator, const param_type &with) {
    if (!cgfuzz_abi_is_attached()) return Real::operator()(generator, with);
    const std::vector<double> weights = with.probabilities();
    return static_cast<T>(cgfuzz_abi_weighted(weights.data(), static_cast<std::uint32_t>(weights.size())));
  }
};

class bernoulli : public std::bernoulli_distribution {
  using Real = std::bernoulli_distribution;

 public:
  using Real::Real;
  bernoulli() = default;

  template <typename Generator>
  CGFUZZ_QUIET bool operator()(Generator &generator) {
    return (*this)(generator, this->param());
  }
  template <typename Generator>
  CGFUZZ_QUIET bool operator()(Generator &generator, const param_type &with) {
    return cgfuzz_abi_is_attached() ? cgfuzz_abi_boolean(with.p()) != 0 : Real::operator()(generator, with);
  }
};

template <typename T = double>
class uniform_real : public std::uniform_real_distribution<T> {
  using Real = std::uniform_real_distribution<T>;

 public:
  using typename Real::param_type;
  using typename Real::result_type;
  using Real::Real;
  uniform_real() = default;

  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator) {
    return (*this)(generator, this->param());
  }
  template <typename Generator>
  CGFUZZ_QUIET T operator()(Generator &generator, const param_type &between) {
    if (!cgfuzz_abi_is_attached()) return Real::operator()(generator, between);
    // As many bits as the type holds exactly, so that rounding never reaches the upper bound.
    constexpr int bits = std::numeric_limits<T>::digits < 53 ? std::numeric_limits<T>::digits : 53;
    const T unit = static_cast<T>(cgfuzz_abi_word(bits)) / static_cast<T>(1ULL << bits);
    return unit * (between.b() - between.a()) + between.a();
  }
};

#undef CGFUZZ_QUIET

}  // namespace cgfuzz_std

namespace std {
using cgfuzz_mt19937 = ::cgfuzz_std::engine<mt19937>;
using cgfuzz_mt19937_64 = ::cgfuzz_std::engine<mt19937_64>;
using cgfuzz_minstd_rand = ::cgfuzz_std::engine<minstd_rand>;
using cgfuzz_minstd_rand0 = ::cgfuzz_std::engine<minstd_rand0>;
using cgfuzz_default_random_engine = ::cgfuzz_std::engine<default_random_engine>;
using cgfuzz_ranlux24 = ::cgfuzz_std::engine<ranlux24>;
using cgfuzz_ranlux48 = ::cgfuzz_std::engine<ranlux48>;
using cgfuzz_knuth_b = ::cgfuzz_std::engine<knuth_b>;
template <typename T = int>
using cgfuzz_uniform_int = ::cgfuzz_std::uniform_int<T>;
template <typename T = int>
using cgfuzz_discrete = ::cgfuzz_std::discrete<T>;
template <typename T = double>
using cgfuzz_uniform_real = ::cgfuzz_std::uniform_real<T>;
using cgfuzz_bernoulli = ::cgfuzz_std::bernoulli;
}  // namespace std

#define mt19937 cgfuzz_mt19937
#define mt19937_64 cgfuzz_mt19937_64
#define minstd_rand cgfuzz_minstd_rand
#define minstd_rand0 cgfuzz_minstd_rand0
#define default_random_engine cgfuzz_default_random_engine
#define ranlux24 cgfuzz_ranlux24
#define ranlux48 cgfuzz_ranlux48
#define knuth_b cgfuzz_knuth_b
#define bernoulli_distribution cgfuzz_bernoulli
#define uniform_real_distribution cgfuzz_uniform_real

#define uniform_int_distribution cgfuzz_uniform_int
#define discrete_distribution cgfuzz_discrete

#endif
#endif

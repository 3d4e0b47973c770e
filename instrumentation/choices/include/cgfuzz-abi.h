/*
 * The C ABI between a generator and the choice library, version 1. Generators include cgfuzz.h or cgfuzz.hpp, which
 * work without the library too. The library's wrappers and hooks use this file directly.
 */
#ifndef CGFUZZ_ABI_H
#define CGFUZZ_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef CGFUZZ_ABI_IS_WEAK
#define CGFUZZ_ABI __attribute__((weak))
#else
#define CGFUZZ_ABI __attribute__((visibility("default")))
#endif

/* Nonzero while an engine answers; a generator may call the functions below only then. */
CGFUZZ_ABI int cgfuzz_abi_is_attached(void);

CGFUZZ_ABI uint32_t cgfuzz_abi_pick(uint32_t count);
CGFUZZ_ABI uint32_t cgfuzz_abi_weighted(const double *weights, uint32_t count);
CGFUZZ_ABI int64_t cgfuzz_abi_integer(int64_t min, int64_t max);
CGFUZZ_ABI uint64_t cgfuzz_abi_unsigned(uint64_t min, uint64_t max);
CGFUZZ_ABI int cgfuzz_abi_boolean(double probability);
CGFUZZ_ABI uint64_t cgfuzz_abi_word(unsigned bits);
CGFUZZ_ABI void cgfuzz_abi_open(const char *label, size_t length);
CGFUZZ_ABI void cgfuzz_abi_close(void);

/*
 * For a generator that makes many programs: true while the engine wants another program. Without an engine, true once.
 */
CGFUZZ_ABI int cgfuzz_abi_next(void);
/* Arguments of the program that the engine wants, or null; the first is the generator's own name. */
CGFUZZ_ABI const char *cgfuzz_abi_argument(unsigned index);

/* The functions that the compiler wrappers call for the rows of a table (see wrappers/). */
CGFUZZ_ABI void cgfuzz_abi_enter(const void *row, const uint64_t *arguments, uintptr_t sp);
CGFUZZ_ABI void cgfuzz_abi_leave(uintptr_t sp);

#ifdef __cplusplus
}
#endif

#endif

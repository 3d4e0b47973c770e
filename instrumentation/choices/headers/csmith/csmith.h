/*
 * Comes before Csmith's own header: keeps Csmith's checksum away from the optimiser.
 *
 * A program ends with a call for each of its global variables that hashes the variable. Compilers inline all
 * these calls. That takes a fifth of a compile's time, on the same code in every test. An edge that this code
 * reaches often can never count as an edge that few tests reach. See `guided-vs-random` in bench/README.md.
 */
#if defined(__GNUC__) && !defined(CSMITH_MINIMAL)
#include <stdint.h>
#if defined(NO_LONGLONG) || defined(__SPLAT__)
#define CGFUZZ_HASHED uint32_t
#else
#define CGFUZZ_HASHED uint64_t
#endif
#ifdef __clang__
#define CGFUZZ_AS_IT_IS __attribute__((noinline, optnone))
#else
#define CGFUZZ_AS_IT_IS __attribute__((noinline))
#endif
CGFUZZ_AS_IT_IS static void crc32_gentab(void);
CGFUZZ_AS_IT_IS static void crc32_byte(uint8_t);
CGFUZZ_AS_IT_IS static void crc32_8bytes(CGFUZZ_HASHED);
CGFUZZ_AS_IT_IS static void transparent_crc(CGFUZZ_HASHED, char *, int);
CGFUZZ_AS_IT_IS static void transparent_crc_bytes(char *, int, char *, int);
#undef CGFUZZ_AS_IT_IS
#undef CGFUZZ_HASHED
#endif
#include_next "csmith.h"

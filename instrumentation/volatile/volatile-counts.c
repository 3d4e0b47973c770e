/*
 * Counts a program's accesses to volatile data.
 *
 * With `-fsanitize=thread`, compilers call a function before each access to memory. With one more option, a volatile
 * access has functions of its own. This file defines all these functions, so the program needs no library of the
 * sanitizer. After everything that the program prints, it prints `volatile: READS reads, WRITES writes`.
 *
 * Only data with static storage counts: gcc leaves out local variables, and clang does not. The file is C and C++.
 */
#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long word;
typedef volatile void *place;

int printf(const char *, ...);
extern char __executable_start[], _end[];

static word reads, writes;

static int is_static(place at) { return (word)at >= (word)__executable_start && (word)at < (word)_end; }

#define PLAIN(name) \
  void __tsan_##name(place at, word size) { (void)at, (void)size; }
#define COUNTED(name, count) \
  void __tsan_##name(place at) { count += is_static(at); }
#define OF_SIZE(n) \
  PLAIN(read##n) PLAIN(unaligned_read##n) PLAIN(write##n) PLAIN(unaligned_write##n) \
  PLAIN(read_write##n) PLAIN(unaligned_read_write##n) \
  COUNTED(volatile_read##n, reads) COUNTED(unaligned_volatile_read##n, reads) \
  COUNTED(volatile_write##n, writes) COUNTED(unaligned_volatile_write##n, writes)

OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)
PLAIN(init)
PLAIN(func_entry)
PLAIN(func_exit)
PLAIN(read_range)
PLAIN(write_range)
PLAIN(vptr_read)
PLAIN(vptr_update)

void *__tsan_memcpy(void *to, const void *from, word size) { return __builtin_memcpy(to, from, size); }
void *__tsan_memmove(void *to, const void *from, word size) { return __builtin_memmove(to, from, size); }
void *__tsan_memset(void *to, int byte, word size) { return __builtin_memset(to, byte, size); }

/* Atomic operations become calls, too. A program has one thread here, so plain operations are enough. */
#define UPDATE(n, T, name, value) \
  T __tsan_atomic##n##_##name(volatile T *at, T by, int order) { \
    T old = *at; \
    (void)order; \
    *at = (T)(value); \
    return old; \
  }
#define EXCHANGE(n, T, name) \
  int __tsan_atomic##n##_##name(volatile T *at, T *expected, T wanted, int order, int otherwise) { \
    T old = *at; \
    int is_equal = old == *expected; \
    (void)order, (void)otherwise; \
    if (is_equal) *at = wanted; \
    else *expected = old; \
    return is_equal; \
  }
#define ATOMIC(n, T) \
  T __tsan_atomic##n##_load(const volatile T *at, int order) { return (void)order, *at; } \
  void __tsan_atomic##n##_store(volatile T *at, T value, int order) { (void)order, *at = value; } \
  UPDATE(n, T, exchange, by) \
  UPDATE(n, T, fetch_add, old + by) \
  UPDATE(n, T, fetch_sub, old - by) \
  UPDATE(n, T, fetch_and, old & by) \
  UPDATE(n, T, fetch_or, old | by) \
  UPDATE(n, T, fetch_xor, old ^ by) \
  UPDATE(n, T, fetch_nand, ~(old & by)) \
  EXCHANGE(n, T, compare_exchange_strong) \
  EXCHANGE(n, T, compare_exchange_weak) \
  T __tsan_atomic##n##_compare_exchange_val(volatile T *at, T expected, T wanted, int order, int otherwise) { \
    T old = *at; \
    (void)order, (void)otherwise; \
    if (old == expected) *at = wanted; \
    return old; \
  }

ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long long)
#ifdef __SIZEOF_INT128__
ATOMIC(128, unsigned __int128)
#endif
void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

__attribute__((destructor)) static void tell(void) { printf("volatile: %lu reads, %lu writes\n", reads, writes); }

#ifdef __cplusplus
}
#endif

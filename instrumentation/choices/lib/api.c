/* The C ABI, and the functions that compilers and wrappers call around functions. */
#include <string.h>

#include "cgfuzz-abi.h"
#include "hooks.h"
#include "scopes.h"
#include "table.h"

int cgfuzz_abi_is_attached(void) { return cgfuzz_is_on; }

static uint64_t draw(enum cgfuzz_kind kind, uint64_t min, uint64_t last, int is_unsigned, uintptr_t sp) {
  hook_lock();
  player_saw(SEEN_ASKED);
  scopes_sync(sp);
  uint64_t offset = player_draw(kind, min, last, is_unsigned);
  hook_unlock();
  return offset;
}

uint32_t cgfuzz_abi_pick(uint32_t count) { return (uint32_t)draw(KIND_PICK, 0, count - 1, 0, HERE); }

uint32_t cgfuzz_abi_weighted(const double *weights, uint32_t count) {
  hook_lock();
  player_saw(SEEN_ASKED);
  scopes_sync(HERE);
  uint32_t index = player_weighted(weights, count);
  hook_unlock();
  return index;
}

int64_t cgfuzz_abi_integer(int64_t min, int64_t max) {
  uint64_t low = (uint64_t)min;
  return (int64_t)(low + draw(KIND_INTEGER, low, (uint64_t)max - low, 0, HERE));
}

uint64_t cgfuzz_abi_unsigned(uint64_t min, uint64_t max) {
  /* One question has one symbol: if the bounds fit int64, the library asks it as signed. */
  return min + draw(KIND_INTEGER, min, max - min, max > INT64_MAX, HERE);
}

int cgfuzz_abi_boolean(double probability) {
  hook_lock();
  player_saw(SEEN_ASKED);
  scopes_sync(HERE);
  int answer = player_boolean(probability);
  hook_unlock();
  return answer;
}

uint64_t cgfuzz_abi_word(unsigned bits) { return hook_word(SEEN_STD_RANDOM, bits, HERE); }

void cgfuzz_abi_open(const char *label, size_t length) {
  hook_lock();
  scopes_open(label, length);
  hook_unlock();
}

void cgfuzz_abi_close(void) {
  hook_lock();
  scopes_close();
  hook_unlock();
}

void cgfuzz_abi_enter(const void *from, const uint64_t *arguments, uintptr_t sp) {
  struct row *row = (struct row *)(uintptr_t)from;
  if (!cgfuzz_is_on) return;
  if (row->what == ROW_SCOPE || row->what >= ROW_SEED) {
    scopes_enter_row(row, sp);
    return;
  }
  uint64_t bound = row->argument == 0 ? row->constant : arguments[row->argument - 1];
  if ((row->flags & ROW_IS_64_BIT) == 0) bound = (uint32_t)bound;
  struct question question = {
      .kind = (uint8_t)(row->what - 1),
      .keeps_all = (row->flags & ROW_KEEPS_ALL) != 0,
      .is_scaled = (row->flags & ROW_IS_SCALED) != 0,
      .count = bound > UINT32_MAX ? 0 : bound,
      .probability = -1,
  };
  if ((row->flags & ROW_IS_PERCENT) != 0) {
    question.count = 100;
    question.probability = (double)bound / 100;
  }
  scopes_ask(&question, sp);
}

void cgfuzz_abi_leave(uintptr_t sp) {
  if (cgfuzz_is_on) scopes_leave(sp);
}

/* Compilers call these with -finstrument-functions. The announced place is that of the function that calls. */
#define CALLER_SP ((uintptr_t)__builtin_frame_address(0) + 16)

__attribute__((visibility("default"))) void __cyg_profile_func_enter(void *function, void *call_site);
void __cyg_profile_func_enter(void *function, void *call_site) {
  if (cgfuzz_is_on) scopes_enter_function((uintptr_t)function, CALLER_SP, (uintptr_t)call_site);
}

__attribute__((visibility("default"))) void __cyg_profile_func_exit(void *function, void *call_site);
void __cyg_profile_func_exit(void *function, void *call_site) {
  (void)call_site;
  if (cgfuzz_is_on) scopes_leave_function((uintptr_t)function);
}

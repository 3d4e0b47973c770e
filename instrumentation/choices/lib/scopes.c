#include "scopes.h"

#include "alphabet.h"
#include "labels.h"
#include "modules.h"
#include "random.h"
#include "sys.h"
#include "table.h"
#include "unwind.h"

uintptr_t cgfuzz_stack_base;

/* Announced functions, scopes and questions that are still running, outermost first. */
enum entry_kind { ENTRY_FUNCTION, ENTRY_ROW, ENTRY_ANNOTATED, ENTRY_QUESTION };
struct entry {
  uintptr_t sp;
  uintptr_t what; /* function or row */
  uintptr_t site; /* call site of a function */
  uint8_t kind;
  uint8_t is_open; /* a scope in the record */
  uint8_t is_answered;
  uint8_t is_helper; /* runs inside a draw function: no scope, since the draw is one choice */
  struct question question;
  struct player_place place;
};
enum { MAX_ENTRIES = CGFUZZ_MAX_DEPTH };
static struct entry *entries;
static uint32_t count;
/* Entries below this index are all in the record, as far as they belong there. */
static uint32_t synced;

/* Number of call stack frames at the last draw, and a flag for each frame that is a scope. */
static size_t frame_count;
static uint8_t *is_scope;

/* State of the outermost seed or fixed function that is running. */
static struct cgfuzz_rng seeded;

/* True for a running seed. Its draws are not in the record, and neither are scopes around these draws. */
static int is_seed(const struct entry *entry) {
  return entry->kind == ENTRY_ROW && entry->is_answered && ((const struct row *)entry->what)->what >= ROW_SEED;
}

static int has_room(void) {
  if (entries == NULL) entries = sys_pages(MAX_ENTRIES * sizeof *entries);
  return entries != NULL && count < MAX_ENTRIES;
}

void scopes_reset(void) {
  player_follow(NULL);
  count = synced = 0;
  frame_count = 0;
  unwind_reset();
}

static void pop(void) {
  struct entry *entry = &entries[--count];
  if (entry->is_open) player_close();
  if (is_seed(entry)) player_follow(NULL);
  if (synced > count) synced = count;
}

/*
 * Drops entries that an exception or a longjmp left without notice: their place on the stack is in use again, or free.
 */
static void drop_left(uintptr_t sp) {
  while (count > 0 && entries[count - 1].kind != ENTRY_ANNOTATED && entries[count - 1].sp <= sp) pop();
}

static struct entry *push(enum entry_kind kind, uintptr_t what, uintptr_t sp) {
  if (!has_room()) return NULL;
  struct entry *entry = &entries[count++];
  entry->sp = sp;
  entry->what = what;
  entry->kind = (uint8_t)kind;
  entry->is_open = entry->is_answered = entry->is_helper = 0;
  return entry;
}

/*
 * True for the same place and the same call site: the new function runs inside this frame, because it was inlined into
 * it.
 */
static int is_host(const struct entry *entry, uintptr_t sp, uintptr_t site) {
  return entry->kind == ENTRY_FUNCTION && entry->sp == sp && entry->site == site;
}

/* True if the last entry began while a draw function runs. */
static int is_in_question(void) {
  return count > 1 && (entries[count - 2].kind == ENTRY_QUESTION || entries[count - 2].is_helper);
}

void scopes_enter_function(uintptr_t function, uintptr_t sp, uintptr_t site) {
  while (count > 0 && entries[count - 1].kind != ENTRY_ANNOTATED && entries[count - 1].sp <= sp &&
         !is_host(&entries[count - 1], sp, site))
    pop();
  struct entry *entry = push(ENTRY_FUNCTION, function, sp);
  if (entry == NULL) return;
  entry->site = site;
  entry->is_helper = is_in_question();
}

void scopes_enter_row(struct row *row, uintptr_t sp) {
  drop_left(sp);
  struct entry *entry = push(ENTRY_ROW, (uintptr_t)row, sp);
  if (entry != NULL) entry->is_helper = row->what == ROW_SCOPE && is_in_question();
}

void scopes_leave(uintptr_t sp) {
  while (count > 0 && entries[count - 1].kind != ENTRY_ANNOTATED && entries[count - 1].sp <= sp) pop();
}

void scopes_leave_function(uintptr_t function) {
  uint32_t at = count;
  while (at > 0 && entries[at - 1].kind != ENTRY_ANNOTATED) {
    at--;
    if (entries[at].kind != ENTRY_FUNCTION || entries[at].what != function) continue;
    while (count > at) pop();
    return;
  }
}

void scopes_open(const char *text, size_t length) {
  if (!has_room()) return;
  if (player_is_following()) {
    entries[count++] = (struct entry){.kind = ENTRY_ANNOTATED};
    return;
  }
  scopes_sync(0);
  struct entry *entry = &entries[count++];
  if (player_is_following()) {
    *entry = (struct entry){.kind = ENTRY_ANNOTATED};
    return;
  }
  *entry = (struct entry){.kind = ENTRY_ANNOTATED, .is_open = 1};
  player_open(alphabet_label(text, length));
  synced = count;
}

void scopes_close(void) {
  while (count > 0) {
    int was_annotated = entries[count - 1].kind == ENTRY_ANNOTATED;
    pop();
    if (was_annotated) return;
  }
}

void scopes_ask(const struct question *question, uintptr_t sp) {
  drop_left(sp);
  struct entry *entry = push(ENTRY_QUESTION, 0, sp);
  if (entry != NULL) entry->question = *question;
}

static void sync_stack(void) {
  if (is_scope == NULL && (is_scope = sys_pages(UNWIND_MAX_FRAMES)) == NULL) return;
  size_t same = unwind(cgfuzz_stack_base);
  while (frame_count > same) {
    frame_count--;
    if (is_scope[frame_count]) player_close();
  }
  for (; frame_count < unwind_count; frame_count++) {
    uintptr_t function = unwind_frames[frame_count].function;
    is_scope[frame_count] = !module_is_own(function);
    if (is_scope[frame_count]) player_open(label_of_function(function));
  }
}

/* Each process numbers labels anew; the programs of a persistent process share the numbers. */
static unsigned label_of_row(struct row *row) {
  if (!row->is_labelled) {
    row->symbol = alphabet_label(row->label, row->label_length);
    row->is_labelled = 1;
  }
  return row->symbol;
}

/* Number of seeds: small, so that a random change of a choice nearly always gives another seed, and large
 * enough to shuffle any table. */
enum { SEEDS = 1 << 16 };

static void follow_seed(struct entry *entry, uint32_t seed) {
  const uint32_t state[4] = {seed * UINT32_C(0x9e3779b1), ~seed, seed ^ UINT32_C(0x85ebca77), seed + 1};
  rng_start(&seeded, state);
  /* Equal halves of the state give first numbers that are much alike. */
  for (int i = 0; i < 8; i++) rng_next(&seeded);
  entry->is_answered = 1;
  player_follow(&seeded);
}

void scopes_sync(uintptr_t sp) {
  if (sp != 0) drop_left(sp);
  if (count == 0 && cgfuzz_stack_base != 0 && (player_memory()->flags & FLAG_STACK_SCOPES) != 0) {
    sync_stack();
    return;
  }
  for (; synced < count; synced++) {
    struct entry *entry = &entries[synced];
    if (entry->kind > ENTRY_ROW || entry->is_helper) continue;
    struct row *row = entry->kind == ENTRY_ROW ? (struct row *)entry->what : NULL;
    if (row != NULL && row->what >= ROW_SEED) {
      if (!entry->is_answered) follow_seed(entry, row->what == ROW_FIXED ? 0 : (uint32_t)player_draw(KIND_PICK, 0, SEEDS - 1, 0));
      return;
    }
    player_open(row == NULL ? label_of_function(entry->what) : label_of_row(row));
    entry->is_open = 1;
  }
}

/* A raw value from which the caller will compute the answer. */
static uint64_t raw_for(const struct question *question, uint64_t answer, unsigned bits) {
  if (question->probability >= 0) return answer != 0 ? 0 : question->count - 1;
  if (!question->is_scaled || bits == 64) return answer;
  return (((unsigned __int128)answer << bits) + (UINT64_C(1) << (bits - 1))) / question->count;
}

uint64_t scopes_raw(unsigned bits, uintptr_t sp) {
  scopes_sync(sp);
  uint32_t asked = count;
  while (asked > 0 && entries[asked - 1].is_helper) asked--;
  if (asked == 0 || entries[asked - 1].kind != ENTRY_QUESTION) return player_word(bits);
  struct entry *entry = &entries[asked - 1];
  const struct question *question = &entry->question;
  if (question->count == 0) return player_word(bits);
  uint64_t last_answer = question->count - 1;
  uint64_t answer;
  if (question->probability >= 0) last_answer = 1;
  if (entry->is_answered && !question->keeps_all) {
    answer = player_redraw(entry->place, question->kind, last_answer, question->probability);
  } else {
    entry->place = player_place();
    entry->is_answered = 1;
    player_saw(SEEN_TYPED);
    answer = player_answer(question);
  }
  return raw_for(question, answer, bits);
}

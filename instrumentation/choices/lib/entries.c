/*
 * Entries: functions that a table names announce themselves, with no wrapper linked in and nothing in those that it does
 * not name. Compiled with -fpatchable-function-entry=5, a function begins with room for a jump; here the jump is put in, to
 * a stub that goes on as a link-time wrapper does (wrap.S). So calls within one file are seen as well, and a table can be
 * changed without building anything.
 *
 * Invariant: where the table cannot be read, or makes no sense, the generator ends and says why: it would be another source.
 */
#include <string.h>
#include <unistd.h>

#include "labels.h"
#include "modules.h"
#include "sys.h"
#include "table.h"

enum { ENTRY_BYTES = 5, STUB_BYTES = 32, NEAR = 1 << 30, FURTHEST_ENTRY = 16 };

/* The linker's names for the ends of the list of entries that compilers keep; there is none in what they did not prepare. */
extern const uintptr_t first_entry[] __asm__("__start___patchable_function_entries") __attribute__((weak, visibility("hidden")));
extern const uintptr_t last_entry[] __asm__("__stop___patchable_function_entries") __attribute__((weak, visibility("hidden")));
extern const char cgfuzz_wrap_entry[] __attribute__((visibility("hidden")));

static void say(const char *text, size_t length) { sys3(SYS_write, 2, (long)text, (long)length); }

static void give_up(const char *path, const char *what, const char *line, size_t length) {
  say("cgfuzz: ", 8);
  say(path, strlen(path));
  say(": ", 2);
  say(what, strlen(what));
  if (length > 0) say(": ", 2), say(line, length);
  say("\n", 1);
  sys_exit(2);
}

static const char *map_file(const char *path, size_t *size) {
  long fd = sys3(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return NULL;
  long bytes = sys3(SYS_lseek, fd, 0, 2);
  /* A page behind it stays zero, so that it may be empty. */
  char *text = bytes < 0 ? NULL : sys_pages((size_t)bytes + 1);
  *size = bytes < 0 ? 0 : (size_t)bytes;
  size_t done = 0;
  while (text != NULL && done < *size) {
    long got = sys6(SYS_pread64, fd, (long)(text + done), (long)(*size - done), (long)done, 0, 0);
    if (got <= 0) text = NULL;
    else done += (size_t)got;
  }
  sys3(SYS_close, fd, 0, 0);
  return text;
}

/* Pages that a jump of 32 bits reaches from everywhere in the module. */
static char *pages_near(const struct module *module, size_t bytes) {
  for (uintptr_t away = 1 << 16; away < NEAR; away += 1 << 20) {
    uintptr_t at = (module->end + away + 4095) & ~(uintptr_t)4095;
    enum { FIXED_NO_REPLACE = 0x100000 };
    long got = sys6(SYS_mmap, (long)at, (long)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | FIXED_NO_REPLACE, -1, 0);
    if (got == (long)at) return (char *)got;
    if (got > 0) sys3(SYS_munmap, got, (long)bytes, 0);
  }
  return NULL;
}

struct patches {
  char *stubs;
  size_t count, room;
  struct row *rows;
  uint8_t *is_patched;
};

static void put_jump(char *from, const char *to) {
  int32_t distance = (int32_t)(to - (from + ENTRY_BYTES));
  from[0] = (char)0xe9;
  memcpy(from + 1, &distance, sizeof distance);
}

/* mov r11, the row; mov r10, the rest of the function; jump to what all wrappers do. */
static void patch(struct patches *patches, size_t entry, const struct row *row) {
  if (patches->is_patched[entry]) return;
  patches->is_patched[entry] = 1;
  char *function = (char *)first_entry[entry];
  char *stub = patches->stubs + patches->count * STUB_BYTES;
  struct row *kept = &patches->rows[patches->count++];
  *kept = *row;
  const char *rest = function + ENTRY_BYTES;
  memcpy(stub, "\x49\xbb", 2);
  memcpy(stub + 2, &kept, sizeof kept);
  memcpy(stub + 10, "\x49\xba", 2);
  memcpy(stub + 12, &rest, sizeof rest);
  put_jump(stub + 20, cgfuzz_wrap_entry);
  put_jump(function, stub);
}

/* The entry of the function at an address: right there, or behind what marks the goal of a jump. */
static long entry_at(uintptr_t address, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (first_entry[i] >= address && first_entry[i] < address + FURTHEST_ENTRY) return (long)i;
  return -1;
}

static void patch_all(struct patches *patches, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct row row = {.what = ROW_SCOPE};
    row.label = label_text_of_function(first_entry[i], &row.label_length);
    if (row.label != NULL) patch(patches, i, &row);
  }
}

static void patch_named(struct patches *patches, const char *path, const char *text, size_t size, size_t count) {
  for (const char *line = text, *end; line < text + size; line = end + 1) {
    end = memchr(line, '\n', (size_t)(text + size - line));
    if (end == NULL) end = text + size;
    struct row row;
    const char *symbol;
    uint32_t length = 0;
    const char *problem = table_read_line(line, end, &row, &symbol, &length);
    if (problem != NULL) give_up(path, problem, line, (size_t)(end - line));
    if (symbol == NULL) continue;
    if (length == 1 && *symbol == '*') {
      patch_all(patches, count);
      continue;
    }
    uintptr_t address = 0;
    /* Several when a function has copies; none where this build has no such function. */
    while ((address = label_next_address(first_entry[0], symbol, length, address)) != 0) {
      long entry = entry_at(address, count);
      if (entry >= 0) patch(patches, (size_t)entry, &row);
    }
  }
}

void entries_patch(const char *path) {
  size_t size = 0, count = (size_t)(last_entry - first_entry);
  if (first_entry == NULL || count == 0)
    give_up(path, "a table at run time needs a generator that cgfuzz-cc or cgfuzz-c++ built, without a table of its own", "", 0);
  const char *text = map_file(path, &size);
  if (text == NULL) give_up(path, "the table cannot be read", "", 0);
  const struct module *module = module_of(first_entry[0]);
  struct patches patches = {.room = count};
  patches.stubs = module == NULL ? NULL : pages_near(module, count * STUB_BYTES);
  patches.rows = sys_pages(count * sizeof *patches.rows);
  patches.is_patched = sys_pages(count);
  if (patches.stubs == NULL || patches.rows == NULL || patches.is_patched == NULL)
    give_up(path, "there is no memory for the functions of the table", "", 0);
  uintptr_t from = UINTPTR_MAX, to = 0;
  for (size_t i = 0; i < count; i++) {
    if (first_entry[i] < from) from = first_entry[i];
    if (first_entry[i] + ENTRY_BYTES > to) to = first_entry[i] + ENTRY_BYTES;
  }
  from &= ~(uintptr_t)4095;
  if (sys3(SYS_mprotect, (long)from, (long)(to - from), PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    give_up(path, "the machine does not let programs be changed while they run", "", 0);
  patch_named(&patches, path, text, size, count);
  sys3(SYS_mprotect, (long)from, (long)(to - from), PROT_READ | PROT_EXEC);
  sys3(SYS_mprotect, (long)patches.stubs, (long)((count * STUB_BYTES + 4095) & ~(size_t)4095), PROT_READ | PROT_EXEC);
}

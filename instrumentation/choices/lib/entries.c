/*
 * Entries: functions that a table names announce themselves without a linked wrapper. Other functions stay as they are.
 *
 * With -fpatchable-function-entry=5, a function begins with room for a jump. This file puts in the jump to a stub,
 * which continues as a link-time wrapper does (wrap.S). So calls within one file announce themselves too, and a person
 * can change a table without a build.
 *
 * Invariant: if the table cannot be read, or makes no sense, the generator ends and says why: it would be another
 * source.
 */
#include <string.h>
#include <unistd.h>

#include "labels.h"
#include "modules.h"
#include "sys.h"
#include "table.h"

enum { ENTRY_BYTES = 5, STUB_BYTES = 32, NEAR = 1 << 30 };

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
  /* One byte more than the file: it stays zero, and an empty file has a page too. */
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
};

static void put_jump(char *from, const char *to) {
  int32_t distance = (int32_t)(to - (from + ENTRY_BYTES));
  from[0] = (char)0xe9;
  memcpy(from + 1, &distance, sizeof distance);
}

/* The room for a jump, at the start of a function or after its mark for indirect jumps; null without room. */
static char *entry_of(uintptr_t function) {
  /* gcc writes five instructions of one byte. clang writes one instruction of five bytes, whose last byte may
   * have any value. */
  static const char nops[] = "\x90\x90\x90\x90\x90", nop[] = "\x0f\x1f\x44\x00";
  char *at = (char *)function;
  if (memcmp(at, "\xf3\x0f\x1e\xfa", 4) == 0) at += 4;
  return memcmp(at, nops, ENTRY_BYTES) == 0 || memcmp(at, nop, sizeof nop - 1) == 0 ? at : NULL;
}

/* The stub: mov r11, the row; mov r10, the rest of the function; jump to the code of all wrappers. */
static void patch(struct patches *patches, uintptr_t function, const struct row *row) {
  char *entry = entry_of(function);
  if (entry == NULL || patches->count == patches->room) return;
  char *stub = patches->stubs + patches->count * STUB_BYTES;
  struct row *kept = &patches->rows[patches->count++];
  *kept = *row;
  const char *rest = entry + ENTRY_BYTES;
  memcpy(stub, "\x49\xbb", 2);
  memcpy(stub + 2, &kept, sizeof kept);
  memcpy(stub + 10, "\x49\xba", 2);
  memcpy(stub + 12, &rest, sizeof rest);
  put_jump(stub + 20, cgfuzz_wrap_entry);
  put_jump(entry, stub);
}

/* A line of the table. The library looks for it among all functions of the module. */
struct line {
  struct patches *patches;
  struct row row;
  const char *symbol;
  uint32_t length;
};

static void patch_if_named(void *data, uintptr_t function, const char *name, uint32_t length) {
  struct line *line = data;
  if (line->length == 1 && *line->symbol == '*') {
    line->row.label = name;
    line->row.label_length = length;
  } else if (length != line->length || memcmp(name, line->symbol, length) != 0) {
    return;
  }
  patch(line->patches, function, &line->row);
}

static void patch_lines(struct patches *patches, const char *path, const char *text, size_t size, uintptr_t in) {
  for (const char *at = text, *end; at < text + size; at = end + 1) {
    end = memchr(at, '\n', (size_t)(text + size - at));
    if (end == NULL) end = text + size;
    struct line line = {.patches = patches};
    const char *problem = table_read_line(at, end, &line.row, &line.symbol, &line.length);
    if (problem != NULL) give_up(path, problem, at, (size_t)(end - at));
    if (line.symbol != NULL) label_functions(in, patch_if_named, &line);
  }
}

struct extent {
  uintptr_t from, to;
  size_t count;
};

static void take_in(void *data, uintptr_t function, const char *name, uint32_t length) {
  (void)name;
  (void)length;
  struct extent *extent = data;
  if (entry_of(function) == NULL) return;
  if (function < extent->from) extent->from = function;
  if (function + 16 > extent->to) extent->to = function + 16;
  extent->count++;
}

void entries_patch(const char *path) {
  size_t size = 0;
  const uintptr_t own = (uintptr_t)&entries_patch;
  const struct module *module = module_of(own);
  struct extent extent = {.from = UINTPTR_MAX};
  label_functions(own, take_in, &extent);
  if (extent.count == 0)
    give_up(path, "a table at run time needs a generator that cgfuzz-cc or cgfuzz-c++ built, with no table of its own and not stripped", "", 0);
  const char *text = map_file(path, &size);
  if (text == NULL) give_up(path, "the table cannot be read", "", 0);
  struct patches patches = {.room = extent.count};
  patches.stubs = module == NULL ? NULL : pages_near(module, extent.count * STUB_BYTES);
  patches.rows = sys_pages(extent.count * sizeof *patches.rows);
  if (patches.stubs == NULL || patches.rows == NULL)
    give_up(path, "there is no memory for the functions of the table", "", 0);
  extent.from &= ~(uintptr_t)4095;
  if (sys3(SYS_mprotect, (long)extent.from, (long)(extent.to - extent.from), PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    give_up(path, "the kernel does not let a running program change its code", "", 0);
  patch_lines(&patches, path, text, size, own);
  sys3(SYS_mprotect, (long)extent.from, (long)(extent.to - extent.from), PROT_READ | PROT_EXEC);
  sys3(SYS_mprotect, (long)patches.stubs, (long)((extent.count * STUB_BYTES + 4095) & ~(size_t)4095), PROT_READ | PROT_EXEC);
}

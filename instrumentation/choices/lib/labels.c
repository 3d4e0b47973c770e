#define _GNU_SOURCE
#include "labels.h"

#include <string.h>

#include "alphabet.h"
#include "modules.h"
#include "symbols.h"
#include "sys.h"

enum { SLOTS = 1 << 14 };

struct known {
  uintptr_t function;
  uint16_t label;
};
static struct known *slots;
static size_t slot_count;

static const char *name_of(const struct symbols *symbols, uintptr_t offset) {
  const char *best = NULL;
  for (size_t i = 0; i < symbols->count; i++) {
    if (symbols->table[i].st_value != offset) continue;
    const char *name = symbol_function(symbols, i);
    if (name == NULL) continue;
    /* Of several names for one function, take the same name each time. */
    if (best == NULL || strcmp(name, best) < 0) best = name;
  }
  return best;
}

/* A part that the compiler split off or specialised (".cold", ".part.0", ".isra.1") still counts as that function. */
static size_t plain_length(const char *name) {
  const char *dot = strchr(name + 1, '.');
  return dot == NULL ? strlen(name) : (size_t)(dot - name);
}

/* The program's own name: the loader gives the path of every module except the program's. */
static const char *program_name(void) {
  static char path[1024];
  if (path[0] == 0) {
    long length = sys3(SYS_readlink, (long)"/proc/self/exe", (long)path, sizeof path - 1);
    if (length <= 0) return "program";
  }
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static size_t put_offset(char *to, uintptr_t offset) {
  static const char digits[] = "0123456789abcdef";
  size_t length = 0;
  memcpy(to, "+0x", 3);
  int shift = 60;
  while (shift > 0 && offset >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) to[3 + length++] = digits[offset >> shift & 15];
  return 3 + length;
}

static unsigned make_label(uintptr_t function) {
  const struct module *module = module_of(function);
  if (module == NULL) return alphabet_label("generated code", 14);
  uintptr_t offset = function - module->load_base;
  const struct symbols *symbols = symbols_of(module);
  const char *name = symbols == NULL ? NULL : name_of(symbols, offset);
  if (name != NULL) return alphabet_label(name, plain_length(name));
  const char *slash = module->path == NULL ? NULL : strrchr(module->path, '/');
  const char *file = slash != NULL ? slash + 1 : program_name();
  char label[320];
  size_t length = strlen(file);
  if (length > 256) length = 256;
  memcpy(label, file, length);
  return alphabet_label(label, length + put_offset(label + length, offset));
}

void label_functions(uintptr_t in, label_function_told *told, void *data) {
  const struct module *module = module_of(in);
  const struct symbols *symbols = module == NULL ? NULL : symbols_of(module);
  for (size_t i = 0; symbols != NULL && i < symbols->count; i++) {
    const char *name = symbol_function(symbols, i);
    if (name == NULL) continue;
    told(data, module->load_base + symbols->table[i].st_value, name, (uint32_t)plain_length(name));
  }
}

unsigned label_of_function(uintptr_t function) {
  if (slots == NULL && (slots = sys_pages(SLOTS * sizeof *slots)) == NULL) return 0;
  size_t at = (function * UINT64_C(0x9e3779b97f4a7c15)) >> 50;
  for (;; at++) {
    struct known *slot = &slots[at & (SLOTS - 1)];
    if (slot->function == function) return slot->label;
    if (slot->function != 0) continue;
    unsigned label = make_label(function);
    if (slot_count < SLOTS / 2) {
      slot_count++;
      *slot = (struct known){function, (uint16_t)label};
    }
    return label;
  }
}

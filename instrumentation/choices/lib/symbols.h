/* Symbols of a loaded module, from its file: the full table, or the smaller one that survives `strip`. */
#ifndef CGFUZZ_SYMBOLS_H
#define CGFUZZ_SYMBOLS_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#include "modules.h"

struct symbols {
  uintptr_t load_base;
  const Elf64_Sym *table;
  size_t count;
  const char *names;
  size_t name_bytes;
};

/* Symbols of a module, which the library reads once and keeps. NULL if there are too many modules. */
const struct symbols *symbols_of(const struct module *module);

/* The name of a function that the module defines there, or NULL. */
const char *symbol_function(const struct symbols *symbols, size_t index);

#endif

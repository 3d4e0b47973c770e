/* Modules: the program and the shared libraries that are loaded, by address. */
#ifndef CGFUZZ_MODULES_H
#define CGFUZZ_MODULES_H

#include <stdint.h>

struct module {
  uintptr_t start, end;
  uintptr_t load_base;
  uintptr_t code_start, code_end;
  uintptr_t eh_frame_hdr;
  const char *path;
};

/* The module that an address lies in, or null. */
const struct module *module_of(uintptr_t address);

/* Modules in the order in which they were loaded, the program first; null after the last. */
const struct module *module_number(int number);

/* True for the library's own code, which is no part of the generator's call stack. */
int module_is_own(uintptr_t address);

#endif

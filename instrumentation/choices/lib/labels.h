/*
 * Labels of functions: the symbol's name where the module has one, else the module's name and the function's offset.
 * Neither changes from run to run or with the places that modules are loaded to.
 */
#ifndef CGFUZZ_LABELS_H
#define CGFUZZ_LABELS_H

#include <stdint.h>

/* The alphabet's symbol for the function that starts at an address. */
unsigned label_of_function(uintptr_t function);

/* The name of the function that an address lies at the start of, or null; what a compiler added to the name left out. */
const char *label_text_of_function(uintptr_t entry, uint32_t *length);

/* The first address, behind another, of a function of that name in the module of a third; 0 where there is none left. */
uintptr_t label_next_address(uintptr_t in, const char *name, uint32_t length, uintptr_t behind);

#endif

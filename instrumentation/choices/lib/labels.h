/*
 * Labels of functions: the symbol's name if the module has one, else the module's name and the function's offset. A
 * label is the same in each run, and at each place that modules are loaded to.
 */
#ifndef CGFUZZ_LABELS_H
#define CGFUZZ_LABELS_H

#include <stdint.h>

/* The alphabet's symbol for the function that starts at an address. */
unsigned label_of_function(uintptr_t function);

/*
 * Calls back for every function of the module that an address lies in, without the suffix that a compiler added to a
 * name.
 */
typedef void label_function_told(void *data, uintptr_t function, const char *name, uint32_t length);
void label_functions(uintptr_t in, label_function_told *told, void *data);

#endif

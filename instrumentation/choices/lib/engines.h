/*
 * Engines: stands in for functions of an unmodified program that draw randomness, found by name.
 *
 * Most generators seed an engine of their own once, so that answering libc answers one choice. The engines and
 * distributions of <random> are functions in the program, unless the compiler inlined them. A definition may name other
 * functions. The library lets each of these functions begin with a jump to its own code.
 */
#ifndef CGFUZZ_ENGINES_H
#define CGFUZZ_ENGINES_H

/*
 * Takes one line for each function: `std` for all functions of <random>, otherwise a line as engine_of_line
 * reads it. Ends the process if a function is not found.
 */
void engines_take_over(const char *lines);

#endif

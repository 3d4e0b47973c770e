/*
 * Engines: stands in for functions of an unmodified program that draw randomness, found by name.
 *
 * Most generators seed an engine of their own once, so that answering libc answers one choice. The engines and
 * distributions of <random> are functions in the program, if they were not inlined; a definition may name others. Each
 * begins, from then on, with a jump to here.
 */
#ifndef CGFUZZ_ENGINES_H
#define CGFUZZ_ENGINES_H

/* A line for each: `std` for those of <random>, or what engine_of_line reads. Ends the process if one is not found. */
void engines_take_over(const char *lines);

#endif

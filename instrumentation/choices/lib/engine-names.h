/*
 * Engine names: how a function of a program draws, by its name or by a line of a source's definition.
 *
 * The names are those that g++ gives to the engines and distributions of <random>. If a compiler split off a function
 * or changed its arguments, the name has a suffix, and this file does not know it.
 */
#ifndef CGFUZZ_ENGINE_NAMES_H
#define CGFUZZ_ENGINE_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum engine_answer {
  ENGINE_NONE,
  ENGINE_WORD,        /* a random word */
  ENGINE_RANGE,       /* from min to min + last */
  ENGINE_TWIST,       /* fills the state of a mersenne_twister_engine */
  ENGINE_UNIFORM_INT, /* between the two numbers of a param_type */
  ENGINE_BERNOULLI,   /* by the probability in a param_type */
  ENGINE_UNIFORM_REAL,
  ENGINE_CANONICAL, /* a real number in [0, 1) */
  ENGINE_DISCRETE,  /* by the weights in a param_type */
  ENGINE_PICK,      /* below a bound */
  ENGINE_INTEGER,
  ENGINE_PERCENT, /* true so many times in a hundred */
};

/* A mersenne_twister_engine, by its template's parameters. */
struct twister {
  uint64_t bits, size, shift, mask, parameter_a, u, d, s, b, t, c, l;
};

struct engine_place {
  enum engine_answer answer;
  /* The type of the function's result as C++ mangles it: l for long, d for double. */
  char type;
  /* Index of the argument that holds the param_type. */
  uint8_t param;
  /* Number of the argument that holds the bound of a named function, from 1; 0: the bound is `last`. */
  uint8_t bound;
  uint8_t is_wide;
  unsigned bits;
  uint64_t min, last;
  struct twister twister;
};

/* The draw of the function of this name; ENGINE_NONE if the function is none of <random>'s. */
struct engine_place engine_of_name(const char *name);

/*
 * Reads a line of a definition, up to its end: FUNCTION KIND LIMIT [wide]. `length` is the length of FUNCTION. The
 * answer is ENGINE_NONE if the line makes no sense.
 */
struct engine_place engine_of_line(const char *line, size_t *length);

#endif

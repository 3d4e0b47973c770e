/*
 * Tables: facts about the functions of a generator. A row makes a function a scope, a question, or a seed of all draws
 * in it, or fixes these draws for good. wrappers/table-to-assembly links rows in; entries.c reads them when the
 * generator starts.
 */
#ifndef CGFUZZ_TABLE_H
#define CGFUZZ_TABLE_H

#include <stdint.h>

enum { ROW_SCOPE = 0, ROW_SEED = 16, ROW_FIXED = 17 };

struct row {
  uint32_t what; /* a scope, a seed, a fixed function, or 1 + the kind of the choice */
  uint32_t argument; /* 1-based register argument that holds the bound; 0: the constant below */
  uint64_t constant;
  uint32_t flags;
  uint32_t label_length;
  const char *label;
  uint32_t is_labelled;
  uint32_t symbol;
};
enum { ROW_KEEPS_ALL = 1, ROW_IS_SCALED = 2, ROW_IS_PERCENT = 4, ROW_IS_64_BIT = 8 };

/*
 * Reads a line into a row and sets the name, or says what is wrong with the line. Blank lines and comments give no
 * symbol.
 */
const char *table_read_line(const char *line, const char *end, struct row *row, const char **symbol, uint32_t *length);

/*
 * Lets the functions that a table in a file names announce themselves. The library calls it once, before the first
 * draw.
 */
void entries_patch(const char *path);

#endif

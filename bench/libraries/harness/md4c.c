/* md4c: a text of Markdown with all extensions becomes HTML. */
#include <stdint.h>
#include <stdlib.h>
#include "md4c-html.h"

static void ignore(const MD_CHAR *text, MD_SIZE size, void *to) {}

int run_one(const uint8_t *data, size_t size) {
  unsigned flags = MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS | MD_FLAG_WIKILINKS | MD_FLAG_UNDERLINE;
  return md_html((const MD_CHAR *)data, (MD_SIZE)size, ignore, NULL, flags, 0) == 0 ? 0 : -1;
}

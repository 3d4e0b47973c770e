/* Oniguruma: a pattern is compiled and searched for in one text, in bounded time. */
#include <stdint.h>
#include <string.h>
#include "oniguruma.h"

enum { MOST_RETRIES = 5000, DEEPEST = 64 };

static const char subject[] = "abcABC 0123 aaab ab\nxyz_item key=value \xc3\x9f\xc4\xb0 \xf0\x9f\x98\x80 constructor";

int run_one(const uint8_t *data, size_t size) {
  static int is_ready;
  OnigErrorInfo error;
  regex_t *pattern;
  if (!is_ready) {
    OnigEncoding used[] = {ONIG_ENCODING_UTF8};
    onig_initialize(used, 1);
    onig_set_retry_limit_in_search(MOST_RETRIES);
    onig_set_subexp_call_limit_in_search(MOST_RETRIES);
    onig_set_parse_depth_limit(DEEPEST);
    is_ready = 1;
  }
  int code = onig_new(&pattern, data, data + size, ONIG_OPTION_DEFAULT, ONIG_ENCODING_UTF8, ONIG_SYNTAX_PERL_NG, &error);
  if (code != ONIG_NORMAL) return -1;
  OnigRegion *region = onig_region_new();
  const UChar *from = (const UChar *)subject, *end = from + strlen(subject);
  onig_search(pattern, from, end, from, end, region, ONIG_OPTION_NONE);
  onig_region_free(region, 1);
  onig_free(pattern);
  return 0;
}

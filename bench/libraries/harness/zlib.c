/* zlib: a stream with a header of zlib or gzip is unpacked in parts; its content is packed in two ways again. */
#include <stdint.h>
#include <string.h>
#include "zlib.h"

enum { MOST_BYTES = 1 << 16, PART = 97 };

static unsigned char content[MOST_BYTES], packed[2 * MOST_BYTES];

static void pack(unsigned long size, int level, int strategy) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(&stream, level, Z_DEFLATED, 9, 1, strategy) != Z_OK) return;
  stream.next_in = content;
  stream.avail_in = (uInt)size;
  stream.next_out = packed;
  stream.avail_out = sizeof packed;
  deflate(&stream, Z_FINISH);
  deflateEnd(&stream);
}

int run_one(const uint8_t *data, size_t size) {
  z_stream stream;
  int code = Z_OK;
  memset(&stream, 0, sizeof stream);
  memset(content, 0, sizeof content);
  if (inflateInit2(&stream, 47) != Z_OK) return -1;
  stream.next_out = content;
  stream.avail_out = sizeof content;
  for (size_t at = 0; at < size && code == Z_OK; at += PART) {
    stream.next_in = (Bytef *)data + at;
    stream.avail_in = (uInt)(size - at < PART ? size - at : PART);
    code = inflate(&stream, Z_NO_FLUSH);
  }
  unsigned long length = stream.total_out;
  inflateEnd(&stream);
  if (code != Z_STREAM_END) return -1;
  pack(length, 1, Z_DEFAULT_STRATEGY);
  pack(length, 6, Z_DEFAULT_STRATEGY);
  pack(length, 6, Z_RLE);
  return 0;
}

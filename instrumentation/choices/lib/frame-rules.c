#include "frame-rules.h"

#include <string.h>

#include "modules.h"
#include "sys.h"

/* Columns of the kept registers; r16 is the return address. */
enum { RBX = 3, RBP = 6, RSP = 7, R12 = 12, R13, R14, R15, COLUMNS = 17 };
static const uint8_t kept[KEPT] = {RBX, RBP, R12, R13, R14, R15};

struct row *frame_rows;
static size_t row_count;

struct reader {
  const uint8_t *at, *end;
};

static uint64_t uleb(struct reader *r) {
  uint64_t value = 0;
  for (unsigned shift = 0; r->at < r->end; shift += 7) {
    uint8_t byte = *r->at++;
    if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

static int64_t sleb(struct reader *r) {
  uint64_t value = 0;
  unsigned shift = 0;
  uint8_t byte = 0;
  do {
    if (r->at >= r->end) break;
    byte = *r->at++;
    if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
    shift += 7;
  } while (byte >= 128);
  if (shift < 64 && (byte & 64) != 0) value |= ~UINT64_C(0) << shift;
  return (int64_t)value;
}

static uint32_t u32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

/* A pointer as .eh_frame encodes it; only the encodings that occur on x86-64. */
static uintptr_t encoded(struct reader *r, uint8_t encoding) {
  uintptr_t here = (uintptr_t)r->at, value;
  switch (encoding & 15) {
    case 0: /* absolute */
    case 4:
    case 12: {
      uint64_t wide;
      memcpy(&wide, r->at, sizeof wide);
      r->at += 8;
      value = wide;
      break;
    }
    case 3:
      value = u32(r->at);
      r->at += 4;
      break;
    case 11:
      value = (uintptr_t)(intptr_t)(int32_t)u32(r->at);
      r->at += 4;
      break;
    default:
      return 0;
  }
  return (encoding & 0x70) == 0x10 ? here + value : value;
}

/* The entry that covers `pc`, by the sorted table that the linker made; null if there is none. */
static const uint8_t *find_entry(const struct module *module, uintptr_t pc) {
  const uint8_t *header = (const uint8_t *)module->eh_frame_hdr;
  enum { VERSION = 1, SORTED_TABLE = 0x3b, COUNT_U32 = 3 };
  if (header == NULL || header[0] != VERSION || header[2] != COUNT_U32 || header[3] != SORTED_TABLE) return NULL;
  struct reader r = {header + 4, header + 16};
  encoded(&r, header[1]);
  uint32_t count = u32(r.at);
  const uint8_t *table = r.at + 4;
  intptr_t wanted = (intptr_t)(pc - module->eh_frame_hdr);
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if ((int32_t)u32(table + middle * 8) <= wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? NULL : header + (int32_t)u32(table + (low - 1) * 8 + 4);
}

/* Rules for all columns while an entry's program runs. */
struct rules {
  int64_t cfa_offset;
  uint8_t cfa_register, cfa_is_memory, is_unknown;
  int64_t saved[COLUMNS];
  uint8_t is_saved[COLUMNS]; /* 1: from the frame address, 2: from rbp */
};

static int kept_index(uint64_t column) {
  for (int i = 0; i < KEPT; i++)
    if (kept[i] == column) return i;
  return -1;
}

/*
 * Reads `register + offset`, and whether the value lies in memory. Compilers write such expressions to realign the
 * stack.
 */
static int simple_expression(struct reader *r, uint8_t *column, int64_t *offset, uint8_t *is_memory) {
  uint64_t length = uleb(r);
  if (length > (uint64_t)(r->end - r->at)) return 0;
  struct reader e = {r->at, r->at + length};
  r->at += length;
  if (e.at >= e.end || *e.at < 0x70 || *e.at > 0x8f) return 0;
  *column = (uint8_t)(*e.at++ - 0x70);
  *offset = sleb(&e);
  *is_memory = 0;
  if (e.at < e.end && *e.at == 0x06) {
    *is_memory = 1;
    e.at++;
  }
  return e.at == e.end;
}

struct entry {
  uint64_t code_factor;
  int64_t data_factor;
  uint8_t encoding;
};

/* Runs an entry's program up to `pc`. False at an unknown instruction. */
static int run(struct reader r, const struct entry *e, uintptr_t start, uintptr_t pc, struct rules *rules,
               const struct rules *initial) {
  static struct rules remembered[4];
  int depth = 0;
  uintptr_t location = start;
  while (r.at < r.end && location <= pc) {
    uint8_t op = *r.at++;
    uint64_t column = op & 63;
    switch (op & 0xc0) {
      case 0x40:
        location += column * e->code_factor;
        continue;
      case 0x80: {
        int64_t offset = (int64_t)uleb(&r) * e->data_factor;
        if (column < COLUMNS) {
          rules->saved[column] = offset;
          rules->is_saved[column] = 1;
        }
        continue;
      }
      case 0xc0:
        if (column < COLUMNS) {
          rules->saved[column] = initial->saved[column];
          rules->is_saved[column] = initial->is_saved[column];
        }
        continue;
    }
    switch (op) {
      case 0x00:
        break;
      case 0x01:
        location = encoded(&r, e->encoding);
        break;
      case 0x02:
        location += *r.at++ * e->code_factor;
        break;
      case 0x03:
        location += (r.at[0] | (uintptr_t)r.at[1] << 8) * e->code_factor;
        r.at += 2;
        break;
      case 0x04:
        location += u32(r.at) * e->code_factor;
        r.at += 4;
        break;
      case 0x05: {
        column = uleb(&r);
        int64_t offset = (int64_t)uleb(&r) * e->data_factor;
        if (column < COLUMNS) {
          rules->saved[column] = offset;
          rules->is_saved[column] = 1;
        }
        break;
      }
      case 0x06:
      case 0x07:
      case 0x08:
        column = uleb(&r);
        if (column < COLUMNS) rules->is_saved[column] = 0;
        break;
      case 0x0a:
        if (depth == 4) return 0;
        remembered[depth++] = *rules;
        break;
      case 0x0b:
        if (depth == 0) return 0;
        *rules = remembered[--depth];
        break;
      case 0x0c:
        rules->cfa_register = (uint8_t)uleb(&r);
        rules->cfa_offset = (int64_t)uleb(&r);
        rules->cfa_is_memory = 0;
        rules->is_unknown = 0;
        break;
      case 0x0d:
        rules->cfa_register = (uint8_t)uleb(&r);
        break;
      case 0x0e:
        rules->cfa_offset = (int64_t)uleb(&r);
        break;
      case 0x0f:
        rules->is_unknown = !simple_expression(&r, &rules->cfa_register, &rules->cfa_offset, &rules->cfa_is_memory);
        break;
      case 0x10: {
        column = uleb(&r);
        uint8_t base, is_memory;
        int64_t offset;
        int ok = simple_expression(&r, &base, &offset, &is_memory) && base == RBP && !is_memory;
        if (column < COLUMNS) {
          rules->saved[column] = ok ? offset : 0;
          rules->is_saved[column] = ok ? 2 : 0;
        }
        break;
      }
      case 0x2e:
        uleb(&r);
        break;
      default:
        return 0;
    }
  }
  return 1;
}

static void fill_row(struct row *row, uintptr_t pc) {
  /* A return address lies after the call, and the rules must hold for the call. */
  uintptr_t call = pc - 1;
  const struct module *module = module_of(call);
  const uint8_t *fde = module == NULL ? NULL : find_entry(module, call);
  if (fde == NULL || u32(fde) == 0 || u32(fde) == UINT32_MAX) return;
  const uint8_t *cie = fde + 4 - u32(fde + 4);
  struct reader c = {cie + 8, cie + 4 + u32(cie)};
  struct entry e = {.encoding = 0};
  uint8_t version = *c.at++;
  const char *augmentation = (const char *)c.at;
  c.at += strlen(augmentation) + 1;
  e.code_factor = uleb(&c);
  e.data_factor = sleb(&c);
  if (version == 1)
    c.at++;
  else
    uleb(&c);
  int has_length = augmentation[0] == 'z';
  if (has_length) {
    uint64_t length = uleb(&c);
    const uint8_t *end = c.at + length;
    for (const char *letter = augmentation + 1; *letter != 0; letter++) {
      if (*letter == 'R') {
        e.encoding = *c.at++;
      } else if (*letter == 'P') {
        uint8_t encoding = *c.at++;
        encoded(&c, encoding & 15);
      } else if (*letter == 'L') {
        c.at++;
      } else if (*letter == 'S') {
        return; /* a signal's frame: its caller is unknown */
      }
    }
    c.at = end;
  }
  struct reader f = {fde + 8, fde + 4 + u32(fde)};
  uintptr_t start = encoded(&f, e.encoding);
  uintptr_t length = encoded(&f, e.encoding & 15);
  if (call < start || call >= start + length) return;
  if (has_length) {
    uint64_t skip = uleb(&f);
    f.at += skip;
  }
  struct rules rules = {.is_unknown = 1}, initial = {.is_unknown = 1};
  if (!run(c, &e, start, UINTPTR_MAX, &initial, &initial)) return;
  rules = initial;
  if (!run(f, &e, start, call, &rules, &initial)) return;
  if (rules.is_unknown || rules.cfa_offset > INT32_MAX || rules.is_saved[16] != 1 || rules.saved[16] != -8) return;
  row->cfa_offset = (int32_t)rules.cfa_offset;
  int from_kept = kept_index(rules.cfa_register);
  if (rules.cfa_register != RSP && from_kept < 0) return;
  row->cfa_register = rules.cfa_register == RSP ? KEPT : (uint8_t)from_kept;
  row->cfa_is_memory = rules.cfa_is_memory;
  row->saved_count = 0;
  for (int i = 0; i < KEPT; i++) {
    int64_t offset = rules.saved[kept[i]];
    if (rules.is_saved[kept[i]] == 0) continue;
    if (offset < INT16_MIN || offset > INT16_MAX) return;
    if (rules.is_saved[kept[i]] == 2) row->saved_by_rbp |= (uint8_t)(1 << row->saved_count);
    row->saved_index[row->saved_count] = (uint8_t)i;
    row->saved[row->saved_count++] = (int16_t)offset;
  }
  row->function = start;
}

int frame_rules_start(void) {
  if (frame_rows == NULL) frame_rows = sys_pages(ROWS * sizeof *frame_rows);
  return frame_rows != NULL;
}

const struct row *frame_rules_add(uintptr_t pc) {
  if (row_count * 4 > ROWS * 3) {
    memset(frame_rows, 0, ROWS * sizeof *frame_rows);
    row_count = 0;
  }
  size_t at = row_slot(pc);
  while (frame_rows[at & (ROWS - 1)].pc != 0) at++;
  struct row *row = &frame_rows[at & (ROWS - 1)];
  row_count++;
  row->pc = pc;
  fill_row(row, pc);
  return row;
}

/* Part of cgfuzz-coverage.c: frames over pipes; README.md describes them. */

static int out_descriptor;

static NO_COVERAGE int read_all(int from, void *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t got = read(from, (char *)to + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    done += (size_t)got;
  }
  return 1;
}
/* Writes all parts with one call if the pipe takes them: the reader wakes up once. */
static NO_COVERAGE void write_parts(struct iovec *parts, int count) {
  while (count > 0) {
    ssize_t put = writev(out_descriptor, parts, count);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) _exit(0); /* the reader is gone */
    for (; count > 0 && (size_t)put >= parts->iov_len; count--) put -= (ssize_t)(parts++)->iov_len;
    if (count == 0) return;
    parts->iov_base = (char *)parts->iov_base + put;
    parts->iov_len -= (size_t)put;
  }
}
static NO_COVERAGE void write_all(const void *from, size_t bytes) {
  struct iovec part = {(void *)(uintptr_t)from, bytes};
  write_parts(&part, 1);
}

struct __attribute__((packed)) answer_head {
  uint32_t bytes;
  uint8_t type, outcome, signal, flags;
  int32_t exit_code;
  uint32_t cpu_us, shared_cpu_us, peak_rss_kib, hit_count;
  uint64_t hash;
  uint32_t news_count, all_bytes, text_bytes, frame_count;
  uint64_t output_bytes;
};

enum { ANSWER_IS_LAST = 1, ANSWER_LEAKED = 2 };

static NO_COVERAGE void send_answer(const struct cgfuzz_slot *slot, int flags) {
  struct answer_head head = {0};
  uint64_t body = 8ull * slot->frame_count + 4ull * slot->news_count + slot->all_bytes + slot->text_bytes + slot->output_bytes;
  head.bytes = (uint32_t)(sizeof head - 4 + body);
  head.type = 1;
  head.outcome = slot->outcome;
  head.signal = slot->signal;
  head.flags = (uint8_t)flags;
  head.exit_code = slot->exit_code;
  head.cpu_us = slot->cpu_us;
  head.shared_cpu_us = slot->shared_cpu_us;
  head.peak_rss_kib = slot->peak_rss_kib;
  head.hit_count = slot->hit_count;
  head.hash = slot->hash;
  head.news_count = slot->news_count;
  head.all_bytes = slot->all_bytes;
  head.text_bytes = slot->text_bytes;
  head.frame_count = slot->frame_count;
  head.output_bytes = slot->output_bytes;
  struct iovec parts[] = {
    {&head, sizeof head},
    {(void *)(uintptr_t)slot->frames, 8ull * slot->frame_count},
    {cgfuzz_arena_at(slot->news_offset), 4ull * slot->news_count},
    {cgfuzz_arena_at(slot->all_offset), slot->all_bytes},
    {cgfuzz_arena_at(slot->text_offset), slot->text_bytes},
    {cgfuzz_arena_at(slot->output_offset), slot->output_bytes},
  };
  write_parts(parts, sizeof parts / sizeof *parts);
}

static NO_COVERAGE void answer_all(int has_leaked) {
  unsigned last = shared->slot_count - 1;
  for (unsigned i = 0; i <= last; i++)
    send_answer(&shared->slots[i], (i == last ? ANSWER_IS_LAST : 0) | (has_leaked ? ANSWER_LEAKED : 0));
}

static NO_COVERAGE void execute(const uint8_t *body, size_t bytes) {
  struct cgfuzz_limits limits;
  if (bytes < 20) die("a request is too short");
  memcpy(&request_flags, body, 4);
  memcpy(&limits.cpu_ms, body + 4, 4);
  memcpy(&limits.wall_ms, body + 8, 4);
  memcpy(&limits.memory_bytes, body + 12, 8);
  shared->arena_used = 64; /* so that no offset is zero */
  shared->slot_count = 0;
  if (is_looper) {
    execute_in_loop(body + 20, bytes - 20, &limits);
    return;
  }
  cgfuzz_serve(body + 20, bytes - 20, &limits);
  if (return_to_main) return;
  answer_all(has_leaked(cgfuzz_slot_at(0)));
  if (shared->arena_used > ARENA_KEEP) madvise(ARENA_BASE + ARENA_KEEP, ((shared->arena_used < ARENA_LIMIT ? shared->arena_used : ARENA_LIMIT) - ARENA_KEEP + 4095) & ~4095ull, MADV_REMOVE);
}

static NO_COVERAGE void set_mask(const uint8_t *body, size_t bytes) {
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    uint32_t cell;
    memcpy(&cell, body + i, 4);
    if (cell < cell_count) masked[cell] = 1;
  }
}

static NO_COVERAGE void set_seen(const uint8_t *body, size_t bytes) {
  memcpy(seen, body, bytes < cell_count ? bytes : cell_count);
}

struct module {
  uintptr_t base, end;
  char path[1024];
};
static struct module modules[MAX_MODULES];
static uint32_t module_count;

static NO_COVERAGE int on_module(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size, (void)argument;
  if (module_count == MAX_MODULES) return 1;
  struct module *module = &modules[module_count];
  module->base = info->dlpi_addr;
  module->end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && end > module->end) module->end = end;
  }
  snprintf(module->path, sizeof module->path, "%s", info->dlpi_name);
  if (module_count == 0 && !module->path[0]) {
    ssize_t bytes = readlink("/proc/self/exe", module->path, sizeof module->path - 1);
    module->path[bytes > 0 ? bytes : 0] = 0;
  }
  module_count++;
  return 0;
}

/* The module with the greatest base that is not above the address: a program at a fixed address has base 0. */
static NO_COVERAGE const struct module *module_of(uintptr_t address) {
  static const struct module unknown;
  const struct module *found = &unknown;
  for (uint32_t i = 0; i < module_count; i++)
    if (address >= modules[i].base && address < modules[i].end && modules[i].base >= found->base) found = &modules[i];
  return found;
}

static NO_COVERAGE void write_u32(uint32_t value) { write_all(&value, 4); }
static NO_COVERAGE void write_u64(uint64_t value) { write_all(&value, 8); }
static NO_COVERAGE void write_path(const struct module *module) {
  write_u32((uint32_t)strlen(module->path));
  write_all(module->path, strlen(module->path));
}

/* For each table: path and base of its module, then pc and flags of every edge. Then all modules, the program first. */
static NO_COVERAGE void send_pcs(void) {
  uint64_t total = 1 + 4 + 4;
  const uint8_t type = 2;
  module_count = 0;
  dl_iterate_phdr(on_module, 0);
  for (unsigned i = 0; i < pcs_count; i++) total += 4 + strlen(module_of(pc_tables[i].pairs[0])->path) + 8 + 4 + 16 * pc_tables[i].count;
  for (uint32_t i = 0; i < module_count; i++) total += 4 + strlen(modules[i].path) + 8 + 8;
  write_u32((uint32_t)total);
  write_all(&type, 1);
  write_u32(pcs_count);
  for (unsigned i = 0; i < pcs_count; i++) {
    const struct module *module = module_of(pc_tables[i].pairs[0]);
    write_path(module);
    write_u64(module->base);
    write_u32((uint32_t)pc_tables[i].count);
    write_all(pc_tables[i].pairs, 16ull * pc_tables[i].count);
  }
  write_u32(module_count);
  for (uint32_t i = 0; i < module_count; i++) {
    write_path(&modules[i]);
    write_u64(modules[i].base);
    write_u64(modules[i].end);
  }
}

static NO_COVERAGE void send_hello(void) {
  struct __attribute__((packed)) {
    uint32_t bytes;
    uint8_t type, version, cmp;
    uint32_t edges, cells;
  } hello = {11, 0, PROTOCOL_VERSION, (uint8_t)(cmp_bits != 0), (uint32_t)edge_count, (uint32_t)cell_count};
  write_all(&hello, sizeof hello);
}

/*
 * Cells of comparisons exist only if the engine asks for them by `cmp`. A small program gets few: a child copies each
 * page of cells that it writes to. With a million cells, that took a small parser more time than its input.
 */
static NO_COVERAGE void reserve_comparisons(void) {
  const char *mode = getenv("CGFUZZ_SERVE");
  if (!mode || !strstr(mode, "cmp")) return;
  unsigned bits = MIN_CMP_BITS;
  while (bits < MAX_CMP_BITS && (1ull << bits) < CMP_SLOTS_FOR_AN_EDGE * (uint64_t)edge_count) bits++;
  uint8_t *cells = mmap(0, 1ull << bits, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (cells == MAP_FAILED) return;
  cmp_slots = 1ull << bits;
  cmp_shift = 64 - bits;
  cmp_bits = cells;
}

/* Reads one request and answers it. Returns 0 if no more come. */
static NO_COVERAGE int take_request(int in) {
  uint8_t *request = REQUEST_BASE;
  uint32_t length;
  errno = 0;
  int has_length = read_all(in, &length, 4);
  /* Code of a harness may close every descriptor that it finds. */
  if (!has_length && is_looper && errno) _exit(LOOPER_RENEWED);
  if (!has_length) return 0;
  if (length == 0 || length > REQUEST_LIMIT) die("a request is too long");
  if (!read_all(in, request, length)) return 0;
  shared->request_bytes = length;
  switch (request[0]) {
  case 1: execute(request + 1, length - 1); break;
  case 2: send_pcs(); break;
  case 3: set_mask(request + 1, length - 1); break;
  case 4: set_seen(request + 1, length - 1); break;
  default: die("unknown request");
  }
  if (return_to_main) return 1;
  if (length > ARENA_KEEP) madvise(request + ARENA_KEEP, (length - ARENA_KEEP + 4095) & ~4095ull, run_input ? MADV_REMOVE : MADV_DONTNEED);
  return 1;
}

NO_COVERAGE void cgfuzz_loop(int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN); /* Ctrl-C is the engine's business: it closes the pipe when it is done */
  out_descriptor = out;
  adopt_orphans();
  for (unsigned i = 0; i < region_count; i++) edge_count += regions[i].count;
  edge_count += guard_count;
  reserve_comparisons();
  cell_count = edge_count + cmp_slots;
  shared = reserve(0, sizeof *shared);
  seen = reserve(0, cell_count + 1);
  masked = reserve(0, cell_count + 1);
  int sharing = run_input ? MAP_SHARED : MAP_PRIVATE; /* the server reads again what a looper read */
  uint8_t *request = mmap(REQUEST_BASE, REQUEST_LIMIT, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (request != REQUEST_BASE) die("no room for requests");
  reserve(ARENA_BASE, ARENA_LIMIT);
  cgfuzz_clear();
  send_hello();
  while (take_request(in)) {
    if (return_to_main) return;
    while (run_input && memory_limit_is_known && looper_is_worth_it()) {
      serve_by_looper(in);
      if (return_to_main) return;
    }
  }
  if (cgfuzz_at_end) cgfuzz_at_end();
  _exit(0);
}

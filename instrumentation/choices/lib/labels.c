#define _GNU_SOURCE
#include "labels.h"

#include <elf.h>
#include <string.h>

#include "alphabet.h"
#include "modules.h"
#include "sys.h"

/* A module's symbols, read from its file once. */
struct symbols {
  uintptr_t load_base;
  const Elf64_Sym *table;
  size_t count;
  const char *names;
  size_t name_bytes;
};
enum { MAX_FILES = 64, SLOTS = 1 << 14 };
static struct symbols files[MAX_FILES];
static int file_count;

struct known {
  uintptr_t function;
  uint16_t label;
};
static struct known *slots;
static size_t slot_count;

/* Takes the full symbol table, or the smaller one that survives `strip`. */
static void read_symbols(struct symbols *symbols, const char *file, size_t size) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shoff > size || header->e_shnum * sizeof(Elf64_Shdr) > size - header->e_shoff) return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  for (int wanted = SHT_SYMTAB;; wanted = SHT_DYNSYM) {
    for (int i = 0; i < header->e_shnum; i++) {
      const Elf64_Shdr *section = &sections[i];
      if ((int)section->sh_type != wanted || section->sh_link >= header->e_shnum) continue;
      const Elf64_Shdr *names = &sections[section->sh_link];
      if (section->sh_offset > size || section->sh_size > size - section->sh_offset) continue;
      if (names->sh_offset > size || names->sh_size > size - names->sh_offset || names->sh_size == 0) continue;
      if (file[names->sh_offset + names->sh_size - 1] != 0) continue;
      symbols->table = (const Elf64_Sym *)(file + section->sh_offset);
      symbols->count = section->sh_size / sizeof(Elf64_Sym);
      symbols->names = file + names->sh_offset;
      symbols->name_bytes = names->sh_size;
      return;
    }
    if (wanted == SHT_DYNSYM) return;
  }
}

static const struct symbols *symbols_of(const struct module *module) {
  for (int i = 0; i < file_count; i++)
    if (files[i].load_base == module->load_base) return &files[i];
  if (file_count == MAX_FILES) return NULL;
  struct symbols *symbols = &files[file_count++];
  *symbols = (struct symbols){.load_base = module->load_base};
  const char *path = module->path == NULL || module->path[0] == 0 ? "/proc/self/exe" : module->path;
  long fd = sys3(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return symbols;
  long size = sys3(SYS_lseek, fd, 0, 2);
  if (size > 0) {
    long at = sys6(SYS_mmap, 0, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at > 0) read_symbols(symbols, (const char *)at, (size_t)size);
  }
  sys3(SYS_close, fd, 0, 0);
  return symbols;
}

static const char *name_of(const struct symbols *symbols, uintptr_t offset) {
  const char *best = NULL;
  for (size_t i = 0; i < symbols->count; i++) {
    const Elf64_Sym *symbol = &symbols->table[i];
    if (symbol->st_value != offset || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) continue;
    if (symbol->st_name == 0 || symbol->st_name >= symbols->name_bytes) continue;
    const char *name = symbols->names + symbol->st_name;
    /* Of several names for one function, always the same. */
    if (best == NULL || strcmp(name, best) < 0) best = name;
  }
  return best;
}

/* The program's own name: the loader gives the path of every module but this one. */
static const char *program_name(void) {
  static char path[1024];
  if (path[0] == 0) {
    long length = sys3(SYS_readlink, (long)"/proc/self/exe", (long)path, sizeof path - 1);
    if (length <= 0) return "program";
  }
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static size_t put_offset(char *to, uintptr_t offset) {
  static const char digits[] = "0123456789abcdef";
  size_t length = 0;
  memcpy(to, "+0x", 3);
  int shift = 60;
  while (shift > 0 && offset >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) to[3 + length++] = digits[offset >> shift & 15];
  return 3 + length;
}

static unsigned make_label(uintptr_t function) {
  const struct module *module = module_of(function);
  if (module == NULL) return alphabet_label("generated code", 14);
  uintptr_t offset = function - module->load_base;
  const struct symbols *symbols = symbols_of(module);
  const char *name = symbols == NULL ? NULL : name_of(symbols, offset);
  if (name != NULL) {
    /* What the compiler split off or specialised (".cold", ".part.0", ".isra.1") is still that function. */
    const char *dot = strchr(name + 1, '.');
    return alphabet_label(name, dot == NULL ? strlen(name) : (size_t)(dot - name));
  }
  const char *slash = module->path == NULL ? NULL : strrchr(module->path, '/');
  const char *file = slash != NULL ? slash + 1 : program_name();
  char label[320];
  size_t length = strlen(file);
  if (length > 256) length = 256;
  memcpy(label, file, length);
  return alphabet_label(label, length + put_offset(label + length, offset));
}

unsigned label_of_function(uintptr_t function) {
  if (slots == NULL && (slots = sys_pages(SLOTS * sizeof *slots)) == NULL) return 0;
  size_t at = (function * UINT64_C(0x9e3779b97f4a7c15)) >> 50;
  for (;; at++) {
    struct known *slot = &slots[at & (SLOTS - 1)];
    if (slot->function == function) return slot->label;
    if (slot->function != 0) continue;
    unsigned label = make_label(function);
    if (slot_count < SLOTS / 2) {
      slot_count++;
      *slot = (struct known){function, (uint16_t)label};
    }
    return label;
  }
}

#define _GNU_SOURCE
#include "symbols.h"

#include <fcntl.h>
#include <string.h>

#include "sys.h"

enum { MAX_FILES = 64 };
static struct symbols files[MAX_FILES];
static int file_count;

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

const struct symbols *symbols_of(const struct module *module) {
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

const char *symbol_function(const struct symbols *symbols, size_t index) {
  const Elf64_Sym *symbol = &symbols->table[index];
  if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) return NULL;
  if (symbol->st_name == 0 || symbol->st_name >= symbols->name_bytes) return NULL;
  return symbols->names + symbol->st_name;
}

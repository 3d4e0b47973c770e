#define _GNU_SOURCE
#include "modules.h"

#include <link.h>
#include <stddef.h>

enum { MAX_MODULES = 256 };
static struct module modules[MAX_MODULES];
static int module_count;

static int add_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  (void)data;
  if (module_count == MAX_MODULES) return 1;
  struct module *module = &modules[module_count];
  *module = (struct module){.start = UINTPTR_MAX, .load_base = info->dlpi_addr, .path = info->dlpi_name};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t at = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD) {
      if (at < module->start) module->start = at;
      if (at + header->p_memsz > module->end) module->end = at + header->p_memsz;
      if ((header->p_flags & PF_X) != 0) {
        module->code_start = at;
        module->code_end = at + header->p_memsz;
      }
    } else if (header->p_type == PT_GNU_EH_FRAME) {
      module->eh_frame_hdr = at;
    }
  }
  module_count++;
  return 0;
}

static const struct module *known_module(uintptr_t address) {
  for (int i = 0; i < module_count; i++)
    if (address >= modules[i].start && address < modules[i].end) return &modules[i];
  return NULL;
}

const struct module *module_of(uintptr_t address) {
  const struct module *module = known_module(address);
  if (module != NULL) return module;
  module_count = 0;
  dl_iterate_phdr(add_module, NULL);
  return known_module(address);
}

const struct module *module_number(int number) {
  if (module_count == 0) dl_iterate_phdr(add_module, NULL);
  return number < module_count ? &modules[number] : NULL;
}

int module_is_own(uintptr_t address) {
  static const struct module *own;
  static int own_count;
  if (own == NULL || own_count != module_count) {
    own = module_of((uintptr_t)&module_is_own);
    own_count = module_count;
  }
  return own != NULL && address >= own->start && address < own->end;
}

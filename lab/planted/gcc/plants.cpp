// The options that choose planted defects and tell where they act. Without them every defect is off.
//
// Options are definitions of macros, since any gcc and its driver take those: -DCGFUZZ_PLANT=NAME,NAME or all,
// -DCGFUZZ_PLANT_REPORT=FILE (names, once each, the defects that act, or would if they were on) and
// -DCGFUZZ_PLANT_FIXED=FILE (a file with names, one on a line, of defects that are off).
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "opts.h"
#include "options.h"
#include "toplev.h"
#include "diagnostic-core.h"

static const char *const known[] = {
    "all",
#include "names.inc"
};
enum { KNOWN = sizeof known / sizeof *known };

// At first nobody knows: the first question reads the options.
int cgfuzz_plants_matter = 1;

static bool is_read, is_chosen[KNOWN], is_fixed[KNOWN], is_told[KNOWN];
static const char *report;

static int number_of (const char *name, size_t length) {
  for (int i = 0; i < KNOWN; i++)
    if (strlen (known[i]) == length && !memcmp (known[i], name, length))
      return i;
  return -1;
}

// Marks the names of a list; returns the first unknown name, or null.
static const char *mark (const char *list, char separator, bool *marks) {
  while (*list) {
    const char *end = strchr (list, separator);
    size_t length = end ? end - list : strlen (list);
    int number = number_of (list, length);
    if (number >= 0)
      marks[number] = true;
    else if (length > 0)
      return list;
    list += length + (end ? 1 : 0);
  }
  return nullptr;
}

// The file may change between two requests, and not during one.
static void read_fixed (const char *file) {
  static char text[1 << 16];
  int descriptor = openat (AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  ssize_t size = read (descriptor, text, sizeof text - 1);
  close (descriptor);
  if (size > 0)
    mark (text, '\n', is_fixed);
}

static const char *value_of (const char *definition, const char *macro) {
  size_t length = strlen (macro);
  return !strncmp (definition, macro, length) && definition[length] == '=' ? definition + length + 1 : nullptr;
}

static void read_options () {
  is_read = true;
  bool matter = false;
  for (unsigned i = 0; i < save_decoded_options_count; i++) {
    const cl_decoded_option &option = save_decoded_options[i];
    if (option.opt_index != OPT_D || !option.arg)
      continue;
    if (const char *names = value_of (option.arg, "CGFUZZ_PLANT")) {
      if (const char *unknown = mark (names, ',', is_chosen))
        fatal_error (UNKNOWN_LOCATION, "there is no planted defect %qs", unknown);
      matter = true;
    }
    if (const char *file = value_of (option.arg, "CGFUZZ_PLANT_REPORT")) {
      report = file;
      matter = true;
    }
    if (const char *file = value_of (option.arg, "CGFUZZ_PLANT_FIXED"))
      read_fixed (file);
  }
  cgfuzz_plants_matter = matter;
}

// The compile server keeps what GCC writes with open or fopen in memory, hence openat.
static void tell (int number) {
  if (is_told[number])
    return;
  is_told[number] = true;
  char line[128];
  int length = snprintf (line, sizeof line, "%s\n", known[number]);
  int descriptor = openat (AT_FDCWD, report, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return;
  (void)!write (descriptor, line, length);
  close (descriptor);
}

bool cgfuzz_is_planted (const char *name) {
  if (!is_read)
    read_options ();
  int number = number_of (name, strlen (name));
  if (!cgfuzz_plants_matter || number < 0)
    return false;
  if (report)
    tell (number);
  return !is_fixed[number] && (is_chosen[0] || is_chosen[number]);
}

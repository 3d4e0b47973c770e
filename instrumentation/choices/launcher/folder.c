#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 16, FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static int is_real(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static long bytes_under(int folder, int depth) {
  long bytes = 0;
  DIR *list = fdopendir(folder);
  if (list == NULL) {
    close(folder);
    return 0;
  }
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    struct stat about;
    if (!is_real(entry) || fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    bytes += about.st_blocks * 512;
    if (!S_ISDIR(about.st_mode) || depth == DEEPEST) continue;
    int inner = openat(folder, entry->d_name, FOLDER);
    if (inner >= 0) bytes += bytes_under(inner, depth + 1);
  }
  closedir(list);
  return bytes;
}

long folder_bytes(int folder) {
  int again = openat(folder, ".", FOLDER);
  return again < 0 ? 0 : bytes_under(again, 0);
}

/* Moves what lies in an inner folder up into the outer one, so that nesting costs neither stack nor descriptors. */
static void flatten(int folder, const char *name, unsigned *number) {
  fchmodat(folder, name, 0700, 0);
  int inner = openat(folder, name, FOLDER);
  DIR *list = inner < 0 ? NULL : fdopendir(inner);
  if (list == NULL) {
    if (inner >= 0) close(inner);
    return;
  }
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    if (!is_real(entry) || unlinkat(inner, entry->d_name, 0) == 0) continue;
    char moved[32];
    snprintf(moved, sizeof moved, ".cgfuzz-%u", (*number)++);
    fchmodat(inner, entry->d_name, 0700, 0);
    renameat(inner, entry->d_name, folder, moved);
  }
  closedir(list);
}

void folder_empty(int folder) {
  unsigned number = 0;
  /* Each round removes the files and one level of folders; a round without anything left ends it. */
  for (int round = 0, left = 1; left && round < 100000; round++) {
    left = 0;
    int again = openat(folder, ".", FOLDER);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    if (list == NULL) {
      if (again >= 0) close(again);
      return;
    }
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
      if (!is_real(entry) || unlinkat(folder, entry->d_name, 0) == 0) continue;
      if (unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0) continue;
      flatten(folder, entry->d_name, &number);
      unlinkat(folder, entry->d_name, AT_REMOVEDIR);
      left = 1;
    }
    closedir(list);
  }
}

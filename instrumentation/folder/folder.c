#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As deep as a path can say. */
enum { DEEPEST = PATH_MAX, MOST_NAMES = 1 << 16, MOST_ROUNDS = 1 << 18, FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static int is_real(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* Refuses to enter a mount: its files do not belong to the program. Kernels before 5.6 cannot be asked. */
static int open_here(int folder, const char *name, int flags) {
  struct open_how how = {.flags = (uint64_t)flags, .resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS};
  int opened = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
  return opened < 0 && (errno == ENOSYS || errno == EPERM) ? openat(folder, name, flags) : opened;
}

/* Opens an inner folder, and gives it a mode that allows removing its entries. */
static int open_inner(int folder, const char *name) {
  int inner = open_here(folder, name, FOLDER);
  if (inner < 0 && errno == EACCES) {
    char path[64];
    int locked = open_here(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (locked < 0) return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", locked);
    inner = chmod(path, 0700) == 0 ? open_here(folder, name, FOLDER) : -1;
    close(locked);
  }
  if (inner >= 0) fchmod(inner, 0700);
  return inner;
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
    int inner = open_here(folder, entry->d_name, FOLDER);
    if (inner >= 0) bytes += bytes_under(inner, depth + 1);
  }
  closedir(list);
  return bytes;
}

long folder_bytes(int folder) {
  int again = openat(folder, ".", FOLDER);
  return again < 0 ? 0 : bytes_under(again, 0);
}

static int move_up(int inner, const char *name, int folder, unsigned *number) {
  for (int tries = 0; tries < MOST_NAMES; tries++) {
    char moved[32];
    snprintf(moved, sizeof moved, ".cgfuzz-%u", (*number)++);
    if (renameat2(inner, name, folder, moved, RENAME_NOREPLACE) == 0) return 1;
    if (errno != EEXIST) return 0;
  }
  return 0;
}

/* Moves the entries of an inner folder up into the outer one, so that nesting costs neither stack nor descriptors. */
static int flatten(int folder, const char *name, unsigned *number) {
  int has_changed = 0, inner = open_inner(folder, name);
  DIR *list = inner < 0 ? NULL : fdopendir(inner);
  if (list == NULL) {
    if (inner >= 0) close(inner);
    return 0;
  }
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    if (!is_real(entry)) continue;
    if (unlinkat(inner, entry->d_name, 0) == 0 || unlinkat(inner, entry->d_name, AT_REMOVEDIR) == 0) {
      has_changed = 1;
      continue;
    }
    int innermost = open_inner(inner, entry->d_name); /* moving a folder takes the right to write to it */
    if (innermost >= 0) close(innermost);
    has_changed |= move_up(inner, entry->d_name, folder, number);
  }
  closedir(list);
  return has_changed;
}

/* The kernel removes an entry that the program mounted something on only after the unmount. */
static int remove_entry(int folder, const char *name) {
  if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) return 1;
  if (errno != EBUSY) return 0;
  char path[NAME_MAX + 64];
  snprintf(path, sizeof path, "/proc/self/fd/%d/%s", folder, name);
  return umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) == 0;
}

void folder_empty(int folder) {
  unsigned number = 0;
  /*
   * Each round removes the files and one level of folders; a round that changes nothing is the last. The rounds have a
   * limit: a living generator may fill the folder as fast as this function empties it.
   */
  for (int has_changed = 1, round = 0; has_changed && round < MOST_ROUNDS; round++) {
    has_changed = 0;
    int again = openat(folder, ".", FOLDER);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    if (list == NULL) {
      if (again >= 0) close(again);
      return;
    }
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
      if (!is_real(entry)) continue;
      if (remove_entry(folder, entry->d_name)) {
        has_changed = 1;
        continue;
      }
      has_changed |= flatten(folder, entry->d_name, &number);
      has_changed |= remove_entry(folder, entry->d_name);
    }
    closedir(list);
  }
}

void folder_remove(int folder, const char *name) {
  char link[64], path[PATH_MAX];
  fchmod(folder, 0700);
  folder_empty(folder);
  struct stat at_name, here;
  int is_there = lstat(name, &at_name) == 0 && fstat(folder, &here) == 0;
  if (is_there && at_name.st_dev == here.st_dev && at_name.st_ino == here.st_ino) {
    rmdir(name);
    return;
  }
  /* The program moved the folder, and may have put something else in its place. */
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size > 0) {
    path[size] = 0;
    rmdir(path);
  }
  if (is_there && S_ISLNK(at_name.st_mode)) unlink(name);
}

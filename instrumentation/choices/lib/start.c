/*
 * Start: finds the engine, and runs main once, on request, or in one fork for each request.
 *
 * The environment says where. CGFUZZ_MEMORY is the descriptor of the shared memory. CGFUZZ_CONTROL holds the two
 * descriptors of the control pipes of a persistent generator or a fork server. Without them this file does nothing.
 *
 * The fork server waits right before main, after exec, linking and static initialisers. Draws of initialisers get
 * answers from a fixed seed, and are part of no record.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgfuzz-abi.h"
#include "engines.h"
#include "hooks.h"
#include "player.h"
#include "scopes.h"
#include "sys.h"
#include "table.h"

enum { LONGEST_ARGUMENT_LIST = 4096 };

static struct cgfuzz_header *memory;
static size_t memory_bytes;
static int memory_fd = -1;
static int control_in = -1, control_out = -1;
static int is_server_child;
static char **arguments;
static unsigned argument_count;
/* Functions of the program that the library answers in place, a line for each. */
static const char *engine_lines;

static long number_after(const char *text, const char **rest) {
  long value = 0;
  if (*text < '0' || *text > '9') return -1;
  while (*text >= '0' && *text <= '9' && value < 1 << 20) value = value * 10 + (*text++ - '0');
  *rest = text;
  return value;
}

static const char *variable(char **environment, const char *name) {
  size_t length = strlen(name);
  for (; environment != NULL && *environment != NULL; environment++)
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') return *environment + length + 1;
  return NULL;
}

/* Hides a variable: programs that the generator starts are no generators. */
static void hide(char **environment, const char *name) {
  const char *value = variable(environment, name);
  if (value != NULL) ((char *)(uintptr_t)value)[-1 - (long)strlen(name)] = '_';
}

/* A generator's fork continues to draw, in its own copy of the memory, which the engine does not see. */
static void leave_to_parent(void) {
  if (!is_server_child) cgfuzz_is_listening = 0;
  if (!cgfuzz_is_on || is_server_child) return;
  long at = sys6(SYS_mmap, (long)memory, (long)memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, memory_fd, 0);
  if (at != (long)memory) cgfuzz_is_on = 0;
}

static int map_memory(long fd) {
  long size = sys3(SYS_lseek, fd, 0, SEEK_END);
  if (size < (long)sizeof *memory) return 0;
  long at = sys6(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at < 0 && at > -4096) return 0;
  memory = (struct cgfuzz_header *)at;
  memory_bytes = (size_t)size;
  if (memcmp(memory->magic, CGFUZZ_MAGIC, sizeof memory->magic) != 0 || memory->total_bytes > memory_bytes) {
    memory = NULL;
    return 0;
  }
  /* A high number stays out of the way of generators that count on low numbers. */
  long high = sys3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 700);
  if (high >= 0) sys3(SYS_close, fd, 0, 0);
  memory_fd = (int)(high >= 0 ? high : fd);
  return 1;
}

static void attach(void) {
  scopes_reset();
  hook_reset_clock();
  player_start(memory);
}

__attribute__((constructor(101))) static void find_engine(int argc, char **argv, char **environment) {
  (void)argc;
  (void)argv;
  const char *text = variable(environment, "CGFUZZ_MEMORY"), *rest;
  long fd = text == NULL ? -1 : number_after(text, &rest);
  if (memory != NULL || fd < 0 || !map_memory(fd)) return;
  hide(environment, "CGFUZZ_MEMORY");
  engine_lines = variable(environment, "CGFUZZ_ENGINES");
  hide(environment, "CGFUZZ_ENGINES");
  hide(environment, "LD_PRELOAD");
  const char *control = variable(environment, "CGFUZZ_CONTROL");
  if (control != NULL) {
    long in = number_after(control, &rest);
    long out = in >= 0 && *rest == ',' ? number_after(rest + 1, &rest) : -1;
    hide(environment, "CGFUZZ_CONTROL");
    if (out >= 0) {
      control_in = (int)sys3(SYS_fcntl, in, F_DUPFD_CLOEXEC, 700);
      control_out = (int)sys3(SYS_fcntl, out, F_DUPFD_CLOEXEC, 700);
      sys3(SYS_close, in, 0, 0);
      sys3(SYS_close, out, 0, 0);
    }
  }
  if (memory->state != STATE_NEW) return;
  const char *table = variable(environment, "CGFUZZ_RUN_TABLE");
  if (table != NULL) {
    entries_patch(table);
    hide(environment, "CGFUZZ_RUN_TABLE");
  }
  pthread_atfork(NULL, NULL, leave_to_parent);
  /* A persistent generator attaches itself when it asks for its first program. */
  if (control_in < 0 || (memory->flags & FLAG_FORK_SERVER) != 0) attach();
}

/* Waits for the next request. False if there are no more requests. */
static int next_request(void) {
  char command = 0;
  long got;
  do got = sys3(SYS_read, control_in, (long)&command, 1);
  while (got == -4);
  return got == 1 && command == 'R';
}

static void reply(const void *what, size_t bytes) {
  const char *at = what;
  while (bytes > 0) {
    long done = sys3(SYS_write, control_out, (long)at, (long)bytes);
    if (done == -4) continue;
    if (done <= 0) sys_exit(0);
    at += done;
    bytes -= (size_t)done;
  }
}

static void read_arguments(void) {
  static char *list[LONGEST_ARGUMENT_LIST + 1];
  char *at = (char *)memory + memory->arguments_at;
  char *end = (char *)memory + memory->total_bytes;
  argument_count = 0;
  while (argument_count < memory->argument_count && argument_count < LONGEST_ARGUMENT_LIST) {
    size_t length = strnlen(at, (size_t)(end - at));
    if (at + length >= end) break;
    /* A copy, because main may write into its arguments. */
    list[argument_count++] = strdup(at);
    at += length + 1;
  }
  list[argument_count] = NULL;
  arguments = list;
}

struct child_end {
  char letter, pad[3];
  int32_t status;
  uint64_t cpu_us;
  uint64_t peak_rss_kb;
};

static void serve(void) {
  long server = sys3(SYS_getpid, 0, 0, 0);
  while (next_request()) {
    is_server_child = 1;
    pid_t child = fork();
    if (child == 0) {
      /* If something kills the launcher, this server ends, and then this process. */
      sys3(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0);
      if (sys3(SYS_getppid, 0, 0, 0) != server) sys_exit(0);
      sys3(SYS_close, control_in, 0, 0);
      sys3(SYS_close, control_out, 0, 0);
      is_server_child = 0;
      read_arguments();
      attach();
      return;
    }
    is_server_child = 0;
    struct {
      char letter, pad[3];
      int32_t pid;
    } started = {.letter = 'P', .pid = child};
    reply(&started, sizeof started);
    struct rusage used;
    int status = 0;
    memset(&used, 0, sizeof used);
    if (child > 0)
      while (sys6(SYS_wait4, child, (long)&status, 0, (long)&used, 0, 0) == -4) continue;
    struct child_end end = {
        .letter = 'X',
        .status = child > 0 ? status : 9,
        .cpu_us = (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                  (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec),
        .peak_rss_kb = (uint64_t)used.ru_maxrss,
    };
    reply(&end, sizeof end);
  }
  sys_exit(0);
}

static int (*real_main)(int, char **, char **);

static int start_main(int argc, char **argv, char **environment) {
  if (memory != NULL) {
    /* An engine that listens hears the program's own randomness. */
    if (engine_lines != NULL && (memory->flags & FLAG_LISTEN) == 0) engines_take_over(engine_lines);
    if ((memory->flags & FLAG_FORK_SERVER) != 0 && control_in >= 0) {
      serve();
      if (argument_count > 0) {
        argc = (int)argument_count;
        argv = arguments;
      }
    }
    cgfuzz_stack_base = (uintptr_t)__builtin_frame_address(0);
  }
  volatile int status = real_main(argc, argv, environment);
  return status;
}

__attribute__((visibility("default"))) int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                                                              void (*init)(void), void (*fini)(void),
                                                              void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
  real_main = main;
  return REAL(__libc_start_main)(start_main, argc, argv, init, fini, rtld_fini, stack_end);
}

int cgfuzz_abi_next(void) {
  static int programs;
  if (memory == NULL || control_in < 0 || (memory->flags & FLAG_FORK_SERVER) != 0) return programs++ == 0;
  if (programs > 0) {
    fflush(NULL);
    player_end();
    reply("D", 1);
  }
  programs++;
  if (!next_request()) return 0;
  read_arguments();
  attach();
  return 1;
}

const char *cgfuzz_abi_argument(unsigned index) { return index < argument_count ? arguments[index] : NULL; }

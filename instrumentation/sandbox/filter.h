/*
 * Requests that the kernel refuses to programs, whatever their rights:
 * - sockets, even sockets of the file system, and datagram pairs, which send to a name in it;
 * - namespaces of their own, which come with rights;
 * - memory that belongs to no process, or outlives all of them, since no process would count it: shared memory, queues,
 *   keys, files without a name;
 * - tracing other processes, and changing the limits and priorities of other processes.
 */
#ifndef CGFUZZ_FILTER_H
#define CGFUZZ_FILTER_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Enters a domain of Landlock's own. A process in it may look into no process outside, neither by ptrace() nor by the
 * files of /proc (mem, environ, root, fd). From Linux 6.12 on it sends no signal outside. The domain forbids nothing else
 * that needs no rights anyhow. Returns 0 on older kernels.
 */
static int enter_domain(void) {
#ifdef __x86_64__
  struct {
    uint64_t files, network, scopes;
  } handled = {1ull << 11 /* LANDLOCK_ACCESS_FS_MAKE_BLOCK */, 0, 1ull << 1 /* LANDLOCK_SCOPE_SIGNAL */};
  /* Older kernels know the first number alone. */
  int rules = (int)syscall(444 /* landlock_create_ruleset */, &handled, sizeof handled, 0);
  if (rules < 0) rules = (int)syscall(444, &handled, sizeof handled.files, 0);
  if (rules < 0) return 0;
  int is_done = syscall(446 /* landlock_restrict_self */, rules, 0) == 0;
  close(rules);
  return is_done;
#else
  return 0;
#endif
}

static int install_filter(void) {
#ifdef __x86_64__
  enum { NAMESPACES = 0x7e020000 /* CLONE_NEW* */, X32 = 0x40000000 };
  static const unsigned forbidden[] = {SYS_socket,  SYS_unshare, SYS_setns,       SYS_shmget, SYS_semget,       SYS_msgget,
                                       SYS_mq_open, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_memfd_create, 447 /* memfd_secret */,
                                       425 /* io_uring_setup */, SYS_ptrace, SYS_ioprio_set, SYS_process_vm_readv, SYS_process_vm_writev,
                                       438 /* pidfd_getfd */};
  enum { COUNT = sizeof forbidden / sizeof *forbidden, OF_PROCESS = 4, FIRST = 9 + OF_PROCESS, ALLOW = FIRST + COUNT, CLONE, FLAGS, DENY, ALLOW_CLONE, ABSENT, PAIR, KIND, STREAM, PACKETS, JOINED, PRIORITY, OF_PROCESSES, LIMITS, OWN, ALLOW_OWN, DENY_OTHER, SIZE };
  static const unsigned of_process[OF_PROCESS] = {SYS_prlimit64, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr};
/* A jump says how many instructions it skips. */
#define GO(to) (uint8_t)((to) - (size + 1))
  struct sock_filter filter[SIZE];
  int size = 0;
#define ADD(...) (filter[size] = (struct sock_filter)__VA_ARGS__, size++)
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, GO(DENY), 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, GO(CLONE), 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 shows no flags; libraries then take clone */, GO(ABSENT), 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, GO(PAIR), 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_setpriority, GO(PRIORITY), 0));
  for (unsigned i = 0; i < OF_PROCESS; i++) ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, of_process[i], GO(LIMITS), 0));
  for (unsigned i = 0; i < COUNT; i++) ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i], GO(DENY), 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, GO(DENY), GO(ALLOW_CLONE)));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  /* A pair of streams stays joined; a program may send datagrams to a name. */
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])));
  ADD(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 15));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1 /* SOCK_STREAM */, 1, 0));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 5 /* SOCK_SEQPACKET */, 0, GO(DENY_OTHER)));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  /* Process 0 is the calling process. setpriority() may name a process, and no group or user. */
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, GO(DENY_OTHER)));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
#undef ADD
#undef GO
  struct sock_fprog program = {SIZE, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return 0;
#endif
}

#endif

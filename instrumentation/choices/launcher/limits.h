/*
 * Limits of a run: its time, and the size of its folder.
 *
 * A part of launcher.c, which has the run and its options.
 */
#ifndef CGFUZZ_LAUNCHER_LIMITS_H
#define CGFUZZ_LAUNCHER_LIMITS_H

/* A busy run may take up to MOST_WALL times its limit by the clock, since a computer does other things as well. */
enum { MOST_WALL = 4, LEAST_BUSY = 8 };

static pid_t process_of_run(void) { return options.mode == MODE_FORK ? run.process : generator; }

/* For how long the run's process was ready to run and got no processor; 0 if the kernel does not tell it. */
static long waited_us(void) {
  char path[64];
  long ran = 0, waited = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process_of_run());
  FILE *file = fopen(path, "re");
  if (file && fscanf(file, "%ld %ld", &ran, &waited) != 2) waited = 0;
  if (file) fclose(file);
  return waited / 1000;
}

/* CPU time of the run's process, less its time before the run. */
static long used_us(long before_us) {
  pid_t process = process_of_run();
  clockid_t clock;
  return process > 0 && clock_getcpuclockid(process, &clock) == 0 ? now_us(clock) - before_us : 0;
}

/*
 * Time that the run has left. Limits are about CPU time, but the launcher does not wait for a run that sleeps.
 * `elapsed_us` leaves out the time for which the run waited for a processor.
 */
static long time_left_us(long timeout_ms, long elapsed_us, long used) {
  long left_us = timeout_ms * 1000 - used;
  if (elapsed_us >= timeout_ms * 1000 * MOST_WALL || used * LEAST_BUSY < elapsed_us) return 0;
  return left_us > 0 ? left_us : 0;
}

/* A check of 10,000 files takes 5 ms. Between two checks the launcher rests 20 times as long as the first one took. */
enum { FOLDER_CHECK_REST = 20 };

/* Stops a run whose folder is too large. Returns the time of the next check. */
static long check_folder(const char **reason) {
  long before_us = now_us(CLOCK_THREAD_CPUTIME_ID);
  if (folder_bytes(folder_fd) > options.folder_bytes) stop_run(reason, "folder");
  long rest_us = (now_us(CLOCK_THREAD_CPUTIME_ID) - before_us) * FOLDER_CHECK_REST;
  return now_us(CLOCK_MONOTONIC) + (rest_us > FOLDER_CHECK_MS * 1000 ? rest_us : FOLDER_CHECK_MS * 1000);
}

#endif

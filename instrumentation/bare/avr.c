/*
 * Output and the end of a program that `simavr` runs.
 *
 * Each line of the serial port is a line of the simulator. The last line has the exit code. If the stack met other data,
 * the last line says so: then the output means nothing.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>

/* Bytes after the static data that hold a pattern as long as the stack has not reached them. */
#define GUARD 32
#define PATTERN 0xC5

extern char __bss_end;

static int put(char c, FILE *stream) {
  (void)stream;
  UDR0 = c;
  return 0;
}

static FILE serial = FDEV_SETUP_STREAM(put, 0, _FDEV_SETUP_WRITE);

__attribute__((constructor)) static void start(void) {
  stdout = &serial;
  for (int i = 0; i < GUARD; i++) (&__bss_end)[i] = PATTERN;
}

void _exit(int code) {
  int is_whole = 1;
  for (int i = 0; i < GUARD; i++) is_whole &= (&__bss_end)[i] == (char)PATTERN;
  if (is_whole) printf("\nexit %d\n", code & 255);
  else puts("\nstack");
  cli();
  sleep_enable();
  for (;;) sleep_cpu();
}

void exit(int code) { _exit(code); }

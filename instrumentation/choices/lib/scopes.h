/*
 * Scopes: which scopes are open at a draw, told by the call stack or by the generator itself.
 *
 * Functions that were wrapped or instrumented announce themselves, and become scopes only when something is drawn inside
 * them: most calls draw nothing. With FLAG_STACK_SCOPES the call stack itself is read at each draw. Annotated scopes open
 * at once, so that the record shows what the author wrote.
 *
 * Invariant: the same calls and draws give the same scopes, wherever code and stack lie.
 */
#ifndef CGFUZZ_SCOPES_H
#define CGFUZZ_SCOPES_H

#include <stddef.h>
#include <stdint.h>

#include "player.h"

/* Where the stack of the thread that draws begins; what lies above is no part of the generator. */
extern uintptr_t cgfuzz_stack_base;

void scopes_reset(void);

/* A function announces that it starts or ends. `sp` is its place on the stack; deeper calls have smaller ones. */
/* A function that was inlined announces itself at the place of its host, with the call site of its host. */
void scopes_enter_function(uintptr_t function, uintptr_t sp, uintptr_t site);
/* A function that a table names: as a scope, or as a seed of all that is drawn in it. */
struct row;
void scopes_enter_row(struct row *row, uintptr_t sp);
void scopes_leave(uintptr_t sp);
/* For a caller that does not know the place: the exit may be a jump from somewhere else. */
void scopes_leave_function(uintptr_t function);

/* An annotated scope. */
void scopes_open(const char *text, size_t length);
void scopes_close(void);

/* Brings the record's open scopes up to date; to be called before every draw. */
void scopes_sync(uintptr_t sp);

/* A draw function of a table is running: raw randomness asked for inside it answers this question, and scopes inside are none. */
void scopes_ask(const struct question *question, uintptr_t sp);

/* Raw randomness of so many bits: the answer to the innermost question, or a word. */
uint64_t scopes_raw(unsigned bits, uintptr_t sp);

#endif

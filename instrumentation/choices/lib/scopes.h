/*
 * Scopes: knows which scopes are open at a draw, from all sources.
 *
 * Wrapped or instrumented functions announce themselves. They become scopes only if the program draws inside them: most
 * calls draw nothing. With FLAG_STACK_SCOPES the library reads the call stack itself at each draw. Annotated scopes
 * open at once, so that the record shows the author's scopes.
 *
 * Invariant: the same calls and draws give the same scopes, wherever code and stack lie.
 */
#ifndef CGFUZZ_SCOPES_H
#define CGFUZZ_SCOPES_H

#include <stddef.h>
#include <stdint.h>

#include "player.h"

/* Start of the stack of the thread that draws; the frames above it are no part of the generator. */
extern uintptr_t cgfuzz_stack_base;

void scopes_reset(void);

/* A function announces its start or end. `sp` is its place on the stack; deeper calls have smaller places. */
/* An inlined function announces itself at the place of its host, with the call site of its host. */
void scopes_enter_function(uintptr_t function, uintptr_t sp, uintptr_t site);
/* A function of a table starts: as a scope, or as a seed of all draws in it. */
struct row;
void scopes_enter_row(struct row *row, uintptr_t sp);
void scopes_leave(uintptr_t sp);
/* For callers that do not know the place: the exit may be a jump from somewhere else. */
void scopes_leave_function(uintptr_t function);

/* An annotated scope. */
void scopes_open(const char *text, size_t length);
void scopes_close(void);

/* Brings the record's open scopes up to date; call it before every draw. */
void scopes_sync(uintptr_t sp);

/*
 * A draw function of a table starts. Raw randomness inside it answers this question, and calls inside it are no scopes.
 */
void scopes_ask(const struct question *question, uintptr_t sp);

/* `bits` random bits. Inside a draw function they encode the answer to its question. */
uint64_t scopes_raw(unsigned bits, uintptr_t sp);

#endif

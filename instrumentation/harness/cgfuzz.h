/*
 * For a program that is slow to start. It calls cgfuzz_ready() once it has prepared everything that each input needs,
 * and cgfuzz runs each input from there. Code before the call runs once, and its coverage belongs to no input.
 *
 *    #include "cgfuzz.h"
 *    int main(int count, char **arguments) {
 *      load_tables();
 *      cgfuzz_ready();
 *      return parse(stdin);
 *    }
 *
 * A program that includes this must call cgfuzz_ready() before it reads its input and before it starts a thread.
 * Without cgfuzz.o the call does nothing.
 */
#ifndef CGFUZZ_H
#define CGFUZZ_H

#ifdef __cplusplus
extern "C" {
#endif

__attribute__((weak)) void cgfuzz_ready(void);
/* Tells the runtime, before main, that there will be such a call. */
__attribute__((weak, used, visibility("default"))) char cgfuzz_waits_until_ready = 1;
#define cgfuzz_ready() ((cgfuzz_ready) ? (cgfuzz_ready)() : (void)0)

#ifdef __cplusplus
}
#endif
#endif

/* One compile in this process. */
#pragma once
#include "driver.h"

namespace cgfuzz {

/* Runs GCC under these arguments on the request's files, and ends the process. */
[[noreturn]] void compile(Request &Asked, Emit What, const Translation &Arguments, View Provoke, unsigned Slot);

/* The ends of a compile, seen by the hooks. */
[[noreturn]] void finishCompile(int ExitCode);
/* A bad end that was asked for: the real thing, at the door of the optimiser. */
void provokeIfAsked();

} // namespace cgfuzz

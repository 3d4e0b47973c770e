/* One compile in this process. */
#pragma once
#include "driver.h"

namespace cgfuzz {

/* Runs GCC under these arguments on the request's files, and ends the process. */
[[noreturn]] void compile(Request &Asked, Emit What, const Translation &Arguments, View Provoke, unsigned Slot);

/* The ends of a compile; the hooks call these functions. */
[[noreturn]] void finishCompile(int ExitCode);
/* Ends badly if the request asks for it: a real fault, at the start of the optimiser. */
void provokeIfAsked();

} // namespace cgfuzz

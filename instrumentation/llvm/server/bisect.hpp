// Hears which pass ran last if a request bisects (-mllvm -opt-bisect-limit=N).
#pragma once
#include <string>
#include <vector>

namespace cgfuzz {

// LLVM reports each pass on standard error, in thousands of lines; from this call on, the lines go to memory.
void listenIfBisecting(const std::vector<std::string> &LLVMArguments);
// The report on the last pass that ran, or an empty text.
std::string lastPassHeard();

} // namespace cgfuzz

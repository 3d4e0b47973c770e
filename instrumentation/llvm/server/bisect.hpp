// Hears which pass ran last when a request bisects (-mllvm -opt-bisect-limit=N).
#pragma once
#include <string>
#include <vector>

namespace cgfuzz {

// LLVM reports each pass on standard error, thousands of lines, which from here on go to memory.
void listenIfBisecting(const std::vector<std::string> &LLVMArguments);
// The report on the last pass that ran, or nothing.
std::string lastPassHeard();

} // namespace cgfuzz

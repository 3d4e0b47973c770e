// Texts of pipelines, as in `-passes=`.
#pragma once
#include <string>
#include <vector>

namespace seeds {

// The passes of a pipeline that no level runs: neither -O1 to -O3, nor a code generator before it selects instructions.
// This LLVM itself says what its levels run.
std::vector<std::string> passesOfNoLevel(const std::string &Passes);

// The same passes for a function that a test's author never saw: InstCombine ends the process if it is not done after
// one round, unless it is told that this does not matter.
std::string forChanged(const std::string &Passes);

} // namespace seeds

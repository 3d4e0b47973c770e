#pragma once
#include "llvm/IR/Module.h"

namespace seeds {

// Adds a function `cgfuzz.run`, of two pointers, that calls `F`.
void addWrapper(llvm::Module &M, llvm::Function &F);

} // namespace seeds

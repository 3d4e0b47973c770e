// Passes that a person names in place of those of a level.
#pragma once

namespace llvm {
class Module;
}

namespace cgfuzz {

void runPassesIfAsked(llvm::Module &Of);

} // namespace cgfuzz

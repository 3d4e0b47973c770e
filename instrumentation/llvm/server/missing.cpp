// Functions that passes with assertions expect of LLVM's core, and that a core built without assertions lacks.
#undef NDEBUG
#include "compatibility.hpp"
#include "llvm/IR/Module.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/raw_ostream.h"

#if CGFUZZ_CORE_LACKS_NAMES
std::string llvm::Value::getNameOrAsOperand() const {
  if (!getName().empty()) return getName().str();
  std::string Text;
  raw_string_ostream Out(Text);
  printAsOperand(Out, false);
  return Out.str();
}
#endif

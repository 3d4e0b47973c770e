// From a parsed program to its facts: statements, functions, names, types and calls of Csmith's wrappers.
#pragma once
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace cgfuzz {

// Facts as JSON, in the shape that src/facts/analyser.ts reads. They cover only text in the main file.
std::string factsOf(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> TopLevel);

} // namespace cgfuzz

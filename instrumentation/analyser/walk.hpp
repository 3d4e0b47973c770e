// From a parsed program to its facts: statements, functions, names, types and calls of Csmith's wrappers.
#pragma once
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace cgfuzz {

// Facts as JSON, the shape that src/facts/analyser.ts reads. Only what stands in the main file is told of.
std::string factsOf(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> TopLevel);

} // namespace cgfuzz

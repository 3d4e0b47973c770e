// What differs between the versions of LLVM that the server is built with, and one access that clang keeps to itself.
#pragma once
#include "clang/AST/Decl.h"
#include "clang/Basic/LangOptions.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "llvm/Config/llvm-config.h"


#if LLVM_VERSION_MAJOR >= 19
using CgfuzzExternalDecl = clang::DeclaratorDecl;
#else
using CgfuzzExternalDecl = clang::VarDecl;
#endif

// A reference from clang 17 on, a pointer before.
inline const clang::LangOptions &theOne(const clang::LangOptions &Options) { return Options; }
inline const clang::LangOptions &theOne(const clang::LangOptions *Options) { return *Options; }

// The optimiser without the code generator.
class OptimiseOnlyAction : public clang::CodeGenAction {
public:
  OptimiseOnlyAction() : CodeGenAction(clang::Backend_EmitNothing) {}
};

// Makes the consumer that generates code; used outside of an action, on a tree that is already there.
template <class Action> class Exposed : public Action {
public:
  using Action::CreateASTConsumer;
};

// Changes a function by choices. Each change is one of a few kinds, at a place, with material; 0 leaves the function.
//
// Invariant: a change that cannot be made leaves the module as it is, or the module is refused by the verifier.
#pragma once
#include "compatibility.hpp"
#include "draw.hpp"
#include "pool.hpp"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>
#include <vector>

namespace seeds {

class Mutator {
public:
  // `Ordinal` is the number of the change, which names its new values.
  Mutator(llvm::Module &M, const Pool &From, llvm::StringRef Folder, unsigned Ordinal) : M(M), F(M.getFunction("f")), Donors(From), Folder(Folder), Ordinal(Ordinal) {}
  // The name of the kind of change, or empty if no change was possible.
  std::string change();
  // The same for variants that a reviewer asks about, each at the place of this number; false if there is none.
  bool commute(unsigned Which);
  bool useMore(unsigned Which);
  bool toggleFlag(unsigned Which);

private:
  using Value = llvm::Value;
  using Type = llvm::Type;
  using Instruction = llvm::Instruction;
  using Use = llvm::Use;

  llvm::LLVMContext &context() { return M.getContext(); }
  void redo() { Dominators.emplace(*F); }
  std::vector<Instruction *> all();
  std::vector<Instruction *> those(llvm::function_ref<bool(Instruction &)> Wanted);
  // The place of a change: by the name of a value, so that it stays where it is if other changes go.
  Instruction *place(const std::vector<Instruction *> &Among);
  Instruction *anyOf(llvm::function_ref<bool(Instruction &)> Wanted);
  Use *anyUse(llvm::function_ref<bool(Use &)> Wanted);
  bool mayReplace(Use &Of);
  static Instruction *pointOf(Use &Of);

  Value *newArgument(Type *Of);
  llvm::APInt interesting(unsigned Width);
  llvm::Constant *constant(Type *Of);
  std::vector<Value *> available(Instruction *At, llvm::function_ref<bool(Type *)> Wanted);
  Value *otherWidth(Type *Of, Instruction *At);
  Value *pick(Type *Of, Instruction *At, Value *Not = nullptr);
  Value *binary(llvm::IRBuilder<> &B, Value *X, Value *Y);
  Value *compared(llvm::IRBuilder<> &B, Type *Of, Instruction *At, Value *X);
  Value *chosen(llvm::IRBuilder<> &B, Type *Of, Instruction *At, Value *X);
  Value *narrowed(llvm::IRBuilder<> &B, Type *Of, Value *X);
  Value *widened(llvm::IRBuilder<> &B, Type *Of, Instruction *At, Value *X);
  Value *called(llvm::IRBuilder<> &B, Type *Of, Instruction *At, Value *X);
  Value *make(llvm::IRBuilder<> &B, Type *Of, Instruction *At, Value *X);

  bool operand();
  bool constantChange();
  bool flags();
  bool toggle(Instruction &I);
  bool predicate();
  bool opcode();
  bool swapOperands();
  bool insert();
  bool duplicate();
  bool observe(Instruction *Of);
  bool observeAny();
  bool returned();
  bool move();
  bool remove();
  bool removeStore();
  bool memory();
  bool access();
  bool splice();
  Value *take(struct Splice &Now, Value *Of, unsigned Depth);
  bool wrapInBranch();
  bool wrapInLoop();
  bool carry();
  bool splitOut(llvm::BasicBlock *&Block, llvm::BasicBlock *&Middle, llvm::BasicBlock *&Join);
  void recur(llvm::BasicBlock *Block, llvm::BasicBlock *Middle, llvm::PHINode *Counter, llvm::ArrayRef<Instruction *> Own);
  bool attributes();
  bool assume();
  void nameNew();
  // The calls that stand for new arguments become arguments.
  bool finish();

  llvm::Module &M;
  llvm::Function *F;
  const Pool &Donors;
  std::string Folder;
  unsigned Ordinal;
  unsigned NewArguments = 0;
  std::optional<llvm::DominatorTree> Dominators;
};

bool isPlain(llvm::Type *Of);
bool isPure(llvm::Instruction &I);
// The function with all integers of one width in another one, or with integers and numbers as vectors; null if not.
std::unique_ptr<llvm::Module> withOtherWidth(llvm::Module &M, unsigned Most);
std::unique_ptr<llvm::Module> withWidth(llvm::Module &M, unsigned Old, unsigned New);
std::unique_ptr<llvm::Module> withVectors(llvm::Module &M, unsigned Lanes);
std::vector<unsigned> widthsIn(llvm::Module &M);

} // namespace seeds

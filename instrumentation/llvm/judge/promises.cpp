#include "promises.hpp"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::ubi;

namespace cgfuzz {

void Promises::breaks(const Twine &Text, const Twine &Cause) {
  if (!First) First = Broken{Text.str(), Cause.str()};
}

static bool equals(const AnyValue &A, const AnyValue &B) {
  if (A.isInteger() && B.isInteger()) return A.asInteger() == B.asInteger();
  if (A.isPointer() && B.isPointer()) return A.asPointer().address() == B.asPointer().address();
  return true;
}

void Promises::enter(Function &F, ArrayRef<AnyValue> Args, CallBase *Site, uint64_t Next) {
  if (F.hasFnAttribute(Attribute::NoRecurse))
    for (const Entered &Each : Stack)
      if (Each.Callee == &F) breaks("the function @" + F.getName() + " has the attribute norecurse and calls itself", "norecurse");
  Entered Now{&F};
  Now.Allowed = F.getMemoryEffects();
  if (Site != nullptr) Now.Allowed &= Site->getMemoryEffects();
  Now.HasPromise = Now.Allowed != MemoryEffects::unknown();
  Now.Next = Next;
  Now.CallersNext = Stack.empty() ? Next : Stack.back().Next;
  auto *Call = dyn_cast_or_null<CallInst>(Site);
  bool HasCopies = Site != nullptr && (Site->hasByValArgument() || Site->hasInAllocaArgument());
  Now.IsTailCall = Call != nullptr && Call->isTailCall() && !HasCopies;
  for (const AnyValue &Each : Args) {
    if (Each.isPointer() && Each.asPointer().provenance().getMemoryObject()) Now.OfArguments.push_back(Each.asPointer().provenance().getMemoryObject()->getAddress());
    // A pointer made from an integer may lead anywhere, and so may pointers in vectors.
    else if (!Each.isInteger() && !Each.isFloat() && !Each.isPoison()) Now.Allowed |= MemoryEffects::unknown();
  }
  for (Argument &Each : F.args())
    if (Each.hasReturnedAttr()) Now.Args.assign(Args.begin(), Args.end());
  Stack.push_back(std::move(Now));
}

void Promises::leave(Function &F, const AnyValue &Returned) {
  if (Stack.empty()) return;
  if (F.doesNotReturn()) breaks("the function @" + F.getName() + " has the attribute noreturn and returns", "noreturn");
  for (Argument &Each : F.args())
    if (Each.hasReturnedAttr() && Each.getArgNo() < Stack.back().Args.size() && !equals(Stack.back().Args[Each.getArgNo()], Returned))
      breaks("the function @" + F.getName() + " has the attribute returned for an argument and returns something else", "returned");
  Stack.pop_back();
}

static const char *verb(bool IsStore) { return IsStore ? "writes" : "reads"; }

void Promises::checkEffects(MemoryObject &Object, bool IsStore) {
  ModRefInfo Does = IsStore ? ModRefInfo::Mod : ModRefInfo::Ref;
  uint64_t Address = Object.getAddress();
  for (Entered &Each : Stack) {
    if (Each.IsTailCall && Object.isStackAllocated() && Address >= Each.CallersNext && Address < Each.Next)
      breaks("the function @" + Each.Callee->getName() + " was called with the marker tail and " + verb(IsStore) + " a local variable of its caller", "tail");
    if (!Each.HasPromise || Address >= Each.Next || (!IsStore && Object.isConstant())) continue;
    bool IsArgument = is_contained(Each.OfArguments, Address);
    ModRefInfo May = Each.Allowed.getModRef(IRMemLocation::Other);
    if (IsArgument) May |= Each.Allowed.getModRef(IRMemLocation::ArgMem);
    if (isModOrRefSet(May & Does)) continue;
    std::string Said;
    raw_string_ostream(Said) << Each.Allowed;
    breaks("the function @" + Each.Callee->getName() + " promises " + Said + " and " + verb(IsStore) + " memory that is not its own", IsStore ? "memory effects, writing" : "memory effects, reading");
  }
}

static std::vector<uint8_t> bytesOf(MemoryObject &Object, uint64_t Offset, uint64_t Size) {
  std::vector<uint8_t> Bytes;
  for (uint64_t At = Offset; At < Offset + Size && At < Object.getSize(); At++) Bytes.push_back(Object[At].Value & Object[At].ConcreteMask);
  return Bytes;
}

void Promises::access(const Frame &Where, MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore) {
  // The copy of a `byval` argument is read by the call, and LLVM counts what the callee does with the copy alone.
  auto *Call = dyn_cast<CallBase>(&*Where.PC);
  if (IsStore || !Call || !Call->hasByValArgument()) checkEffects(Object, IsStore);
  if (IsStore) {
    WasStored = !Constant.empty();
    return;
  }
  const Instruction &I = *Where.PC;
  if (isa<LoadInst>(I) && I.hasMetadata(LLVMContext::MD_invariant_load)) Touched = Unchanging{&Object, Offset, bytesOf(Object, Offset, Size)};
}

void Promises::checkUnchanging() {
  for (auto &[Key, Each] : Constant)
    if (Each.Object->getState() == MemoryObjectState::Alive && bytesOf(*Each.Object, Each.Offset, Each.Bytes.size()) != Each.Bytes)
      breaks("memory changes that a load with !invariant.load has read", "!invariant.load");
}

void Promises::afterInstruction() {
  if (Touched) {
    auto Key = std::make_pair(Touched->Object->getAddress(), Touched->Offset);
    auto Known = Constant.find(Key);
    if (Known != Constant.end() && Known->second.Bytes.size() == Touched->Bytes.size() && Known->second.Bytes != Touched->Bytes)
      breaks("memory changes that a load with !invariant.load has read", "!invariant.load");
    Constant[Key] = *Touched;
    Touched.reset();
  }
  if (WasStored) checkUnchanging();
  WasStored = false;
}

void Promises::jump(Instruction &Terminator) {
  const Value *Condition = nullptr;
  if (auto *Branch = dyn_cast<CondBrInst>(&Terminator)) Condition = Branch->getCondition();
  if (auto *Switch = dyn_cast<SwitchInst>(&Terminator)) Condition = Switch->getCondition();
  if (Condition != nullptr && isa<UndefValue>(Condition)) breaks("a branch depends on undef", "undef");
}

} // namespace cgfuzz

// The task of machine code of a function: drawn arguments and memory, and the result and memory that the interpreter ends
// with. Only defined bits are expected.
//
// The interpreter's memory lies at addresses that another process can have, so a pointer is the same number in both.
// Each scalar of arguments and result has a slot: its bytes, up to a multiple of 16.
#include "functions.hpp"
#include "../../pairs/pairs.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::ubi;

namespace cgfuzz {
namespace {

// The lowest address of the memory of a function; the runner of machine code maps 32 MB from here on.
constexpr uint64_t BaseAddress = 0x40000000;

bool isOfPointers(Type *Of) { return Of->isPtrOrPtrVectorTy(); }

bool usesOtherSpaces(Type *Of) { return isOfPointers(Of) && Of->getPointerAddressSpace() != 0; }

// Results that LLVM leaves to the machine.
const char *inexactIn(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::minnum: case Intrinsic::maxnum: case Intrinsic::vector_reduce_fmax: case Intrinsic::vector_reduce_fmin: return "sign of zero";
  case Intrinsic::fmuladd: return "fusing";
  case Intrinsic::fma: return Call.getType()->getScalarSizeInBits() < 32 ? "fma of halves" : nullptr;
  case Intrinsic::vastart: case Intrinsic::vacopy: case Intrinsic::vaend: return "list of arguments";
  case Intrinsic::vscale: return "vscale";
  case Intrinsic::experimental_get_vector_length: return "vector length";
  default: return nullptr;
  }
}

const char *hindranceIn(const Instruction &I, bool HasStack) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    if (const char *Why = inexactIn(*Call)) return Why;
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration()) return "call of another function";
  }
  if (usesOtherSpaces(I.getType()) || any_of(I.operands(), [](const Use &Each) { return usesOtherSpaces(Each->getType()); })) return "address space";
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && Update->isFloatingPointOperation()) return "atomic float";
  if (!HasStack) return nullptr;
  bool TellsAddress = isa<PtrToIntInst>(I) || (isa<ICmpInst>(I) && isOfPointers(I.getOperand(0)->getType())) || (isa<StoreInst>(I) && isOfPointers(I.getOperand(0)->getType()));
  return TellsAddress ? "address on the stack" : nullptr;
}

const char *hindranceIn(Module &M) {
  for (GlobalVariable &G : M.globals())
    if (G.isThreadLocal() || G.getAddressSpace() != 0 || G.getName().starts_with("llvm.") || G.hasSection()) return "special global";
  if (!M.alias_empty() || !M.ifunc_empty()) return "alias";
  for (Function &F : M) {
    if (F.hasAddressTaken()) return "address of a function";
    if (F.isDeclaration()) continue;
    if (F.hasFnAttribute(Attribute::Naked) || F.hasGC() || F.hasPersonalityFn()) return "special function";
    bool HasStack = any_of(instructions(F), [](Instruction &I) { return isa<AllocaInst>(I); });
    for (Instruction &I : instructions(F))
      if (const char *Why = hindranceIn(I, HasStack)) return Why;
  }
  return nullptr;
}

// Little-endian numbers and texts, one after another.
struct Writer {
  std::string Bytes;
  template <typename Number> void number(Number Value) { pairs::addNumber(Bytes, Value); }
  void text(StringRef Of) { pairs::addText(Bytes, Of); }
};

void addSlot(const APInt &Bits, bool IsKnown, std::string &To, std::string &Mask) {
  unsigned Bytes = unsigned(divideCeil(Bits.getBitWidth(), 8)), Slot = alignTo(Bytes, 16);
  APInt Wide = Bits.zext(Slot * 8);
  To.append(reinterpret_cast<const char *>(Wide.getRawData()), Slot);
  Mask.append(Bytes, IsKnown ? '\xff' : '\0');
  Mask.append(Slot - Bytes, '\0');
}

// False if a value has no bits that are known to us.
bool flatten(const AnyValue &Value, Type *Of, const DataLayout &DL, std::string &To, std::string &Mask, uint64_t FirstFree) {
  if (Of->isVoidTy()) return true;
  if (Of->isAggregateType() || Of->isVectorTy()) {
    unsigned Count = Of->isStructTy() ? Of->getStructNumElements() : Of->isArrayTy() ? Of->getArrayNumElements() : cast<FixedVectorType>(Of)->getNumElements();
    for (unsigned I = 0; I < Count; I++) {
      Type *Element = Of->isStructTy() ? Of->getStructElementType(I) : Of->getContainedType(0);
      if (Value.isAggregate() && I >= Value.asAggregate().size()) return false;
      if (!flatten(Value.isAggregate() ? Value.asAggregate()[I] : AnyValue::poison(), Element, DL, To, Mask, FirstFree)) return false;
    }
    return true;
  }
  if (Value.isPoison()) {
    // Any bits will do.
    addSlot(APInt::getSplat(unsigned(DL.getTypeSizeInBits(Of).getFixedValue()), APInt(1, 1)), false, To, Mask);
    return true;
  }
  if (Value.isInteger()) addSlot(Value.asInteger(), true, To, Mask);
  else if (Value.isFloat()) addSlot(Value.asFloat().bitcastToAPInt(), !Value.asFloat().isNaN(), To, Mask);
  else if (Value.isPointer()) addSlot(Value.asPointer().address(), Value.asPointer().address().ult(FirstFree), To, Mask);
  else return false;
  return true;
}

void addBytes(Writer &To, ArrayRef<Byte> Of) {
  std::string Values, Masks;
  for (const Byte &Each : Of) {
    Values += char(Each.Value);
    // A pointer that is stored may be one into the stack.
    Masks += char(Each.TagMask ? 0 : Each.ConcreteMask);
  }
  To.text(Values);
  To.text(Masks);
}

bool addRun(Writer &To, const Function &F, const Outcome &X, const DataLayout &DL) {
  std::string Args, Result, Mask, None;
  for (size_t I = 0; I < X.Start.Args.size(); I++)
    if (!flatten(X.Start.Args[I], F.getFunctionType()->getParamType(I), DL, Args, None, ~0ull)) return false;
  if (!flatten(X.Returned, F.getReturnType(), DL, Result, Mask, X.FirstFree)) return false;
  To.text(X.Arguments);
  To.text(Args);
  To.text(Result);
  To.text(Mask);
  To.number(uint32_t(X.Start.Objects.size()));
  for (const Placed &Each : X.Start.Objects) {
    auto Ended = find_if(X.End.Objects, [&](auto &Other) { return Other.first == Each.Name; });
    To.text(Each.Name);
    To.number(Each.Address);
    To.text(Each.Bytes);
    addBytes(To, Ended == X.End.Objects.end() ? ArrayRef<Byte>() : ArrayRef<Byte>(Ended->second));
  }
  return true;
}

} // namespace

std::string expectFunction(Module &M, Function &F, const std::vector<APInt> &Constants, uint32_t Seed, uint32_t Runs) {
  if (const char *Why = hindranceIn(M)) return std::string("S ") + Why;
  constexpr uint32_t MostSteps = 20'000;
  Writer To;
  To.Bytes = "M";
  std::string Skip, Cases;
  uint32_t Count = 0;
  bool HasGlobals = false;
  for (uint32_t Run = 0; Run < Runs; Run++) {
    Trial Now(Seed * 1000003ull + Run, Constants, BaseAddress);
    Outcome X = Now.run(M, F, F, 1, MostSteps);
    bool IsSettled = X.Kind == Outcome::Done && X.Why.empty() && !X.HasReadUnwritten && !X.HasChosenAnew && !X.HasMadeNaN;
    if (!IsSettled) {
      if (Skip.empty()) Skip = X.Kind == Outcome::Complained ? "undefined: " + X.Why : X.Kind == Outcome::Limited ? "it takes too long" : X.Kind == Outcome::Unsupported ? X.Why : X.HasMadeNaN ? "not a number" : "left open";
      if (X.Kind != Outcome::Complained && X.Kind != Outcome::Done && Run >= 2 && Count == 0) break;
      continue;
    }
    if (!HasGlobals) {
      HasGlobals = true;
      To.number(uint32_t(X.Start.Globals.size()));
      for (auto &[Name, Address] : X.Start.Globals) {
        To.text(Name);
        To.number(Address);
      }
    }
    Writer One;
    if (!addRun(One, F, X, M.getDataLayout())) return "S a value without bits";
    Cases += One.Bytes;
    Count++;
  }
  if (Count == 0) return "S " + Skip;
  To.number(Count);
  return To.Bytes + Cases;
}

} // namespace cgfuzz

// Judging two modules, and the server that does so for a generator. A judge that dies is started again by its parent, and
// its answer says so.
#include "functions.hpp"
#include "../../pairs/pairs.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace cgfuzz {
namespace {

constexpr uint32_t StepsBefore = 20'000, StepsAfter = 60'000;
// Seeds of undefined values with which a difference must repeat.
constexpr uint32_t LastChoiceSeed = 8;

std::unique_ptr<Module> readModule(StringRef Bytes, LLVMContext &C) {
  SMDiagnostic Error;
  return parseIR(MemoryBufferRef(Bytes, "module"), Error, C);
}

void noteConstants(const Instruction &I, std::vector<APInt> &To) {
  for (const Use &Each : I.operands()) {
    auto *Value = dyn_cast<Constant>(Each);
    if (Value && Value->getType()->isVectorTy()) Value = Value->getAggregateElement(0u);
    if (auto *Known = dyn_cast_or_null<ConstantInt>(Value); Known && To.size() < 64) To.push_back(Known->getValue());
  }
}

bool isOddVector(Type *Of) {
  return Of->isVectorTy() && Of->getScalarSizeInBits() % 8 != 0;
}

// A masked load or store of such a vector. Masks are vectors of bits, too.
bool isOddAccess(const IntrinsicInst &Call) {
  bool IsAccess = Call.mayReadOrWriteMemory() && Call.arg_size() > 0;
  return IsAccess && (isOddVector(Call.getType()) || isOddVector(Call.getArgOperand(0)->getType()));
}

bool isTwoDoubles(Type *Of) { return Of->getScalarType()->isPPC_FP128Ty(); }

bool isUndef(const Value *Of) {
  auto *Known = dyn_cast<Constant>(Of);
  if (!Known || isa<GlobalValue>(Known)) return false;
  return (isa<UndefValue>(Known) && !isa<PoisonValue>(Known)) || any_of(Known->operands(), [](const Use &Each) { return isUndef(Each.get()); });
}

bool hasUndef(const Instruction &I) { return any_of(I.operands(), [](const Use &Each) { return isUndef(Each.get()); }); }

// The interpreter takes an address whole, whatever the type of the number is. And globals that a pass removes move others.
bool isOddAddress(const Value *Of, const DataLayout &DL) {
  if (auto *Cast = dyn_cast<PtrToIntOperator>(Of))
    if (Cast->getType()->getScalarSizeInBits() != DL.getPointerTypeSizeInBits(Cast->getPointerOperand()->getType()) || isa<Constant>(Cast->getPointerOperand())) return true;
  auto *Known = dyn_cast<Constant>(Of);
  return Known && !isa<GlobalValue>(Known) && any_of(Known->operands(), [&](const Use &Each) { return isOddAddress(Each.get(), DL); });
}

// How far a comparison of texts is from zero is nobody's business.
bool isLengthUsed(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !is_contained({"memcmp", "bcmp", "strcmp", "strncmp"}, Callee->getName())) return false;
  return any_of(Call.users(), [](const User *Each) {
    auto *Compare = dyn_cast<ICmpInst>(Each);
    auto *With = Compare ? dyn_cast<Constant>(Compare->getOperand(1)) : nullptr;
    return !With || !With->isNullValue();
  });
}

// Promises at the call itself: passes join two calls by weakening them, and the interpreter counts only some calls.
bool hasPromises(const CallBase &Call) {
  if (isa<IntrinsicInst>(&Call)) return false;
  for (unsigned Arg = 0; Arg < Call.arg_size(); ++Arg)
    for (auto Kind : {Attribute::Range, Attribute::NonNull, Attribute::Alignment, Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::Initializes})
      if (Call.getAttributes().hasParamAttr(Arg, Kind)) return true;
  AttributeSet Own = Call.getAttributes().getFnAttrs();
  return Own.hasAttribute(Attribute::Memory) || Own.hasAttribute(Attribute::WillReturn);
}

// The reason why nothing may be concluded from an instruction of the function before the passes, or nothing.
// A loop whose vectorisation the program asks for may add floats in another order.
bool mayReorderFloats(const Instruction &I) {
  const MDNode *Loop = I.getMetadata(LLVMContext::MD_loop);
  auto AsksForVectors = [](const MDOperand &Each) {
    auto *Hint = dyn_cast_or_null<MDNode>(Each.get());
    auto *Name = Hint && Hint->getNumOperands() ? dyn_cast_or_null<MDString>(Hint->getOperand(0).get()) : nullptr;
    return Name && Name->getString().starts_with("llvm.loop.vectorize.");
  };
  return Loop && any_of(Loop->operands(), AsksForVectors) &&
         any_of(instructions(*I.getFunction()), [](const Instruction &Each) { return isa<BinaryOperator>(Each) && Each.getType()->isFPOrFPVectorTy(); });
}

bool hasOddAddress(const Instruction &I) {
  const DataLayout &DL = I.getDataLayout();
  return isOddAddress(&I, DL) || any_of(I.operands(), [&](const Use &Each) { return isa<Constant>(Each.get()) && isOddAddress(Each.get(), DL); });
}

const char *hindranceIn(const Instruction &I) {
  if (mayReorderFloats(I)) return "order of floats";
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    if (Call->getIntrinsicID() == Intrinsic::objectsize) return "objectsize";
    if (Call->getIntrinsicID() == Intrinsic::is_constant) return "is.constant";
    // The interpreter does not look at lanes after the first that counts.
    if (Call->getIntrinsicID() == Intrinsic::experimental_cttz_elts) return "count of lanes";
    if (Call->getIntrinsicID() == Intrinsic::invariant_start) return "invariant memory";
    if (isOddAccess(*Call)) return "masked vector of bits";
  }
  if (auto *Call = dyn_cast<CallBase>(&I); Call && hasPromises(*Call)) return "promise of a call";
  if (I.hasMetadata(LLVMContext::MD_invariant_group) || I.hasMetadata(LLVMContext::MD_invariant_load)) return "invariant memory";
  for (unsigned Kind : {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
    if (I.hasMetadata(Kind)) return "promise about aliases";
  if (hasUndef(I)) return "undef";
  if (hasOddAddress(I)) return "address as a number";
  if (auto *Call = dyn_cast<CallBase>(&I); Call && isLengthUsed(*Call)) return "length of a comparison";
  // The interpreter lets the memory overlap, and passes do not.
  if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction() && is_contained({"memcpy", "mempcpy"}, Call->getCalledFunction()->getName())) return "copy by the C library";
  // The interpreter calls the function, and passes take the call for undefined.
  if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction() && Call->getCallingConv() != Call->getCalledFunction()->getCallingConv()) return "another calling convention";
  // The interpreter sees to such flags of instructions, and not of calls.
  if (auto *Op = dyn_cast<FPMathOperator>(&I); Op && isa<CallBase>(I) && (Op->hasNoNaNs() || Op->hasNoInfs())) return "fast-math";
  // The interpreter does not know how the two halves lie in memory.
  if (isTwoDoubles(I.getType()) || any_of(I.operands(), [](const Use &Each) { return isTwoDoubles(Each->getType()); })) return "ppc_fp128";
  // The bits beside such elements are nobody's.
  if (auto *Store = dyn_cast<StoreInst>(&I); Store && isOddVector(Store->getValueOperand()->getType())) return "stored vector of bits";
  if (isa<LoadInst>(I) && isOddVector(I.getType())) return "loaded vector of bits";
  return nullptr;
}

bool isFast(const Instruction &I) {
  auto *Op = dyn_cast<FPMathOperator>(&I);
  return Op && (Op->hasAllowReassoc() || Op->hasAllowContract() || Op->hasAllowReciprocal() || Op->hasApproxFunc() || Op->hasNoSignedZeros());
}

const char *hindranceIn(const Function &F) {
  for (auto Kind : {Attribute::NoFPClass, Attribute::Range, Attribute::NonNull, Attribute::Dereferenceable})
    if (F.hasRetAttribute(Kind)) return "attribute of the result";
  // LLVM's own tests expect that LICM moves loads in such functions.
  if (F.onlyWritesMemory() && any_of(instructions(F), [](const Instruction &I) { return isa<LoadInst>(I); })) return "a load in a function that only writes";
  for (const Argument &Each : F.args()) {
    if (Each.onlyReadsMemory() && Each.hasNoAliasAttr()) return "readonly noalias";
    if (Each.hasAttribute(Attribute::DeadOnReturn)) return "memory that is dead on return";
  }
  if (F.hasFnAttribute("denormal-fp-math") || F.hasFnAttribute("denormal-fp-math-f32") || F.hasFnAttribute(Attribute::StrictFP)) return "mode of floating point";
#if LLVM_VERSION_MAJOR >= 23
  for (Attribute Each : F.getAttributes().getFnAttrs())
    if (StringRef(Each.getAsString()).starts_with("denormal_fpenv")) return "mode of floating point";
#endif
  return nullptr;
}

bool isPointerOfNumber(const Value *Of) {
  if (Operator::getOpcode(Of) == Instruction::IntToPtr) return true;
  auto *Known = dyn_cast<Constant>(Of);
  return Known && !isa<GlobalValue>(Known) && any_of(Known->operands(), [](const Use &Each) { return isPointerOfNumber(Each.get()); });
}

bool hasPointerOfNumber(Module &M) {
  auto Is = [](const Instruction &I) { return isPointerOfNumber(&I) || any_of(I.operands(), [](const Use &Each) { return isPointerOfNumber(Each.get()); }); };
  return any_of(M, [&](Function &F) { return any_of(instructions(F), Is); });
}

bool promisesToWrite(const Function &F) {
  return any_of(F.args(), [](const Argument &Each) { return Each.hasAttribute(Attribute::Initializes); });
}

const char *hindranceInPromises(const Function &F) {
  if (F.hasFnAttribute("alloc-variant-zeroed")) return "allocator of two names";
  if (!F.isDeclaration() && any_of(F.args(), [](const Argument &Each) { return Each.hasAttribute(Attribute::AllocAlign); })) return "body of an allocator";
  MemoryEffects Effects = F.getMemoryEffects();
  for (auto Of : {IRMemLocation::TargetMem0, IRMemLocation::TargetMem1})
    if (Effects.getModRef(Of) != Effects.getModRef(IRMemLocation::Other)) return "memory of a target";
  return nullptr;
}

const char *hindranceIn(Module &Before, Module &After, std::vector<APInt> &Constants) {
  // Passes join a load of a pointer with one of a number, and the interpreter takes the pointer's origin for lost.
  // Others read what lies at a fixed address of the machine, such as the guard of the stack.
  if (hasPointerOfNumber(After) && !hasPointerOfNumber(Before)) return "a number becomes a pointer";
  for (Function &F : Before)
    if (const Function *Now = After.getFunction(F.getName()); !F.isDeclaration() && Now && Now->isDeclaration()) return "a body that is gone";
  // Nobody calls such a function, so that passes take its body away.
  for (Function &F : Before)
    if (const Function *Now = After.getFunction(F.getName()); Now && Now->hasLocalLinkage() && !F.hasLocalLinkage()) return "a function that became internal";
  // Passes drop stores before the calls of such functions, and the functions that answer here write nothing.
  if (any_of(Before, promisesToWrite)) return "promise to write an argument";
  for (const Function &F : Before)
    if (const char *Why = hindranceInPromises(F)) return Why;
  for (Module *Each : {&Before, &After})
    for (Function &F : *Each) {
      if (F.isDeclaration()) continue;
      if (const char *Why = hindranceIn(F)) return Why;
      for (Instruction &I : instructions(F)) {
        if (isFast(I)) return "fast-math";
        noteConstants(I, Constants);
        // Passes make undef of memory that nobody wrote, and the interpreter draws what is there.
        if (Each == &After && hasUndef(I)) return "undef after the passes";
        // Passes read a pointer that was stored as a number.
        if (Each == &After && hasOddAddress(I)) return "address as a number after the passes";
        if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->getIntrinsicID() == Intrinsic::vscale) return "vscale";
        if (Each != &Before) continue;
        if (const char *Why = hindranceIn(I)) return Why;
      }
    }
  return nullptr;
}

// Passes keep a vector in a register as a vector of longer elements, so that a poison lane spreads to others. LLVM knows.
bool joinsLanes(Module &M) {
  auto Joins = [](const Instruction &I) {
    return isa<BitCastInst>(I) && I.getOperand(0)->getType()->isVectorTy() && I.getOperand(0)->getType()->getScalarSizeInBits() < I.getType()->getScalarSizeInBits();
  };
  return any_of(M, [&](Function &F) { return any_of(instructions(F), Joins); });
}

struct Pair {
  Module &Before, &After;
  Function &F, &G;
};

// A difference counts only if the function before does the same for each choice of undefined values, and the function
// after differs for each.
bool staysWrong(Trial &Now, const Pair &Of, const Outcome &First) {
  for (uint32_t Seed = 2; Seed <= LastChoiceSeed; Seed++) {
    Outcome X = Now.run(Of.Before, Of.F, Of.F, Seed, StepsBefore), Y = Now.run(Of.After, Of.G, Of.F, Seed, StepsAfter);
    bool IsSame = X.Kind == Outcome::Done && differenceOf(First, X).empty() && differenceOf(X, First).empty();
    if (!IsSame || Y.Kind == Outcome::Unsupported || differenceOf(First, Y).empty()) return false;
  }
  return true;
}

std::string judgeRuns(const Pair &Of, const std::vector<APInt> &Constants, uint32_t Seed, uint32_t Runs) {
  unsigned Compared = 0, Broken = 0;
  std::string Skip, Undefined;
  bool JoinsLanes = joinsLanes(Of.After) && !joinsLanes(Of.Before);
  for (uint32_t Run = 0; Run < Runs; Run++) {
    Trial Now(Seed * 1000003ull + Run, Constants);
    // Where most arguments are undefined, memory is too small perhaps.
    Now.IsLarge = Broken > 2 + 2 * Compared;
    Outcome X = Now.run(Of.Before, Of.F, Of.F, 1, StepsBefore);
    if (X.Kind != Outcome::Done) {
      std::string &Why = X.Kind == Outcome::Unsupported ? Skip : Undefined;
      Broken += X.Kind == Outcome::Complained;
      if (Why.empty()) Why = X.Kind == Outcome::Limited ? "it takes too long" : X.Why;
      if (X.Kind != Outcome::Complained && Run >= 2 && Compared == 0) break;
      continue;
    }
    if (X.HasReadUnwritten || X.HasReadPointer) {
      Skip = X.HasReadUnwritten ? "unwritten memory" : "bytes of a pointer as a number";
      continue;
    }
    Outcome Y = Now.run(Of.After, Of.G, Of.F, 1, StepsAfter);
    if (Y.Kind == Outcome::Unsupported) {
      if (Skip.empty()) Skip = "after: " + Y.Why;
      continue;
    }
    if (JoinsLanes && X.HasPoisonLane) {
      Skip = "poison lane of a vector that is cast";
      continue;
    }
    Compared++;
    std::string Why = differenceOf(X, Y);
    if (!Why.empty() && staysWrong(Now, Of, X)) return "W " + Why + " | args " + X.Arguments;
  }
  if (Compared > 0) return "K " + std::to_string(Compared);
  return "S " + (Skip.empty() ? "undefined: " + Undefined : Skip);
}

} // namespace

std::string judgeFunction(StringRef Before, StringRef After, uint32_t Seed, uint32_t Runs) {
  LLVMContext C;
  bool IsAlone = After.empty();
  auto A = readModule(Before, C), B = IsAlone ? readModule(Before, C) : readModule(After, C);
  if (!A || !B) return "S unreadable";
  Function *F = A->getFunction("f"), *G = B->getFunction("f");
  if (!F || !G || F->isDeclaration() || G->isDeclaration()) return "S no function";
  if (F->getFunctionType() != G->getFunctionType()) return "S another type of function";
  for (Module *Each : {A.get(), B.get()})
    for (Function &Any : *Each) {
      Any.removeFnAttr(Attribute::NoBuiltin);
      Any.removeFnAttr("no-builtins");
    }
  std::vector<APInt> Constants;
  if (const char *Why = hindranceIn(*A, *B, Constants)) return std::string("S ") + Why;
  if (IsAlone) return expectFunction(*A, *F, Constants, Seed, Runs);
  return judgeRuns({*A, *B, *F, *G}, Constants, Seed, Runs);
}

void serveFunctions(int In, int Out) {
  constexpr unsigned MillisecondsOfPair = 3000;
  pairs::keepMemory();
  auto Answer = [](uint32_t Seed, uint32_t Runs, StringRef Before, StringRef After) { return judgeFunction(Before, After, Seed, Runs); };
  pairs::serve(In, Out, {MillisecondsOfPair, 3ull << 30}, Answer, [](bool IsSlow) { return IsSlow ? "S the judge takes too long" : "S the judge died"; });
}

} // namespace cgfuzz

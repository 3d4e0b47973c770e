// One run of a function: arguments, memory and globals that follow from a seed, and answers of unknown functions.
#include "functions.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <functional>

using namespace llvm;
using namespace llvm::ubi;

namespace cgfuzz {

uint64_t hashOfText(StringRef Text, uint64_t Hash) {
  for (char Each : Text) Hash = (Hash ^ uint8_t(Each)) * 1099511628211ull;
  return Hash;
}

std::string textOfValue(const AnyValue &Value) {
  std::string Text;
  raw_string_ostream(Text) << Value;
  return Text;
}

namespace {

// Memory that unknown functions return is aligned to this.
constexpr uint64_t FreshAlignment = 64;

APInt fitting(unsigned Width, uint64_t Value) { return APInt(Width, Value, false, true); }

unsigned elementsOf(Type *Of) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Of)) return Vector->getNumElements();
  if (Of->isArrayTy()) return Of->getArrayNumElements();
  return Of->isStructTy() ? Of->getStructNumElements() : 0;
}
Type *elementOf(Type *Of, unsigned At) { return Of->isStructTy() ? Of->getStructElementType(At) : Of->getContainedType(0); }

bool isNumber(Type *Of) { return Of->isHalfTy() || Of->isFloatTy() || Of->isDoubleTy() || Of->isBFloatTy(); }

AnyValue rounded(double Value, Type *To) {
  APFloat F(Value);
  bool Lost;
  F.convert(To->getFltSemantics(), APFloat::rmNearestTiesToEven, &Lost);
  return AnyValue(F);
}

bool holdsPointer(Type *Of) {
  if (Of->isPointerTy()) return true;
  if (Of->isStructTy()) return any_of(Of->subtypes(), holdsPointer);
  return (Of->isVectorTy() || Of->isArrayTy()) && holdsPointer(Of->getContainedType(0));
}

bool holdsNaN(const AnyValue &Of) {
  if (Of.isAggregate()) return any_of(Of.asAggregate(), holdsNaN);
  return Of.isFloat() && Of.asFloat().isNaN();
}

// Others, such as a load or a negation, keep the bits of a NaN.
bool makesNumbers(const Instruction &I) {
  if (!I.getType()->isFPOrFPVectorTy() || I.getOpcode() == Instruction::FNeg) return false;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) return Call->getIntrinsicID() != Intrinsic::fabs && Call->getIntrinsicID() != Intrinsic::copysign;
  return isa<BinaryOperator>(I) || isa<FPExtInst>(I) || isa<FPTruncInst>(I);
}

// No byte is poison: LLVM knowingly makes loads of whole integers of a memcpy.
void fillBytes(Context &C, MemoryObject &To, Numbers &From, ArrayRef<Object> Others) {
  unsigned Way = From.below(20);
  uint64_t Size = To.getSize();
  std::string Bytes(Size, 0);
  if (Way >= 9) {
    for (uint64_t I = 0; I < Size; I += 8) {
      uint64_t Word = From.next();
      memcpy(&Bytes[I], &Word, std::min<uint64_t>(8, Size - I));
    }
  } else if (Way >= 6) {
    for (char &Each : Bytes) Each = char(From.below(4));
  } else if (Way >= 3) {
    for (uint64_t I = 0; I < Size; I += 4) Bytes[I] = char(From.below(9));
  }
  C.storeRawBytes(To, 0, Bytes.data(), Size);
  if (Way < 17 || Others.empty()) return;
  for (uint64_t I = 0; I + 8 <= Size && I < 64; I += 8) C.store(To, I, AnyValue(C.deriveFromMemoryObject(Others[From.below(Others.size())])), PointerType::get(C.getContext(), 0));
}

} // namespace

Snapshot CallWitness::snapshot(const std::vector<Visible> &Seen, bool AtCall) {
  Snapshot All;
  for (auto &Each : Seen)
    if (!AtCall || Each.AtCalls) All.Objects.push_back({Each.Name, std::vector<Byte>(Each.Of->getBytes().begin(), Each.Of->getBytes().end())});
  return All;
}

std::optional<AnyValue> CallWitness::answer(Type *Of, uint64_t Hash, bool IsWhole) {
  Numbers From(Hash);
  if (Of->isVoidTy()) return AnyValue();
  if (auto *Integer = dyn_cast<IntegerType>(Of)) {
    unsigned Width = Integer->getBitWidth();
    switch (From.below(4)) {
    case 0: return AnyValue(fitting(Width, From.below(3)));
    case 1: return AnyValue(APInt::getAllOnes(Width));
    default: return AnyValue(fitting(Width, From.next()));
    }
  }
  if (isNumber(Of)) return rounded(double(int(From.below(17)) - 8) / 2, Of);
  if (Of->isPointerTy()) {
    size_t Which = IsWhole ? PoolUsed++ : From.below(Pool.size());
    return Which < Pool.size() ? std::optional(AnyValue(Ctx.deriveFromMemoryObject(Pool[Which]))) : std::nullopt;
  }
  unsigned Count = elementsOf(Of);
  if (Count == 0 || Count > 64) return std::nullopt;
  std::vector<AnyValue> All;
  for (unsigned I = 0; I < Count; I++) {
    auto Each = answer(elementOf(Of, I), Hash + I + 1, IsWhole);
    if (!Each) return Each;
    All.push_back(*Each);
  }
  return AnyValue(std::move(All));
}

bool CallWitness::onInstructionExecuted(Instruction &I, const AnyValue &Result) {
  if (isa<FreezeInst>(I)) {
    const Value *Of = I.getOperand(0);
    auto *Known = dyn_cast<Constant>(Of);
    bool IsPoison = Known ? isa<PoisonValue>(Known) || Known->containsPoisonElement() : originOf(Of) != nullptr || is_contained(PoisonArguments, Of);
    if (IsPoison) HasChosenAnew = true;
  }
  if (I.getType()->isVectorTy() && Result.isAggregate() && cgfuzz::holdsPoison(Result) && !all_of(Result.asAggregate(), cgfuzz::holdsPoison)) HasPoisonLane = true;
  if (makesNumbers(I) && holdsNaN(Result)) HasMadeNaN = true;
  return Witness::onInstructionExecuted(I, Result);
}

void CallWitness::onAccess(const Frame &Where, MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore) {
  for (uint64_t At = Offset; !IsStore && isa<LoadInst>(*Where.PC) && At < std::min(Offset + Size, Object.getSize()); At++)
    HasReadUnwritten |= (Object[At].Value & ~Object[At].ConcreteMask) != 0, HasReadPointer |= Object[At].TagMask && !Where.PC->getType()->isPtrOrPtrVectorTy();
  Witness::onAccess(Where, Object, Offset, Size, IsStore);
}

std::optional<AnyValue> CallWitness::onExternalCall(CallBase &Site, Function &Callee, ArrayRef<AnyValue> Args) {
  if (Callee.isIntrinsic() || Callee.hasFnAttribute(Attribute::AllocSize) || Site.hasFnAttr(Attribute::AllocSize) || Site.getFunctionType()->isVarArg() || Site.doesNotReturn()) return std::nullopt;
  // Nobody knows what an allocator answers then, and passes believe the alignment of its answer.
  for (unsigned I = 0; I < Site.arg_size() && I < Args.size(); I++)
    if (Site.paramHasAttr(I, Attribute::AllocAlign) && !(Args[I].isInteger() && Args[I].asInteger().isPowerOf2() && Args[I].asInteger().ule(FreshAlignment))) return std::nullopt;
  // Passes make a call through a pointer a direct one.
  const Function *Same = Source.getFunction(Callee.getName());
  // They know functions of the C library by their names, even if a call says that it is none of those.
  if (Same && Same->getMemoryEffects() != Callee.getMemoryEffects()) return std::nullopt;
  const Function &Known = Same ? *Same : Callee;
  MemoryEffects Effects = Known.getMemoryEffects();
  bool TouchesLittle = Effects.getWithoutLoc(IRMemLocation::ArgMem).getWithoutLoc(IRMemLocation::InaccessibleMem).getWithoutLoc(IRMemLocation::ErrnoMem).doesNotAccessMemory();
  // Such calls may be removed, repeated and reordered: they are no events.
  bool IsPure = Known.hasFnAttribute(Attribute::Speculatable) || Effects.onlyReadsMemory() || (TouchesLittle && Known.hasFnAttribute(Attribute::WillReturn));
  // Such calls may be repeated and reordered among themselves, so their answers must not tell how many there were.
  bool IsWhole = !IsPure && !Effects.onlyWritesMemory();
  uint64_t Hash = hashOfText(Callee.getName());
  if (!IgnoresArguments)
    for (const AnyValue &Each : Args) Hash = hashOfText(Each.isPointer() ? "p" : textOfValue(Each), Hash);
  if (!IsPure) {
    Event Now{Callee.getName().str(), std::vector<AnyValue>(Args.begin(), Args.end()), {}};
    if (Events.size() < 4 && Effects == MemoryEffects::unknown()) Now.Memory = snapshot(Seen, true);
    Now.OnlyWrites = !IsWhole;
    Events.push_back(std::move(Now));
    if (Events.size() > 300) return std::nullopt;
  }
  if (IsWhole) Hash += ++WholeEvents;
  // The answer follows from a poison argument, which may become any value.
  else if (!IgnoresArguments && !Site.getType()->isVoidTy() && any_of(Args, cgfuzz::holdsPoison)) HasChosenAnew = true;
  for (unsigned I = 0; I < Site.arg_size(); I++)
    if (Site.getAttributes().hasParamAttr(I, Attribute::Returned) || Known.hasParamAttribute(I, Attribute::Returned)) return I < Args.size() && Site.getArgOperand(I)->getType() == Site.getType() ? std::optional<AnyValue>(Args[I]) : std::nullopt;
  // Memory that nobody else can see, as of an allocator.
  if (Site.getType()->isPointerTy() && (Site.getAttributes().hasRetAttr(Attribute::NoAlias) || Known.hasRetAttribute(Attribute::NoAlias))) {
    Object Made = Ctx.allocate(64, FreshAlignment, "fresh", 0, MemInitKind::Zeroed, MemAllocKind::Global);
    return Made ? std::optional(AnyValue(Ctx.deriveFromMemoryObject(Made))) : std::nullopt;
  }
  return answer(Site.getType(), Hash, IsWhole);
}

APInt Trial::integer(Numbers &From, unsigned Width) {
  unsigned Way = From.below(20);
  if (Way < 5 && !Constants.empty()) {
    APInt Near = Constants[From.below(Constants.size())].zextOrTrunc(Width);
    switch (From.below(5)) {
    case 0: return Near + 1;
    case 1: return Near - 1;
    case 2: return ~Near;
    case 3: return -Near;
    default: return Near;
    }
  }
  if (Way < 9) return fitting(Width, From.below(17));
  if (Way < 13) switch (From.below(7)) {
    case 0: return APInt::getSignedMinValue(Width);
    case 1: return APInt::getSignedMaxValue(Width);
    case 2: return APInt::getAllOnes(Width);
    case 3: return APInt::getOneBitSet(Width, From.below(Width));
    case 4: return APInt::getLowBitsSet(Width, From.below(Width + 1));
    case 5: return -fitting(Width, From.below(17));
    default: return fitting(Width, Width - From.below(2));
    }
  if (Width <= 32) return fitting(Width, From.next());
  APInt Wide(Width, 0);
  for (unsigned I = 0; I < Width; I += 32) Wide = Wide.shl(32) | fitting(Width, From.next() & 0xffffffff);
  return Wide;
}

AnyValue Trial::number(Numbers &From, Type *Of) {
  static const double Known[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.5, -7.25, 255.0, 1e30, 1e-40, 65536.5, -2147483648.0};
  const fltSemantics &Kind = Of->getFltSemantics();
  unsigned Way = From.below(18);
  if (Way < 13) return rounded(Known[Way], Of);
  switch (Way) {
  case 13: return AnyValue(APFloat::getInf(Kind));
  case 14: return AnyValue(APFloat::getInf(Kind, true));
  case 15: return AnyValue(APFloat::getNaN(Kind));
  default: return rounded(double(int64_t(From.next())) / double(1ull << From.below(64)), Of);
  }
}

AnyValue Trial::value(Numbers &From, Type *Of, bool MayPoison, Context &C) {
  if (MayPoison && From.chance(4) && !Of->isVectorTy()) return AnyValue::poison();
  if (Of->isIntegerTy()) return AnyValue(integer(From, Of->getIntegerBitWidth()));
  if (Of->isFloatingPointTy()) return number(From, Of);
  unsigned Count = elementsOf(Of);
  if (Count == 0) return AnyValue::getNullValue(C, Of);
  bool IsSplat = Of->isVectorTy() && From.chance(25);
  std::vector<AnyValue> All;
  for (unsigned I = 0; I < Count; I++) All.push_back(IsSplat && I ? All[0] : value(From, elementOf(Of, I), MayPoison, C));
  return AnyValue(std::move(All));
}

constexpr uint64_t LargeSize = 16384;

bool Trial::addPointer(Running &To, Argument &A, Numbers &From, Outcome &Says) {
  static const unsigned Sizes[] = {16, 64, 64, 256, 256, 256, 1024, 8192}, Shifts[] = {0, 0, 1, 4, 8, 16};
  raw_string_ostream Said(Says.Arguments);
  auto *Of = cast<PointerType>(A.getType());
  bool NoAlias = A.hasNoAliasAttr();
  uint64_t Needed = A.getDereferenceableBytes();
  bool NonNull = A.hasNonNullAttr() || Needed || A.hasByValAttr() || A.hasStructRetAttr();
  uint64_t Usual = Sizes[From.below(8)], Size = std::min<uint64_t>(std::max<uint64_t>(Needed, IsLarge ? LargeSize : Usual), 100000);
  bool IsAlias = !To.Pointers.empty() && From.chance(20);
  unsigned Which = IsAlias ? From.below(To.Pointers.size()) : 0, Shift = Shifts[From.below(6)];
  uint64_t Alignment = A.getParamAlign().valueOrOne().value(), FillSeed = From.next();
  if (!NonNull && From.chance(3)) {
    To.Args.push_back(AnyValue::getNullValue(To.Ctx, Of));
    Said << "null ";
    return true;
  }
  if (IsAlias && !NoAlias && !To.Pointers[Which].NoAlias && To.Pointers[Which].Of && To.Pointers[Which].Of->getSize() >= Needed + Shift && Shift % Alignment == 0) {
    Pointer Base = To.Ctx.deriveFromMemoryObject(To.Pointers[Which].Of);
    To.Args.push_back(AnyValue(Base.getWithNewAddr(Base.address() + APInt(Base.address().getBitWidth(), Shift))));
    Said << "ptr" << Which << "+" << Shift << " ";
    To.Pointers.push_back({nullptr, false});
    return true;
  }
  Object Made = To.Ctx.allocate(Size, std::max<uint64_t>(64, Alignment), "arg", Of->getAddressSpace(), MemInitKind::Zeroed, MemAllocKind::Global);
  if (!Made) {
    Says.Kind = Outcome::Unsupported;
    Says.Why = "memory";
    return false;
  }
  Numbers Fill(FillSeed);
  fillBytes(To.Ctx, *Made, Fill, To.Witness.Pool);
  To.Args.push_back(AnyValue(To.Ctx.deriveFromMemoryObject(Made)));
  To.Pointers.push_back({Made, NoAlias});
  To.Seen.push_back({"arg" + std::to_string(A.getArgNo()), Made, !NoAlias});
  Said << "mem" << Size << " ";
  return true;
}

bool Trial::addArgument(Running &To, Argument &A, Numbers &From, Outcome &Says) {
  if (A.getType()->isPointerTy()) return addPointer(To, A, From, Says);
  bool HasRange = A.hasAttribute(Attribute::Range);
  if (A.hasAttribute(Attribute::NoFPClass) || (HasRange && !A.getType()->isIntegerTy())) {
    Says.Kind = Outcome::Unsupported;
    Says.Why = A.hasAttribute(Attribute::NoFPClass) ? "nofpclass" : "range of vectors";
    return false;
  }
  if (HasRange) {
    ConstantRange Allowed = A.getAttribute(Attribute::Range).getRange();
    APInt Value = integer(From, A.getType()->getIntegerBitWidth()), Count = Allowed.getUpper() - Allowed.getLower();
    if (!Allowed.contains(Value)) Value = Count.isZero() ? Allowed.getLower() : Allowed.getLower() + Value.urem(Count);
    To.Args.push_back(AnyValue(Value));
  } else To.Args.push_back(value(From, A.getType(), !A.hasAttribute(Attribute::NoUndef), To.Ctx));
  if (A.getType()->isVectorTy() && holdsPoison(To.Args.back())) To.Witness.HasPoisonLane = true;
  if (holdsPoison(To.Args.back())) To.Witness.PoisonArguments.push_back(&A);
  Says.Arguments += textOfValue(To.Args.back()) + " ";
  return true;
}

void Trial::fillGlobals(Running &To, Module &M) {
  for (GlobalVariable &G : M.globals()) {
    if (G.hasLocalLinkage() || G.getName().starts_with("llvm.")) continue;
    const AnyValue &Place = *To.Ctx.getConstantValue(&G);
    if (!Place.isPointer()) continue;
    Pointer Address = Place.asPointer();
    Object Of(Address.provenance().getMemoryObject());
    if (!Of) continue;
    if (!G.isConstant()) To.Seen.push_back({"@" + G.getName().str(), Of, true});
    if ((G.isConstant() && G.hasInitializer()) || holdsPointer(G.getValueType()) || Of->getSize() == 0 || Of->getSize() > 65536) continue;
    Numbers Fill(hashOfText(G.getName(), Seed));
    fillBytes(To.Ctx, *Of, Fill, {});
  }
}

void Trial::noteStart(Running &To, Module &M, Start &Of) {
  Of.Args = To.Args;
  auto Add = [&](std::string Name, MemoryObject &Object) {
    std::string Bytes;
    for (const Byte &Each : Object.getBytes()) Bytes += char(Each.Value);
    Of.Objects.push_back({std::move(Name), Object.getAddress(), std::move(Bytes)});
  };
  for (Visible &Each : To.Seen) Add(Each.Name, *Each.Of);
  for (GlobalVariable &G : M.globals()) {
    const AnyValue &Place = *To.Ctx.getConstantValue(&G);
    auto *Object = Place.isPointer() ? Place.asPointer().provenance().getMemoryObject() : nullptr;
    if (!Object) continue;
    Of.Globals.push_back({G.getName().str(), Object->getAddress()});
    if (none_of(To.Seen, [&](Visible &Each) { return Each.Of.get() == Object; })) Add("@" + G.getName().str(), *Object);
  }
}

Outcome Trial::run(Module &M, Function &F, Function &Like, uint32_t ChoiceSeed, uint32_t MaxSteps) {
  Outcome Says;
  Numbers From(Seed);
  Context C(M, nullptr);
  C.setMemoryLimit(16 << 20);
  C.setMaxStackDepth(64);
  C.setMaxSteps(MaxSteps);
  C.reseed(ChoiceSeed);
  C.HasExactAlignment = true;
  std::vector<Visible> Seen;
  CallWitness Sees(C, Seen, *Like.getParent());
  Sees.IgnoresArguments = Says.IgnoresArguments = !Base && Seed % 2;
  if (Base) Object(C.allocate(1, Base, "base", 0, MemInitKind::Zeroed, MemAllocKind::Global));
  bool HasGlobals = Base && C.initGlobalValues();
  for (unsigned I = 0; !Base && I < 4; I++) {
    Object Made = C.allocate(64, 64, "pool", 0, MemInitKind::Zeroed, MemAllocKind::Global);
    Numbers Fill(Seed * 31 + I);
    fillBytes(C, *Made, Fill, {});
    Sees.Pool.push_back(Made);
    Seen.push_back({"pool" + std::to_string(I), Made, true});
  }
  Running To{C, Sees, Seen, {}, {}};
  for (Argument &A : Like.args())
    if (!addArgument(To, A, From, Says)) return Says;
  Says.FirstFree = C.getNextAddress();
  if (!HasGlobals && (Base || !C.initGlobalValues())) {
    Says.Kind = Outcome::Unsupported;
    Says.Why = "globals";
    return Says;
  }
  fillGlobals(To, M);
  if (Base) noteStart(To, M, Says.Start);
  AnyValue Returned;
  auto End = C.runFunction(F, To.Args, Returned, Sees);
  using Ends = ProgramExitInfo::ProgramExitKind;
  Says.Steps = Sees.Steps;
  Says.Why = Sees.Why;
  if (Sees.Is == Verdict::Complaint) {
    Says.Kind = Outcome::Complained;
    Says.Why = Sees.Wrong.Text + " | " + Sees.Wrong.Instruction + (Sees.Wrong.Origin.empty() ? "" : " | poison since " + Sees.Wrong.Origin);
  } else if (Sees.Is == Verdict::Limit) Says.Kind = Outcome::Limited;
  else if (Sees.Is == Verdict::Unsupported || End.Kind == Ends::Failed) Says.Kind = Outcome::Unsupported;
  Says.HasChosenAnew = Sees.HasChosenAnew;
  Says.HasPoisonLane = Sees.HasPoisonLane;
  if (Says.Kind != Outcome::Done) return Says;
  Says.HasReadUnwritten = Sees.HasReadUnwritten;
  Says.HasReadPointer = Sees.HasReadPointer;
  Says.HasMadeNaN = Sees.HasMadeNaN;
  Says.Why = End.Kind == Ends::Returned ? "" : "exit";
  Says.Returned = std::move(Returned);
  Says.Events = std::move(Sees.Events);
  Says.End = CallWitness::snapshot(Seen, false);
  return Says;
}

} // namespace cgfuzz

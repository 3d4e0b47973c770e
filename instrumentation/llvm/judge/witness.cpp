#include "witness.hpp"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace llvm::ubi;

namespace cgfuzz {
namespace {

constexpr size_t MaxPrinted = 1 << 20;

template <typename T> std::string textOf(const T &Of) {
  std::string Text;
  raw_string_ostream(Text) << Of;
  return StringRef(Text).trim().str();
}

bool holdsPoison(const AnyValue &Value) {
  if (!Value.isAggregate()) return Value.isPoison();
  return any_of(Value.asAggregate(), holdsPoison);
}

void addAttributes(std::string &To, AttributeSet Of, StringRef Where) {
  for (Attribute::AttrKind Kind : {Attribute::Range, Attribute::NoFPClass, Attribute::NonNull, Attribute::Alignment})
    if (Of.hasAttribute(Kind)) To += (" " + Where + " " + Attribute::getNameFromAttrKind(Kind)).str();
}

// An instruction with all flags that may make its result poison, without names, numbers and types.
std::string describe(const Instruction &I) {
  std::string Text = I.getOpcodeName();
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->isIntrinsic()) Text = Intrinsic::getBaseName(Callee->getIntrinsicID()).str();
    for (unsigned At = 0; At < Call->arg_size(); At++) addAttributes(Text, Call->getParamAttributes(At), "argument");
    addAttributes(Text, Call->getRetAttributes(), "result");
  }
  if (auto *Op = dyn_cast<OverflowingBinaryOperator>(&I)) Text += std::string(Op->hasNoUnsignedWrap() ? " nuw" : "") + (Op->hasNoSignedWrap() ? " nsw" : "");
  if (auto *Op = dyn_cast<PossiblyExactOperator>(&I)) Text += Op->isExact() ? " exact" : "";
  if (auto *Op = dyn_cast<PossiblyDisjointInst>(&I)) Text += Op->isDisjoint() ? " disjoint" : "";
  if (auto *Op = dyn_cast<PossiblyNonNegInst>(&I)) Text += Op->hasNonNeg() ? " nneg" : "";
  if (auto *Op = dyn_cast<TruncInst>(&I)) Text += std::string(Op->hasNoUnsignedWrap() ? " nuw" : "") + (Op->hasNoSignedWrap() ? " nsw" : "");
  if (auto *Op = dyn_cast<ICmpInst>(&I)) Text += Op->hasSameSign() ? " samesign" : "";
  if (auto *Op = dyn_cast<GEPOperator>(&I)) Text += Op->isInBounds() ? " inbounds" : Op->hasNoUnsignedSignedWrap() ? " nusw" : Op->hasNoUnsignedWrap() ? " nuw" : "";
  if (auto *Op = dyn_cast<FPMathOperator>(&I)) Text += std::string(Op->hasNoNaNs() ? " nnan" : "") + (Op->hasNoInfs() ? " ninf" : "");
  for (auto [Kind, Name] : {std::pair(LLVMContext::MD_range, "!range"), std::pair(LLVMContext::MD_nonnull, "!nonnull"), std::pair(LLVMContext::MD_align, "!align")})
    if (I.hasMetadata(Kind)) Text += std::string(" ") + Name;
  return Text;
}

// Messages of the interpreter, as kinds for people and signatures. The first match counts.
struct Rule {
  const char *Pattern, *Kind;
};
constexpr Rule Rules[] = {
    {"Unreachable", "unreachable"},
    {"nullary provenance", "provenance"},
    {"undefined bits|[Uu]ninitialized", "undef"},
    {"violates .*assumption|^Assume on", "assumption"},
    {"violates (!?)dereferenceable", "memory"},
    {"[Pp]oison|violates|Comparison of", "poison"},
    {"[Dd]ivision", "division"},
    {"Indirect|[Mm]ismatched|format|arguments", "call"},
    {".", "memory"},
};

std::string kindOf(StringRef Message) {
  for (const Rule &Each : Rules)
    if (Regex(Each.Pattern).match(Message)) return Each.Kind;
  return "memory";
}

// The message without values: numbers and pointers belong to one program.
std::string withoutValues(StringRef Message) {
  std::string Text;
  Text = Regex("The (value|pointer) .* violates").sub("the \\1 violates", Message);
  for (Regex Number("(-?0x[0-9A-Fa-f]+|[-]?[0-9]+)"); Number.match(Text);) Text = Number.sub("N", Text);
  size_t End = Text.find_first_of(".:(");
  return StringRef(Text).take_front(End).trim().lower();
}

} // namespace

const Instruction *Witness::originOf(const Value *Used) const {
  auto Found = Origins.find(Used);
  return Found == Origins.end() ? nullptr : Found->second;
}

const Instruction *Witness::originAmong(const Instruction &User) const {
  for (const Use &Each : User.operands())
    if (const Instruction *Origin = originOf(Each.get())) return Origin;
  return nullptr;
}

bool Witness::onInstructionExecuted(Instruction &I, const AnyValue &Result) {
  Steps++;
  if (isa<ReturnInst>(I)) LastReturn = &I;
  if (!Result.isNone() && holdsPoison(Result)) {
    const Instruction *Origin = originAmong(I);
    if (isa<LoadInst>(I)) Origin = OriginsInMemory.lookup(LastAddress);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Origin && Call && Call->getCalledFunction() && !Call->getCalledFunction()->isDeclaration() && LastReturn) Origin = originAmong(*LastReturn);
    Origins[&I] = Origin ? Origin : &I;
  } else if (!Origins.empty()) Origins.erase(&I);
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (const Instruction *Origin = originOf(Store->getValueOperand())) OriginsInMemory[LastAddress] = Origin;
    else if (!OriginsInMemory.empty()) OriginsInMemory.erase(LastAddress);
  }
  if (!IsWatching) return true;
  Kept.afterInstruction();
  return goesOn(I);
}

bool Witness::goesOn(const Instruction &At) {
  if (!Kept.broken()) return true;
  Is = Verdict::Complaint;
  Wrong.Kind = "promise";
  Wrong.Text = Kept.broken()->Text;
  Wrong.Cause = Kept.broken()->Cause;
  Wrong.Instruction = textOf(At);
  Wrong.Function = At.getFunction()->getName().str();
  return false;
}

void Witness::onError(StringRef Message) {
  if (Is == Verdict::Complaint) return;
  bool IsLimit = Regex("Exceeded|Maximum|Insufficient").match(Message);
  Is = IsLimit ? Verdict::Limit : Verdict::Unsupported;
  Why = Message.str();
}

void Witness::onUnrecognizedInstruction(Instruction &I) {
  Is = Verdict::Unsupported;
  Why = textOf(I);
}

void Witness::onFailure(const Frame *Innermost) {
  Failed = nullptr;
  for (const Frame *Each = Innermost; Each != nullptr; Each = Each->LastFrame) {
    const Instruction &At = *Each->PC;
    if (!Failed) Failed = &At;
    Wrong.Stack.push_back(textOf(At) + " in @" + At.getFunction()->getName().str());
  }
}

void Witness::onImmediateUB(StringRef Message) {
  if (Is != Verdict::Ok) return;
  Is = Verdict::Complaint;
  Wrong.Kind = kindOf(Message);
  Wrong.Text = Message.str();
  Wrong.Cause = withoutValues(Message);
  if (!Failed) return;
  Wrong.Instruction = textOf(*Failed);
  Wrong.Function = Failed->getFunction()->getName().str();
  if (Wrong.Kind != "poison") return;
  const Instruction *Origin = originAmong(*Failed);
  if (!Origin) {
    // The value became poison at the call itself, by an attribute of the call.
    if (isa<CallBase>(Failed)) Wrong.Cause = describe(*Failed);
    return;
  }
  Wrong.Cause = describe(*Origin);
  Wrong.Origin = textOf(*Origin);
  Wrong.OriginFunction = Origin->getFunction()->getName().str();
}

void Witness::complainOfResult() {
  Is = Verdict::Complaint;
  Wrong.Kind = "poison";
  Wrong.Text = "The program's exit code is poison.";
  Wrong.Cause = "exit code";
  if (!LastReturn) return;
  Wrong.Instruction = textOf(*LastReturn);
  Wrong.Function = LastReturn->getFunction()->getName().str();
  if (const Instruction *Origin = originAmong(*LastReturn)) {
    Wrong.Cause = describe(*Origin);
    Wrong.Origin = textOf(*Origin);
    Wrong.OriginFunction = Origin->getFunction()->getName().str();
  }
}

void Witness::onAccess(const Frame &Where, MemoryObject &Object, uint64_t Offset, uint64_t Size, bool IsStore) {
  LastAddress = Object.getAddress() + Offset;
  if (IsWatching) Kept.access(Where, Object, Offset, Size, IsStore);
}

bool Witness::onBBJump(Instruction &I, BasicBlock &) {
  Steps++;
  if (!IsWatching) return true;
  Kept.jump(I);
  return goesOn(I);
}

bool Witness::onFunctionEntry(Function &F, ArrayRef<AnyValue> Args, CallBase *Site) {
  for (Argument &Each : F.args()) {
    Origins.erase(&Each);
    if (Site != nullptr && holdsPoison(Args[Each.getArgNo()])) {
      const Instruction *Origin = originOf(Site->getArgOperand(Each.getArgNo()));
      Origins[&Each] = Origin ? Origin : Site;
    }
  }
  if (IsWatching) Kept.enter(F, Args, Site, Ctx.getNextAddress());
  return true;
}

bool Witness::onFunctionExit(Function &F, const AnyValue &Returned) {
  if (IsWatching) Kept.leave(F, Returned);
  return true;
}

bool Witness::onPrint(StringRef Text) {
  if (Printed.size() < MaxPrinted) Printed += Text.take_front(MaxPrinted - Printed.size());
  return true;
}

} // namespace cgfuzz

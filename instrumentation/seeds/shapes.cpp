// Changes of several instructions: chains of other seeds, branches, loops, widths; and the list of all kinds of change.
#include "mutator.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;

namespace seeds {

// A chain on its way from another function.
struct Splice {
  Instruction *At;
  Value *Old;
  std::map<Value *, Value *> Taken;
  unsigned Count = 0;
};

static bool isOfChain(Instruction &I) { return isPure(I) && (!isa<CallBase>(I) || isa<IntrinsicInst>(I)); }

Value *Mutator::take(Splice &Now, Value *Of, unsigned Depth) {
  constexpr unsigned Deepest = 7, Longest = 16;
  if (isa<ConstantExpr>(Of) || isa<MetadataAsValue>(Of)) return nullptr;
  if (isa<ConstantData>(Of) || isa<ConstantVector>(Of)) return Of;
  if (auto Found = Now.Taken.find(Of); Found != Now.Taken.end()) return Found->second;
  Value *Made = nullptr;
  auto *I = dyn_cast<Instruction>(Of);
  if (I && isOfChain(*I) && Depth < Deepest && Now.Count < Longest) {
    Now.Count++;
    SmallVector<Value *> Operands;
    for (Value *Each : I->operand_values()) {
      auto *Callee = dyn_cast<Function>(Each);
      Value *Here = Callee ? M.getOrInsertFunction(Callee->getName(), Callee->getFunctionType(), Callee->getAttributes()).getCallee() : take(Now, Each, Depth + 1);
      if (!Here) return nullptr;
      Operands.push_back(Here);
    }
    Instruction *Copy = I->clone();
    for (unsigned K = 0; K < Operands.size(); K++) Copy->setOperand(K, Operands[K]);
    insertBefore(Copy, Now.At);
    Made = Copy;
  } else if (Now.Old && Of->getType() == Now.Old->getType() && chance(50)) Made = Now.Old;
  else if (isPlain(Of->getType())) Made = pick(Of->getType(), Now.At);
  if (!Made || Made->getType() != Of->getType()) return nullptr;
  return Now.Taken[Of] = Made;
}

bool Mutator::splice() {
  const Seed &Donor = chance(60) ? Donors.draw(Folder) : Donors.draw();
  SMDiagnostic Error;
  auto From = parseIR(MemoryBufferRef(Donor.Text, "donor"), Error, context());
  Function *Other = From ? From->getFunction("f") : nullptr;
  if (!Other) return false;
  std::vector<Instruction *> Found;
  for (Instruction &I : instructions(Other))
    if (isOfChain(I) && isPlain(I.getType()) && !I.getType()->isPointerTy()) Found.push_back(&I);
  if (Found.empty()) return false;
  Instruction *Last = Found[Found.size() - 1 - below(std::min<size_t>(Found.size(), 6))];
  Use *To = anyUse([&](Use &Each) { return Each->getType() == Last->getType(); });
  Splice Now{To ? pointOf(*To) : nullptr, To ? To->get() : nullptr, {}};
  if (!Now.At) Now.At = anyOf([&](Instruction &I) { return !isa<PHINode>(I) && !I.isEHPad(); });
  if (!Now.At) return false;
  Value *Made = take(Now, Last, 0);
  if (!Made) return false;
  if (!To) return isa<Instruction>(Made) && observe(cast<Instruction>(Made));
  To->set(Made);
  return true;
}

// A range of a block becomes a block of its own, with the rest of the block after it.
bool Mutator::splitOut(BasicBlock *&Block, BasicBlock *&Middle, BasicBlock *&Join) {
  Instruction *In = anyOf([](Instruction &I) { return !isa<PHINode>(I) && !isa<AllocaInst>(I) && !I.getParent()->isEHPad(); });
  if (!In) return false;
  Block = In->getParent();
  std::vector<Instruction *> Places;
  for (Instruction &I : *Block) {
    auto *Call = dyn_cast<CallInst>(&I);
    bool IsNew = Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with("new.arg.");
    if (!isa<PHINode>(I) && !isa<AllocaInst>(I) && !IsNew) Places.push_back(&I);
  }
  if (Places.size() < 2) return false;
  unsigned From = below(Places.size() - 1), To = From + 1 + below(Places.size() - From - 1);
  for (Instruction &I : make_range(Places[From]->getIterator(), Places[To]->getIterator())) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (isa<AllocaInst>(I) || I.getType()->isTokenTy() || (Call && Call->isMustTailCall())) return false;
  }
  Middle = Block->splitBasicBlock(Places[From], "mid" + Twine(Ordinal));
  Join = Middle->splitBasicBlock(Places[To], "join" + Twine(Ordinal));
  redo();
  return true;
}

bool Mutator::wrapInBranch() {
  BasicBlock *Block, *Middle, *Join;
  if (!splitOut(Block, Middle, Join)) return false;
  Instruction *End = Block->getTerminator();
  IRBuilder<> B(End);
  Value *Condition = nullptr;
  if (chance(60)) {
    auto Known = available(End, [](Type *Of) { return Of->isIntegerTy() && Of->getIntegerBitWidth() > 1; });
    if (!Known.empty()) {
      Value *X = oneOf(Known), *Y = chance(60) ? constant(X->getType()) : pick(X->getType(), End);
      Condition = B.CreateICmp(CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE + below(10)), X, Y);
    }
  }
  if (!Condition) Condition = pick(Type::getInt1Ty(context()), End);
  if (!Condition) return false;
  for (Instruction &I : *Middle) {
    SmallVector<Use *> Outside;
    for (Use &Each : I.uses())
      if (cast<Instruction>(Each.getUser())->getParent() != Middle) Outside.push_back(&Each);
    if (Outside.empty()) continue;
    Value *Other = isPlain(I.getType()) ? pick(I.getType(), End) : nullptr;
    if (!Other || Other->getType() != I.getType()) Other = PoisonValue::get(I.getType());
    PHINode *Phi = PHINode::Create(I.getType(), 2, "", Join->begin());
    for (Use *Each : Outside) Each->set(Phi);
    Phi->addIncoming(&I, Middle);
    Phi->addIncoming(Other, Block);
  }
  IRBuilder<>(End).CreateCondBr(Condition, Middle, Join);
  End->eraseFromParent();
  return true;
}

// Recurrences, and uses of the counter.
void Mutator::recur(BasicBlock *Block, BasicBlock *Middle, PHINode *Counter, ArrayRef<Instruction *> Own) {
  SmallVector<Use *> Uses;
  for (Instruction &I : *Middle)
    if (!is_contained(Own, &I) && !isa<PHINode>(I) && !I.isTerminator())
      for (Use &Each : I.operands())
        if (mayReplace(Each)) Uses.push_back(&Each);
  for (unsigned K = 0; K < 2 && !Uses.empty(); K++) {
    Use *To = Uses[below(Uses.size())];
    auto *I = cast<Instruction>(To->getUser());
    Value *First = To->get();
    if (chance(50) && First->getType()->isIntegerTy()) {
      // Often all uses of a value, so that a condition and its user still belong together.
      bool IsAll = chance(50);
      IRBuilder<> B(IsAll ? &*Middle->getFirstInsertionPt() : I);
      Value *Now = chance(50) ? B.CreateZExtOrTrunc(Counter, First->getType()) : B.CreateSExtOrTrunc(Counter, First->getType());
      if (chance(40)) Now = chance(50) ? B.CreateAdd(constant(First->getType()), Now) : B.CreateSub(constant(First->getType()), Now);
      for (Use *Each : Uses)
        if (Each == To || (IsAll && Each->get() == First)) Each->set(Now);
      continue;
    }
    SmallVector<Instruction *> Results;
    for (Instruction &Each : *Middle)
      if (Each.getType() == First->getType() && !isa<PHINode>(Each)) Results.push_back(&Each);
    if (Results.empty()) continue;
    if (auto *Inside = dyn_cast<Instruction>(First); Inside && Inside->getParent() == Middle) {
      redo();
      First = pick(First->getType(), Block->getTerminator());
    }
    if (!First || First->getType() != To->get()->getType()) continue;
    PHINode *Phi = PHINode::Create(First->getType(), 2, "", Middle->begin());
    Phi->addIncoming(First, Block);
    Phi->addIncoming(Results[below(Results.size())], Middle);
    To->set(Phi);
  }
}

bool Mutator::wrapInLoop() {
  BasicBlock *Block, *Middle, *Join;
  if (!splitOut(Block, Middle, Join)) return false;
  static const unsigned Rounds[] = {2, 3, 4, 5, 7, 8, 15, 16, 17, 32, 33, 64, 100};
  unsigned Width = chance(50) ? 32 : chance(60) ? 64 : chance(50) ? 16 : 8;
  Type *Of = Type::getIntNTy(context(), Width);
  Instruction *End = Middle->getTerminator();
  PHINode *Counter = PHINode::Create(Of, 2, "", Middle->begin());
  IRBuilder<> B(End);
  unsigned Step = chance(80) ? 1 : 1 + below(4), Count = Rounds[below(13)];
  bool NoUnsigned = chance(50), NoSigned = chance(50);
  Value *Next = B.CreateAdd(Counter, ConstantInt::get(Of, Step), "", NoUnsigned, NoSigned && Count * Step < 120);
  Value *Bound = ConstantInt::get(Of, fitting(Width, Count * Step));
  if (chance(25)) Bound = IRBuilder<>(Block->getTerminator()).CreateAnd(newArgument(Of), ConstantInt::get(Of, 63));
  static const CmpInst::Predicate Known[] = {CmpInst::ICMP_ULT, CmpInst::ICMP_SLT, CmpInst::ICMP_NE};
  Value *Again = B.CreateICmp(isa<ConstantInt>(Bound) ? Known[below(3)] : CmpInst::ICMP_ULT, Next, Bound);
  B.CreateCondBr(Again, Middle, Join);
  End->eraseFromParent();
  Counter->addIncoming(ConstantInt::get(Of, 0), Block);
  Counter->addIncoming(Next, Middle);
  recur(Block, Middle, Counter, {Counter, cast<Instruction>(Next), cast<Instruction>(Again)});
  return true;
}

// A use in a loop gets the value of the round before.
bool Mutator::carry() {
  LoopInfo Loops(*Dominators);
  auto LoopOf = [&](Use &Each) { return Loops.getLoopFor(pointOf(Each)->getParent()); };
  Use *To = anyUse([&](Use &Each) {
    llvm::Loop *In = LoopOf(Each);
    return In && In->getLoopPredecessor() && In->getLoopLatch();
  });
  if (!To) return false;
  llvm::Loop *In = LoopOf(*To);
  Type *Of = To->get()->getType();
  Instruction *Before = In->getLoopPredecessor()->getTerminator(), *End = In->getLoopLatch()->getTerminator();
  auto Results = available(End, [&](Type *Other) { return Other == Of; });
  llvm::erase_if(Results, [&](Value *Each) { return !isa<Instruction>(Each) || !In->contains(cast<Instruction>(Each)); });
  if (Results.empty()) return false;
  Value *Last = is_contained(Results, To->get()) && chance(60) ? To->get() : oneOf(Results), *First = pick(Of, Before);
  if (!First || First->getType() != Of) return false;
  PHINode *Phi = PHINode::Create(Of, 2, "", In->getHeader()->begin());
  Phi->addIncoming(First, Before->getParent());
  Phi->addIncoming(Last, End->getParent());
  To->set(Phi);
  return true;
}

bool Mutator::finish() {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with("new.arg.")) Calls.push_back(Call);
  if (Calls.empty()) return true;
  if (!F->use_empty()) return false;
  SmallVector<Type *> Types(F->getFunctionType()->params());
  for (CallInst *Each : Calls) Types.push_back(Each->getType());
  Function *Made = Function::Create(FunctionType::get(F->getReturnType(), Types, false), F->getLinkage(), F->getAddressSpace(), "", &M);
  Made->copyAttributesFrom(F);
  Made->splice(Made->begin(), F);
  for (Argument &Each : F->args()) {
    Each.replaceAllUsesWith(Made->getArg(Each.getArgNo()));
    Made->getArg(Each.getArgNo())->takeName(&Each);
  }
  unsigned At = F->arg_size();
  for (CallInst *Each : Calls) {
    Function *Callee = Each->getCalledFunction();
    Each->replaceAllUsesWith(Made->getArg(At++));
    Each->eraseFromParent();
    if (Callee->use_empty()) Callee->eraseFromParent();
  }
  F->eraseFromParent();
  Made->setName("f");
  F = Made;
  return true;
}

void Mutator::nameNew() {
  unsigned Count = 0;
  auto Name = [&](Value &Each) {
    if (!Each.hasName() && !Each.getType()->isVoidTy()) Each.setName("c" + Twine(Ordinal) + "." + Twine(Count++));
  };
  for (Argument &Each : F->args()) Name(Each);
  for (Instruction &I : instructions(F)) Name(I);
}

std::string Mutator::change() {
  struct Way {
    const char *Name;
    double Weight;
    bool (Mutator::*Does)();
  };
  static const Way Ways[] = {
      {"operand", 14, &Mutator::operand}, {"constant", 14, &Mutator::constantChange}, {"flags", 12, &Mutator::flags}, {"predicate", 5, &Mutator::predicate}, {"opcode", 8, &Mutator::opcode}, {"swap", 3, &Mutator::swapOperands}, {"insert", 12, &Mutator::insert},
      {"duplicate", 8, &Mutator::duplicate}, {"observe", 6, &Mutator::observeAny}, {"returned", 2, &Mutator::returned}, {"move", 3, &Mutator::move}, {"remove", 4, &Mutator::remove}, {"remove-store", 1, &Mutator::removeStore}, {"memory", 5, &Mutator::memory},
      {"access", 4, &Mutator::access}, {"carry", 3, &Mutator::carry},
      {"splice", 10, &Mutator::splice}, {"branch", 4, &Mutator::wrapInBranch}, {"loop", 5, &Mutator::wrapInLoop}, {"attributes", 2, &Mutator::attributes}, {"assume", 2, &Mutator::assume}};
  static const std::vector<double> Weights = [] {
    std::vector<double> All;
    for (const Way &Each : Ways) All.push_back(Each.Weight);
    return All;
  }();
  if (!F) return "";
  redo();
  const Way &Chosen = Ways[cgfuzz_weighted(Weights.data(), Weights.size())];
  bool Did = (this->*Chosen.Does)();
  // Even a change that was given up may have left calls that stand for arguments.
  if (!finish() || !Did) return "";
  nameNew();
  return Chosen.Name;
}

namespace {

bool isWordChar(char Each) { return isAlnum(Each) || Each == '_' || Each == '$' || Each == '.'; }

// The length of a line of metadata that has other things than numbers, like TBAA: its numbers belong to no instruction.
size_t lengthOfNode(StringRef Line) {
  Line = Line.take_front(Line.find('\n'));
  return Line.starts_with("!") && Line.split("!{").second.find_first_of("!\"") != StringRef::npos ? Line.size() : 0;
}

// Calls `Does` for each integer type in a text of IR, with its place, its end and its width.
void forIntegers(StringRef Text, function_ref<void(size_t, size_t, unsigned)> Does) {
  size_t Start = Text.find("target triple");
  for (size_t I = Start == StringRef::npos ? 0 : Text.find('\n', Start); I + 1 < Text.size(); I++) {
    if (Text[I] == '\n') I += lengthOfNode(Text.substr(I + 1));
    if (Text[I] == '"') I = std::min(Text.find('"', I + 1), Text.size() - 1);
    if (Text[I] != 'i' || isWordChar(Text[I - 1]) || Text[I - 1] == '%' || Text[I - 1] == '@' || !isDigit(Text[I + 1])) continue;
    size_t End = I + 1;
    while (End < Text.size() && isDigit(Text[End])) End++;
    unsigned Width;
    if (End < Text.size() && !isWordChar(Text[End]) && !Text.slice(I + 1, End).getAsInteger(10, Width)) Does(I, End, Width);
  }
}

std::string printed(Module &M) {
  std::string Text;
  raw_string_ostream(Text) << M;
  return Text;
}

// Names of intrinsics hold their types; the reader accepts the old name only with the old type.
std::string withoutOverloads(StringRef Text, StringRef Old, StringRef New) {
  std::string Made;
  while (true) {
    size_t At = Text.find("@llvm.");
    if (At == StringRef::npos) return Made + Text.str();
    size_t End = At + 1;
    while (End < Text.size() && isWordChar(Text[End])) End++;
    SmallVector<StringRef> Parts;
    Text.slice(At, End).split(Parts, '.');
    std::vector<std::string> Now;
    for (StringRef Each : Parts) Now.push_back(Each == Old ? New.str() : Each.str());
    Made += Text.take_front(At).str() + join(Now, ".");
    Text = Text.substr(End);
  }
}

std::unique_ptr<Module> reread(const std::string &Text, Module &M) {
  SMDiagnostic Error;
  return parseIR(MemoryBufferRef(Text, "seed"), Error, M.getContext());
}

} // namespace

std::vector<unsigned> widthsIn(Module &M) {
  std::set<unsigned> Found;
  forIntegers(printed(M), [&](size_t, size_t, unsigned Width) {
    if (Width > 1 && Width < 1000) Found.insert(Width);
  });
  return {Found.begin(), Found.end()};
}

std::unique_ptr<Module> withWidth(Module &M, unsigned Old, unsigned New) {
  std::string Text = printed(M), Made;
  size_t Done = 0;
  forIntegers(Text, [&](size_t From, size_t To, unsigned Width) {
    if (Width != Old) return;
    Made += Text.substr(Done, From - Done) + "i" + std::to_string(New);
    Done = To;
  });
  Made += Text.substr(Done);
  return reread(withoutOverloads(Made, "i" + std::to_string(Old), "i" + std::to_string(New)), M);
}

std::unique_ptr<Module> withOtherWidth(Module &M, unsigned Most) {
  static const unsigned Usual[] = {2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 128, 96, 127, 129, 192, 256};
  std::vector<unsigned> Widths = widthsIn(M), Fits;
  if (Widths.empty()) return nullptr;
  unsigned At = below(Widths.size()), Low = At ? Widths[At - 1] : 1, High = At + 1 < Widths.size() ? Widths[At + 1] : Most + 1;
  for (unsigned Each : Usual)
    if (Each > Low && Each < High && Each != Widths[At]) Fits.push_back(Each);
  return Fits.empty() ? nullptr : withWidth(M, Widths[At], oneOf(Fits));
}

} // namespace seeds

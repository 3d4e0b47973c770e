// Changes of single instructions.
#include "mutator.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace seeds {

bool isPure(Instruction &I) { return !I.mayReadOrWriteMemory() && !I.isTerminator() && !isa<PHINode>(I) && !isa<AllocaInst>(I) && !I.isEHPad() && !isa<LandingPadInst>(I); }

std::vector<Instruction *> Mutator::all() {
  return those([](Instruction &) { return true; });
}

std::vector<Instruction *> Mutator::those(function_ref<bool(Instruction &)> Wanted) {
  std::vector<Instruction *> Found;
  for (Instruction &I : instructions(F))
    if (Wanted(I)) Found.push_back(&I);
  return Found;
}

Instruction *Mutator::place(const std::vector<Instruction *> &Among) {
  if (Among.empty()) return nullptr;
  unsigned Unnamed = 0;
  std::vector<uint32_t> Hashes;
  for (Instruction *Each : Among) Hashes.push_back(Each->hasName() ? hashOf(Each->getName(), Ordinal) : hashOf(Each->getOpcodeName(), Ordinal + ++Unnamed));
  std::vector<unsigned> Order(Among.size());
  for (unsigned I = 0; I < Order.size(); I++) Order[I] = I;
  return Among[nearest(Order, [&](unsigned I) { return Hashes[I]; })];
}

Instruction *Mutator::anyOf(function_ref<bool(Instruction &)> Wanted) { return place(those(Wanted)); }

Instruction *Mutator::pointOf(Use &Of) {
  auto *I = cast<Instruction>(Of.getUser());
  if (auto *Phi = dyn_cast<PHINode>(I)) return Phi->getIncomingBlock(Of)->getTerminator();
  return I;
}

static bool mayReplaceInCall(CallBase &Call, Use &Of) {
  if (Call.isCallee(&Of) || !Call.isArgOperand(&Of) || Call.paramHasAttr(Call.getArgOperandNo(&Of), Attribute::ImmArg)) return false;
  auto *Known = dyn_cast<IntrinsicInst>(&Call);
  // Passes read the counters of a profile as constants, and the verifier does not.
  return !Known || !(Known->isLifetimeStartOrEnd() || Known->isAssumeLikeIntrinsic() || isa<InstrProfInstBase>(Known));
}

bool Mutator::mayReplace(Use &Of) {
  auto *I = cast<Instruction>(Of.getUser());
  if (isa<BasicBlock>(Of) || isa<MetadataAsValue>(Of) || !isPlain(Of->getType())) return false;
  if (auto *Call = dyn_cast<CallBase>(I)) return mayReplaceInCall(*Call, Of);
  if (auto *Address = dyn_cast<GetElementPtrInst>(I); Address && Of.getOperandNo() > 0) {
    auto At = gep_type_begin(Address);
    for (unsigned K = 1; K < Of.getOperandNo(); K++) ++At;
    if (At.isStruct()) return false;
  }
  if (isa<SwitchInst>(I) && Of.getOperandNo() > 0) return false;
  return !isa<AllocaInst>(I) && !isa<LandingPadInst>(I);
}

Use *Mutator::anyUse(function_ref<bool(Use &)> Wanted) {
  auto Fits = [&](Use &Each) { return mayReplace(Each) && Wanted(Each); };
  Instruction *User = anyOf([&](Instruction &I) { return any_of(I.operands(), Fits); });
  if (!User) return nullptr;
  SmallVector<Use *> Found;
  for (Use &Each : User->operands())
    if (Fits(Each)) Found.push_back(&Each);
  return Found[below(Found.size())];
}

bool Mutator::operand() {
  Use *At = anyUse([](Use &) { return true; });
  if (!At) return false;
  Value *Made = pick(At->get()->getType(), pointOf(*At), At->get());
  if (!Made || Made->getType() != At->get()->getType()) return false;
  At->set(Made);
  return true;
}

bool Mutator::constantChange() {
  Use *At = anyUse([](Use &Each) { return isa<ConstantData>(Each.get()) && !Each->getType()->isPointerTy(); });
  if (!At) return false;
  Type *Of = At->get()->getType();
  if (auto *Known = dyn_cast<ConstantInt>(At->get()); Known && chance(60)) {
    APInt Now = Known->getValue();
    unsigned Width = Now.getBitWidth();
    switch (below(9)) {
    case 0: Now += 1; break;
    case 1: Now -= 1; break;
    case 2: Now = -Now; break;
    case 3: Now.flipBit(below(Width)); break;
    case 4: Now = ~Now; break;
    case 5: Now = Now.shl(1); break;
    case 6: Now = Now.lshr(1); break;
    case 7: Now = Now.reverseBits(); break;
    default: Now = interesting(Width);
    }
    At->set(ConstantInt::get(Of, Now));
    return true;
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(Of); Vector && chance(70)) {
    auto *Known = cast<Constant>(At->get());
    unsigned Which = below(Vector->getNumElements());
    SmallVector<Constant *> Lanes;
    for (unsigned I = 0; I < Vector->getNumElements(); I++) Lanes.push_back(I == Which ? constant(Vector->getElementType()) : Known->getAggregateElement(I));
    if (is_contained(Lanes, nullptr)) return false;
    At->set(ConstantVector::get(Lanes));
    return true;
  }
  Constant *Made = constant(Of);
  if (Made) At->set(Made);
  return Made;
}

static bool hasFlags(Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    if (is_contained({Intrinsic::abs, Intrinsic::ctlz, Intrinsic::cttz}, Call->getIntrinsicID())) return true;
  return isa<OverflowingBinaryOperator>(I) || isa<PossiblyExactOperator>(I) || isa<PossiblyDisjointInst>(I) || isa<PossiblyNonNegInst>(I) || isa<GetElementPtrInst>(I) || isa<TruncInst>(I) || isa<FPMathOperator>(I);
}

bool Mutator::toggle(Instruction &I) {
  if (isa<OverflowingBinaryOperator>(I)) {
    if (chance(50)) I.setHasNoSignedWrap(!I.hasNoSignedWrap());
    else I.setHasNoUnsignedWrap(!I.hasNoUnsignedWrap());
  } else if (isa<PossiblyExactOperator>(I)) I.setIsExact(!I.isExact());
  else if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I)) Or->setIsDisjoint(!Or->isDisjoint());
  else if (isa<PossiblyNonNegInst>(I)) I.setNonNeg(!I.hasNonNeg());
  else if (auto *Cut = dyn_cast<TruncInst>(&I)) {
    if (chance(50)) Cut->setHasNoSignedWrap(!Cut->hasNoSignedWrap());
    else Cut->setHasNoUnsignedWrap(!Cut->hasNoUnsignedWrap());
  } else if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) Address->setIsInBounds(!Address->isInBounds());
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->arg_size() == 2 && isa<ConstantInt>(Call->getArgOperand(1)) && Call->getType()->isIntOrIntVectorTy()) {
    // Poison if the argument is zero, or the minimum.
    Call->setArgOperand(1, ConstantInt::getBool(context(), cast<ConstantInt>(Call->getArgOperand(1))->isZero()));
  } else if (isa<FPMathOperator>(I)) {
    unsigned Way = below(3);
    if (Way == 0) I.setHasNoNaNs(!I.hasNoNaNs());
    else if (Way == 1) I.setHasNoInfs(!I.hasNoInfs());
    else I.setFast(false);
  } else return false;
  return true;
}

bool Mutator::flags() {
  Instruction *I = anyOf(hasFlags);
  return I && toggle(*I);
}

bool Mutator::predicate() {
  auto *I = dyn_cast_or_null<CmpInst>(anyOf([](Instruction &Each) { return isa<CmpInst>(Each); }));
  if (!I) return false;
  I->setPredicate(isa<ICmpInst>(I) ? CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE + below(10)) : CmpInst::Predicate(below(16)));
  return true;
}

static Instruction::CastOps sisterOf(Instruction::CastOps Op) {
  static const Instruction::CastOps Pairs[][2] = {{Instruction::ZExt, Instruction::SExt}, {Instruction::FPToSI, Instruction::FPToUI}, {Instruction::SIToFP, Instruction::UIToFP}};
  for (auto &[One, Other] : Pairs) {
    if (Op == One) return Other;
    if (Op == Other) return One;
  }
  return Instruction::CastOps(0);
}

static bool isBinaryIntrinsic(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && is_contained({Intrinsic::umin, Intrinsic::umax, Intrinsic::smin, Intrinsic::smax, Intrinsic::uadd_sat, Intrinsic::usub_sat, Intrinsic::sadd_sat, Intrinsic::ssub_sat}, Call->getIntrinsicID());
}

bool Mutator::opcode() {
  Instruction *I = anyOf([](Instruction &Each) { return isa<BinaryOperator>(Each) || (isa<CastInst>(Each) && sisterOf(cast<CastInst>(Each).getOpcode())) || isBinaryIntrinsic(Each); });
  if (!I) return false;
  IRBuilder<> B(I);
  Value *Made = isa<CastInst>(I) ? B.Insert(CastInst::Create(sisterOf(cast<CastInst>(I)->getOpcode()), I->getOperand(0), I->getType())) : binary(B, I->getOperand(0), I->getOperand(1));
  if (auto *Named = dyn_cast<Instruction>(Made)) Named->takeName(I);
  I->replaceAllUsesWith(Made);
  I->eraseFromParent();
  return true;
}

static bool hasTwoAlike(Instruction &I) { return isa<BinaryOperator>(I) || isa<CmpInst>(I) || isa<SelectInst>(I) || isBinaryIntrinsic(I); }

static void swapOperandsOf(Instruction &I) {
  unsigned First = isa<SelectInst>(I);
  Value *A = I.getOperand(First), *B = I.getOperand(First + 1);
  I.setOperand(First, B);
  I.setOperand(First + 1, A);
}

bool Mutator::swapOperands() {
  Instruction *I = anyOf(hasTwoAlike);
  if (I) swapOperandsOf(*I);
  return I;
}

bool Mutator::insert() {
  Use *Of = anyUse([](Use &) { return true; });
  if (!Of) return false;
  Instruction *At = pointOf(*Of);
  IRBuilder<> B(At);
  Value *Made = make(B, Of->get()->getType(), At, chance(60) ? Of->get() : nullptr);
  if (!Made || Made->getType() != Of->get()->getType()) return false;
  Of->set(Made);
  return true;
}

bool Mutator::duplicate() {
  Instruction *I = anyOf([](Instruction &Each) { return isPure(Each) && isPlain(Each.getType()); });
  if (!I) return false;
  Instruction *Copy = I->clone();
  insertAfter(Copy, I);
  redo();
  for (Use &Each : Copy->operands()) {
    if (!mayReplace(Each) || !chance(60)) continue;
    Value *Made = pick(Each->getType(), Copy, Copy);
    if (!Made || Made->getType() != Each->getType()) continue;
    Each.set(Made);
    break;
  }
  if (chance(40)) Copy->dropPoisonGeneratingFlags();
  if (isa<BinaryOperator>(Copy) && chance(30)) swapOperandsOf(*Copy);
  redo();
  Use *To = anyUse([&](Use &Each) { return Each->getType() == Copy->getType() && Each.getUser() != Copy && Dominators->dominates(Copy, pointOf(Each)); });
  if (!To) return observe(Copy);
  To->set(Copy);
  return true;
}

// One more use: the value is stored through a new pointer, or given to an unknown function.
bool Mutator::observe(Instruction *Of) {
  if (!isPlain(Of->getType()) || Of->isTerminator()) return false;
  Instruction *At = isa<PHINode>(Of) ? &*Of->getParent()->getFirstInsertionPt() : Of->getNextNode();
  if (!At || At->isEHPad()) return false;
  IRBuilder<> B(At);
  if (chance(70)) {
    B.CreateAlignedStore(Of, newArgument(PointerType::get(context(), 0)), Align(1));
    return true;
  }
  // A call tells the value of each round of a loop, and a store that of the last.
  std::string Name = "seen.";
  raw_string_ostream(Name) << *Of->getType();
  B.CreateCall(M.getOrInsertFunction(Name, B.getVoidTy(), Of->getType()), {Of});
  return true;
}

static bool isObservable(Instruction &I) { return isPlain(I.getType()) && !I.isTerminator(); }

bool Mutator::observeAny() {
  Instruction *I = anyOf(isObservable);
  return I && observe(I);
}

bool Mutator::returned() {
  for (BasicBlock &Block : *F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return || !Return->getReturnValue() || !isPlain(Return->getReturnValue()->getType())) continue;
    auto Found = available(Return, [&](Type *Of) { return Of == Return->getReturnValue()->getType(); });
    if (Found.empty()) return false;
    Return->setOperand(0, oneOf(Found));
    return true;
  }
  return false;
}

bool Mutator::move() {
  Instruction *I = anyOf([](Instruction &Each) { return !isa<PHINode>(Each) && !Each.isTerminator() && !Each.isEHPad(); });
  if (!I) return false;
  if (chance(70)) { // Up, as far as its operands allow.
    bool HasMoved = false;
    for (unsigned Steps = 1 + below(4); Steps > 0; Steps--) {
      Instruction *Before = I->getPrevNode();
      if (!Before || isa<PHINode>(Before) || Before->isEHPad() || is_contained(I->operand_values(), Before)) break;
      moveBefore(I, Before);
      HasMoved = true;
    }
    return HasMoved;
  }
  // To the end of the block that dominates its block.
  auto *Node = isPure(*I) ? Dominators->getNode(I->getParent()) : nullptr;
  if (!Node || !Node->getIDom()) return false;
  Instruction *To = Node->getIDom()->getBlock()->getTerminator();
  for (Value *Each : I->operand_values())
    if (auto *Operand = dyn_cast<Instruction>(Each); Operand && !Dominators->dominates(Operand, To)) return false;
  moveBefore(I, To);
  return true;
}

// An operand of its type takes the place of an instruction.
bool Mutator::remove() {
  Instruction *I = anyOf([](Instruction &Each) { return isPure(Each) && isPlain(Each.getType()); });
  if (!I) return false;
  for (Value *Each : I->operand_values()) {
    if (Each->getType() != I->getType() || Each == I) continue;
    I->replaceAllUsesWith(Each);
    I->eraseFromParent();
    return true;
  }
  return false;
}

bool Mutator::removeStore() {
  Instruction *I = anyOf([](Instruction &Each) { return isa<StoreInst>(Each) || (isa<CallInst>(Each) && Each.getType()->isVoidTy()); });
  if (I) I->eraseFromParent();
  return I;
}

// A copy of a load or a store at another place.
bool Mutator::memory() {
  Instruction *I = anyOf([](Instruction &Each) { return isa<StoreInst>(Each) || isa<LoadInst>(Each); });
  Instruction *At = anyOf([](Instruction &Each) { return !isa<PHINode>(Each) && !Each.isEHPad(); });
  if (!I || !At) return false;
  for (Value *Each : I->operand_values())
    if (auto *Operand = dyn_cast<Instruction>(Each); Operand && !Dominators->dominates(Operand, At)) return false;
  Instruction *Copy = I->clone();
  insertBefore(Copy, At);
  redo();
  if (chance(40))
    for (Use &Each : Copy->operands()) {
      if (!mayReplace(Each)) continue;
      Value *Made = pick(Each->getType(), Copy, Copy);
      if (!Made || Made->getType() != Each->getType()) continue;
      Each.set(Made);
      break;
    }
  if (!isa<LoadInst>(Copy)) return true;
  redo();
  Use *To = anyUse([&](Use &Each) { return Each->getType() == Copy->getType() && Each.getUser() != Copy && Dominators->dominates(Copy, pointOf(Each)); });
  if (To) To->set(Copy);
  return true;
}

// A new load or store through a pointer that is there.
bool Mutator::access() {
  Use *To = anyUse([](Use &) { return true; });
  if (!To) return false;
  Instruction *At = pointOf(*To);
  auto Pointers = available(At, [](Type *Of) { return Of->isPointerTy() && Of->getPointerAddressSpace() == 0; });
  if (Pointers.empty()) return false;
  IRBuilder<> B(At);
  Value *Through = oneOf(Pointers);
  if (chance(40)) return B.CreateAlignedStore(To->get(), Through, Align(1));
  Instruction *Made = B.CreateAlignedLoad(To->get()->getType(), Through, Align(1));
  if (chance(50)) return observe(Made);
  To->set(Made);
  return true;
}

bool Mutator::attributes() {
  if (chance(50) && F->arg_size() > 0) {
    unsigned Which = below(F->arg_size());
    if (F->hasParamAttribute(Which, Attribute::NoUndef)) F->removeParamAttr(Which, Attribute::NoUndef);
    else F->addParamAttr(Which, Attribute::NoUndef);
    return true;
  }
  for (Attribute::AttrKind Kind : {Attribute::NoAlias, Attribute::NonNull, Attribute::Dereferenceable, Attribute::Range})
    for (unsigned Which = 0; Which < F->arg_size(); Which++)
      if (F->hasParamAttribute(Which, Kind) && chance(50)) {
        F->removeParamAttr(Which, Kind);
        return true;
      }
  auto *Call = dyn_cast_or_null<CallInst>(anyOf([](Instruction &Each) { return isa<CallInst>(Each) && !isa<IntrinsicInst>(Each); }));
  if (Call) Call->addFnAttr(chance(50) ? Attribute::NoUnwind : Attribute::WillReturn);
  return Call;
}

// A condition about a value, which the passes may believe.
bool Mutator::assume() {
  Instruction *At = anyOf([](Instruction &Each) { return !isa<PHINode>(Each) && !Each.isEHPad(); });
  if (!At) return false;
  auto Found = available(At, [](Type *Of) { return Of->isIntegerTy() && Of->getIntegerBitWidth() > 1; });
  if (Found.empty()) return false;
  IRBuilder<> B(At);
  Value *X = oneOf(Found);
  B.CreateAssumption(B.CreateICmp(CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE + below(10)), X, constant(X->getType())));
  return true;
}

bool Mutator::commute(unsigned Which) {
  auto Found = those([](Instruction &I) { return isBinaryIntrinsic(I) ? cast<CallBase>(I).isCommutative() : isa<ICmpInst>(I) || (isa<BinaryOperator>(I) && I.isCommutative()); });
  if (Which >= Found.size()) return false;
  if (auto *Compare = dyn_cast<ICmpInst>(Found[Which])) Compare->swapOperands();
  else swapOperandsOf(*Found[Which]);
  return true;
}

bool Mutator::useMore(unsigned Which) {
  auto Found = those(isObservable);
  return Which < Found.size() && observe(Found[Which]) && finish();
}

bool Mutator::toggleFlag(unsigned Which) {
  auto Found = those(hasFlags);
  return Which < Found.size() && toggle(*Found[Which]);
}

} // namespace seeds

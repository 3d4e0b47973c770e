// Material of changes: values that exist, constants, new arguments, and new values made of these.
#include "mutator.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace seeds {

bool isPlain(Type *Of) { return Of->isIntOrIntVectorTy() || Of->isFPOrFPVectorTy() || Of->isPointerTy() ; }

static CmpInst::Predicate anyPredicate() { return CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE + below(10)); }

Value *Mutator::newArgument(Type *Of) {
  auto Callee = M.getOrInsertFunction("new.arg." + std::to_string(Ordinal) + "." + std::to_string(NewArguments++), Of);
  return IRBuilder<>(&*F->getEntryBlock().getFirstInsertionPt()).CreateCall(Callee);
}

APInt Mutator::interesting(unsigned Width) {
  switch (below(14)) {
  case 0: return APInt(Width, 0);
  case 1: return fitting(Width, 1);
  case 2: return APInt::getAllOnes(Width);
  case 3: return APInt::getSignedMinValue(Width);
  case 4: return APInt::getSignedMaxValue(Width);
  case 5: return APInt::getOneBitSet(Width, below(Width));
  case 6: return APInt::getLowBitsSet(Width, below(Width + 1));
  case 7: return fitting(Width, Width - below(2));
  case 8: return APInt::getHighBitsSet(Width, below(Width + 1));
  case 9: return fitting(Width, below(17));
  case 10: return fitting(Width, word());
  default: break;
  }
  // Near a constant of the function.
  SmallVector<const ConstantInt *> Known;
  for (Instruction &I : instructions(F))
    for (Use &Each : I.operands())
      if (auto *K = dyn_cast<ConstantInt>(Each)) Known.push_back(K);
  if (Known.empty()) return fitting(Width, below(256));
  APInt Near = Known[below(Known.size())]->getValue().zextOrTrunc(Width);
  switch (below(6)) {
  case 0: return Near;
  case 1: return Near + 1;
  case 2: return Near - 1;
  case 3: return ~Near;
  case 4: return -Near;
  default: return Near.shl(1);
  }
}

Constant *Mutator::constant(Type *Of) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Of)) {
    if (chance(60)) return ConstantVector::getSplat(Vector->getElementCount(), constant(Vector->getElementType()));
    SmallVector<Constant *> Lanes;
    for (unsigned I = 0; I < Vector->getNumElements(); I++) Lanes.push_back(chance(8) ? PoisonValue::get(Vector->getElementType()) : constant(Vector->getElementType()));
    return ConstantVector::get(Lanes);
  }
  if (Of->isIntegerTy()) return ConstantInt::get(Of, interesting(Of->getIntegerBitWidth()));
  if (Of->isFloatingPointTy()) {
    static const double Known[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e30, 3.5, 255.0, -7.0};
    unsigned Which = below(13);
    if (Which < 10) return ConstantFP::get(Of, Known[Which]);
    return Which == 10 ? ConstantFP::getInfinity(Of) : Which == 11 ? ConstantFP::getInfinity(Of, true) : ConstantFP::getNaN(Of);
  }
  return Of->isPointerTy() ? ConstantPointerNull::get(cast<PointerType>(Of)) : nullptr;
}

std::vector<Value *> Mutator::available(Instruction *At, function_ref<bool(Type *)> Wanted) {
  std::vector<Value *> Found;
  for (Argument &Each : F->args())
    if (Wanted(Each.getType())) Found.push_back(&Each);
  for (Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy() && &I != At && Wanted(I.getType()) && !isa<InvokeInst>(I) && Dominators->dominates(&I, At)) Found.push_back(&I);
  return Found;
}

Value *Mutator::otherWidth(Type *Of, Instruction *At) {
  auto IsLike = [&](Type *Other) {
    if (!Other->isIntOrIntVectorTy() || Other == Of || Other->isVectorTy() != Of->isVectorTy()) return false;
    return !Of->isVectorTy() || cast<VectorType>(Other)->getElementCount() == cast<VectorType>(Of)->getElementCount();
  };
  auto Others = available(At, IsLike);
  if (Others.empty() || isa<PHINode>(At)) return nullptr;
  IRBuilder<> B(At);
  Value *Chosen = oneOf(Others);
  return chance(50) ? B.CreateZExtOrTrunc(Chosen, Of) : B.CreateSExtOrTrunc(Chosen, Of);
}

Value *Mutator::pick(Type *Of, Instruction *At, Value *Not) {
  cgfuzz::scope Material("value");
  auto Same = available(At, [&](Type *Other) { return Other == Of; });
  llvm::erase(Same, Not);
  unsigned Way = below(12);
  if (Way < 7 && !Same.empty()) return oneOf(Same);
  if (Way == 7 && Of->isIntOrIntVectorTy())
    if (Value *Other = otherWidth(Of, At)) return Other;
  if (Way < 10 && !Of->isPointerTy())
    if (Value *Made = constant(Of)) return Made;
  if (isPlain(Of)) return newArgument(Of);
  return Same.empty() ? nullptr : oneOf(Same);
}

Value *Mutator::binary(IRBuilder<> &B, Value *X, Value *Y) {
  Type *Of = X->getType();
  if (Of->isFPOrFPVectorTy()) {
    static const Instruction::BinaryOps Known[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv};
    return B.CreateBinOp(Known[below(4)], X, Y);
  }
  static const Intrinsic::ID Intrinsics[] = {Intrinsic::umin, Intrinsic::umax, Intrinsic::smin, Intrinsic::smax, Intrinsic::uadd_sat, Intrinsic::usub_sat, Intrinsic::sadd_sat, Intrinsic::ssub_sat};
  if (chance(25)) return B.CreateBinaryIntrinsic(Intrinsics[below(8)], X, Y);
  static const Instruction::BinaryOps Known[] = {Instruction::Add, Instruction::Sub, Instruction::Mul, Instruction::And, Instruction::Or, Instruction::Xor, Instruction::Shl, Instruction::LShr, Instruction::AShr, Instruction::UDiv, Instruction::SDiv, Instruction::URem, Instruction::SRem};
  auto Op = Known[below(chance(70) ? 9 : 13)];
  if (Op >= Instruction::Shl && Op <= Instruction::AShr && chance(50)) Y = ConstantInt::get(Of, fitting(Of->getScalarSizeInBits(), below(Of->getScalarSizeInBits())));
  auto *Made = cast<Instruction>(B.Insert(BinaryOperator::Create(Op, X, Y)));
  if (!chance(30)) return Made;
  if (isa<PossiblyExactOperator>(Made)) Made->setIsExact(true);
  else if (isa<OverflowingBinaryOperator>(Made)) {
    if (chance(60)) Made->setHasNoSignedWrap(true);
    else Made->setHasNoUnsignedWrap(true);
  }
  return Made;
}

Value *Mutator::chosen(IRBuilder<> &B, Type *Of, Instruction *At, Value *X) {
  Value *Y = pick(Of, At), *Condition = nullptr;
  if (!Y || Y->getType() != Of) return nullptr;
  if (Of->isIntOrIntVectorTy()) {
    Value *Z = chance(50) ? constant(Of) : pick(Of, At);
    if (!Z || Z->getType() != Of) return nullptr;
    Condition = B.CreateICmp(anyPredicate(), chance(60) ? X : Y, Z);
  } else Condition = pick(B.getInt1Ty(), At);
  if (!Condition) return nullptr;
  return chance(50) ? B.CreateSelect(Condition, X, Y) : B.CreateSelect(Condition, Y, X);
}

Value *Mutator::narrowed(IRBuilder<> &B, Type *Of, Value *X) {
  unsigned Width = Of->getScalarSizeInBits();
  if (Width < 2) return nullptr;
  Value *Cut = B.CreateTrunc(X, Of->getWithNewBitWidth(1 + below(Width - 1)));
  return chance(50) ? B.CreateZExt(Cut, Of) : B.CreateSExt(Cut, Of);
}

Value *Mutator::widened(IRBuilder<> &B, Type *Of, Instruction *At, Value *X) {
  unsigned Width = Of->getScalarSizeInBits();
  Value *Y = pick(Of, At);
  if (!Y || Y->getType() != Of || Width > 64) return nullptr;
  Type *Wide = Of->getWithNewBitWidth(Width * 2);
  bool IsUnsigned = chance(50);
  Value *Made = IsUnsigned ? binary(B, B.CreateZExt(X, Wide), B.CreateZExt(Y, Wide)) : binary(B, B.CreateSExt(X, Wide), B.CreateSExt(Y, Wide));
  if (chance(50)) Made = B.CreateLShr(Made, ConstantInt::get(Wide, fitting(Width * 2, below(Width + 1))));
  return B.CreateTrunc(Made, Of);
}

Value *Mutator::called(IRBuilder<> &B, Type *Of, Instruction *At, Value *X) {
  if (chance(50)) {
    static const Intrinsic::ID Known[] = {Intrinsic::ctpop, Intrinsic::bitreverse, Intrinsic::abs, Intrinsic::ctlz, Intrinsic::cttz};
    unsigned Which = below(5);
    if (Which < 2) return B.CreateUnaryIntrinsic(Known[Which], X);
    return B.CreateBinaryIntrinsic(Known[Which], X, B.getInt1(chance(30)));
  }
  Value *Y = pick(Of, At), *Z = pick(Of, At);
  if (!Y || !Z || Y->getType() != Of || Z->getType() != Of) return nullptr;
  return B.CreateIntrinsic(chance(50) ? Intrinsic::fshl : Intrinsic::fshr, {Of}, {X, chance(50) ? X : Y, Z});
}

Value *Mutator::compared(IRBuilder<> &B, Type *Of, Instruction *At, Value *X) {
  Value *Y = pick(Of, At);
  if (!Y || Y->getType() != Of) return nullptr;
  Value *Bit = B.CreateICmp(anyPredicate(), X, Y);
  return chance(50) ? B.CreateZExt(Bit, Of) : B.CreateSExt(Bit, Of);
}

// A new value at a place, made of `X` if that is given.
Value *Mutator::make(IRBuilder<> &B, Type *Of, Instruction *At, Value *X) {
  if (!X) X = pick(Of, At);
  if (!X || X->getType() != Of) return nullptr;
  switch (below(Of->isIntOrIntVectorTy() ? 9 : 4)) {
  case 0: return B.CreateFreeze(X);
  case 3: return chosen(B, Of, At, X);
  case 4: return narrowed(B, Of, X);
  case 5: return widened(B, Of, At, X);
  case 6: case 7: return called(B, Of, At, X);
  case 8: return compared(B, Of, At, X);
  default: break;
  }
  if (Of->isPointerTy()) return B.CreateGEP(B.getInt8Ty(), X, ConstantInt::get(B.getInt64Ty(), below(17)), "", chance(50));
  Value *Y = pick(Of, At);
  if (!Y || Y->getType() != Of) return nullptr;
  return chance(50) ? binary(B, X, Y) : binary(B, Y, X);
}

} // namespace seeds

// A function of scalars as a function of vectors, lane by lane.
#include "mutator.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

namespace seeds {
namespace {

bool isScalar(Type *Of) { return Of->isIntegerTy() || Of->isFloatingPointTy(); }

bool isLaneWise(Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    static const Intrinsic::ID Known[] = {Intrinsic::umin, Intrinsic::umax, Intrinsic::smin, Intrinsic::smax, Intrinsic::uadd_sat, Intrinsic::usub_sat, Intrinsic::sadd_sat, Intrinsic::ssub_sat, Intrinsic::abs, Intrinsic::ctlz, Intrinsic::cttz, Intrinsic::ctpop, Intrinsic::bswap, Intrinsic::bitreverse, Intrinsic::fshl, Intrinsic::fshr, Intrinsic::fabs};
    return is_contained(Known, Call->getIntrinsicID());
  }
  return isa<BinaryOperator>(I) || isa<UnaryOperator>(I) || isa<CmpInst>(I) || isa<SelectInst>(I) || isa<CastInst>(I) || isa<FreezeInst>(I) || isa<ReturnInst>(I);
}

} // namespace

static Value *vectorOf(Value *Of, Type *Wide, std::map<Value *, Value *> &Made) {
  if (auto Found = Made.find(Of); Found != Made.end()) return Found->second;
  auto *Known = dyn_cast<Constant>(Of);
  if (!Known || isa<ConstantExpr>(Known) || !isScalar(Of->getType())) return nullptr;
  return ConstantVector::getSplat(cast<VectorType>(Wide)->getElementCount(), Known);
}

std::unique_ptr<Module> withVectors(Module &M, unsigned Lanes) {
  Function *Old = M.getFunction("f");
  if (!Old || Old->size() != 1 || !isScalar(Old->getReturnType())) return nullptr;
  for (Argument &Each : Old->args())
    if (!isScalar(Each.getType())) return nullptr;
  for (Instruction &I : instructions(Old))
    if (!isLaneWise(I) || (!isa<ReturnInst>(I) && !isScalar(I.getType()))) return nullptr;
  auto Copy = CloneModule(M);
  Function *F = Copy->getFunction("f");
  auto Wide = [&](Type *Of) -> Type * { return FixedVectorType::get(Of, Lanes); };
  SmallVector<Type *> Types;
  for (Argument &Each : F->args()) Types.push_back(Wide(Each.getType()));
  Function *To = Function::Create(FunctionType::get(Wide(F->getReturnType()), Types, false), F->getLinkage(), "", Copy.get());
  std::map<Value *, Value *> Made;
  for (Argument &Each : F->args()) {
    To->getArg(Each.getArgNo())->setName(Each.getName());
    Made[&Each] = To->getArg(Each.getArgNo());
  }
  IRBuilder<> B(BasicBlock::Create(Copy->getContext(), "entry", To));
  for (Instruction &I : instructions(F)) {
    SmallVector<Value *> Operands;
    unsigned Count = isa<CallBase>(I) ? cast<CallBase>(I).arg_size() : I.getNumOperands();
    for (unsigned K = 0; K < Count; K++) {
      Value *Each = I.getOperand(K);
      bool IsFlag = isa<CallBase>(I) && cast<CallBase>(I).paramHasAttr(K, Attribute::ImmArg);
      Value *Here = IsFlag ? Each : vectorOf(Each, Wide(Each->getType()), Made);
      if (!Here) return nullptr;
      Operands.push_back(Here);
    }
    if (isa<ReturnInst>(I)) B.CreateRet(Operands[0]);
    else if (auto *Call = dyn_cast<IntrinsicInst>(&I)) Made[&I] = B.CreateIntrinsic(Call->getIntrinsicID(), {Wide(Call->getType())}, Operands);
    else if (auto *Compare = dyn_cast<CmpInst>(&I)) Made[&I] = B.Insert(CmpInst::Create(Compare->getOpcode(), Compare->getPredicate(), Operands[0], Operands[1]));
    else if (auto *Cast = dyn_cast<CastInst>(&I)) Made[&I] = B.Insert(CastInst::Create(Cast->getOpcode(), Operands[0], Wide(I.getType())));
    else if (isa<SelectInst>(I)) Made[&I] = B.Insert(SelectInst::Create(Operands[0], Operands[1], Operands[2]));
    else if (isa<FreezeInst>(I)) Made[&I] = B.Insert(new FreezeInst(Operands[0]));
    else if (auto *Unary = dyn_cast<UnaryOperator>(&I)) Made[&I] = B.Insert(UnaryOperator::Create(Unary->getOpcode(), Operands[0]));
    else Made[&I] = B.Insert(BinaryOperator::Create(cast<BinaryOperator>(I).getOpcode(), Operands[0], Operands[1]));
    if (!isa<ReturnInst>(I)) {
      cast<Instruction>(Made[&I])->copyIRFlags(&I);
      Made[&I]->setName(I.getName());
    }
  }
  F->eraseFromParent();
  To->setName("f");
  return Copy;
}

} // namespace seeds

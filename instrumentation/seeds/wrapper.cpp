// A wrapper around the function: it loads each scalar from a slot, and stores each scalar of the result as whole bytes. So
// no other code needs to know how arguments and results are passed.
#include "wrapper.hpp"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace seeds {
namespace {

unsigned partsOf(Type *Of) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Of)) return Vector->getNumElements();
  return Of->isStructTy() ? Of->getStructNumElements() : Of->getArrayNumElements();
}

bool hasParts(Type *Of) { return Of->isAggregateType() || Of->isVectorTy(); }

struct Slots {
  IRBuilder<> &B;
  const DataLayout &Layout;
  Value *Buffer;
  uint64_t At = 0;

  unsigned bitsOf(Type *Of) { return unsigned(Layout.getTypeSizeInBits(Of).getFixedValue()); }
  // The place of the next scalar, and the integer that fills its bytes.
  Value *next(Type *Of, Type *&Whole) {
    unsigned Bits = bitsOf(Of), Slot = alignTo(divideCeil(Bits, 8), 16);
    bool IsUsual = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64;
    Whole = B.getIntNTy(Bits < 8 ? 8 : IsUsual ? Bits : Slot * 8);
    Value *Place = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Buffer, At);
    At += Slot;
    return Place;
  }
  Value *load(Type *Of) {
    if (hasParts(Of)) {
      Value *All = PoisonValue::get(Of);
      for (unsigned I = 0; I < partsOf(Of); I++) {
        if (Of->isVectorTy()) All = B.CreateInsertElement(All, load(Of->getScalarType()), uint64_t(I));
        else All = B.CreateInsertValue(All, load(Of->isStructTy() ? Of->getStructElementType(I) : Of->getArrayElementType()), I);
      }
      return All;
    }
    Type *Whole;
    Value *Place = next(Of, Whole);
    Value *Bits = B.CreateTrunc(B.CreateAlignedLoad(Whole, Place, Align(8)), B.getIntNTy(bitsOf(Of)));
    return Of->isPointerTy() ? B.CreateIntToPtr(Bits, Of) : B.CreateBitCast(Bits, Of);
  }
  void store(Value *Given) {
    Type *Of = Given->getType();
    if (hasParts(Of)) {
      for (unsigned I = 0; I < partsOf(Of); I++) store(Of->isVectorTy() ? B.CreateExtractElement(Given, uint64_t(I)) : B.CreateExtractValue(Given, I));
      return;
    }
    Type *Whole;
    Value *Place = next(Of, Whole);
    Value *Bits = Of->isPointerTy() ? B.CreatePtrToInt(Given, B.getIntNTy(bitsOf(Of))) : B.CreateBitCast(Given, B.getIntNTy(bitsOf(Of)));
    B.CreateAlignedStore(B.CreateZExt(Bits, Whole), Place, Align(8));
  }
};

} // namespace

void addWrapper(Module &M, Function &F) {
  Type *Place = PointerType::get(M.getContext(), 0);
  auto *Wrapper = Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), {Place, Place}, false), GlobalValue::ExternalLinkage, "cgfuzz.run", M);
  Wrapper->setDSOLocal(true);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Wrapper));
  Slots In{B, M.getDataLayout(), Wrapper->getArg(0)}, Out{B, M.getDataLayout(), Wrapper->getArg(1)};
  SmallVector<Value *> Args;
  for (Argument &Each : F.args()) Args.push_back(In.load(Each.getType()));
  auto *Call = B.CreateCall(&F, Args);
  Call->setCallingConv(F.getCallingConv());
  Call->setAttributes(F.getAttributes());
  if (!F.getReturnType()->isVoidTy()) Out.store(Call);
  B.CreateRetVoid();
}

} // namespace seeds

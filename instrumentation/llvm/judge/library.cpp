// Functions of the C library that upstream's interpreter lacks. Each access goes through the interpreter's checks. So
// unwritten or missing memory is undefined behaviour here as well.
#include "lib/Library.h"

namespace llvm::ubi {
namespace {

class Memory {
  Context &Ctx;
  ExecutorBase &Executor;

public:
  Memory(Context &C, ExecutorBase &E) : Ctx(C), Executor(E) {}

  // Undefined if the program must not make this access.
  std::optional<uint8_t> byteAt(const Pointer &Base, uint64_t Offset) {
    const APInt &Address = Base.address();
    AnyValue Value = Executor.load(Base.getWithNewAddr(Address + APInt(Address.getBitWidth(), Offset, false, true)), Align(1), Type::getInt8Ty(Ctx.getContext()), false);
    if (Executor.hasProgramExited()) return std::nullopt;
    if (Value.isPoison()) {
      Executor.reportImmediateUB() << "A library call reads a poison byte.";
      return std::nullopt;
    }
    return uint8_t(Value.asInteger().getZExtValue());
  }

  std::optional<uint64_t> lengthOf(const Pointer &Text, uint64_t Limit) {
    for (uint64_t At = 0; At < Limit; At++) {
      std::optional<uint8_t> Byte = byteAt(Text, At);
      if (!Byte) return std::nullopt;
      if (*Byte == 0) return At;
    }
    return Limit;
  }

  // Below 0, 0 or above, like the functions of `string.h`. Texts end at their zero.
  std::optional<int> compare(const Pointer &A, const Pointer &B, uint64_t Limit, bool IsText) {
    for (uint64_t At = 0; At < Limit; At++) {
      std::optional<uint8_t> Left = byteAt(A, At), Right = byteAt(B, At);
      if (!Left || !Right) return std::nullopt;
      if (*Left != *Right) return *Left < *Right ? -1 : 1;
      if (IsText && *Left == 0) return 0;
    }
    return 0;
  }

  // The length of the text's start whose bytes are all among the others, or all not among them.
  std::optional<int64_t> span(const Pointer &Text, const Pointer &Others, bool IsAmong) {
    for (uint64_t At = 0;; At++) {
      std::optional<uint8_t> Byte = byteAt(Text, At), Other = 1;
      if (!Byte) return std::nullopt;
      for (uint64_t Each = 0; Other && *Other != 0; Each++)
        if (Other = byteAt(Others, Each); Other && *Other == *Byte) break;
      if (!Other) return std::nullopt;
      if (*Byte == 0 || (*Other != 0) != IsAmong) return int64_t(At);
    }
  }

  void move(const Pointer &To, const Pointer &From, uint64_t Size) {
    if (Size == 0) return;
    auto [Source, SourceAt] = Executor.verifyMemAccess(From, Size, Align(1), false);
    if (!Source) return;
    auto [Target, TargetAt] = Executor.verifyMemAccess(To, Size, Align(1), true);
    if (!Target) return;
    SmallVector<Byte> Bytes(Source->getBytes().slice(SourceAt, Size));
    copy(Bytes, Target->getBytes().begin() + TargetAt);
  }

  void fillWith(const Pointer &To, uint8_t Value, uint64_t Size) {
    if (Size == 0) return;
    auto [Target, At] = Executor.verifyMemAccess(To, Size, Align(1), true);
    if (Target) fill(Target->getBytes().slice(At, Size), Byte::concrete(Value));
  }

  Pointer behind(const Pointer &Base, uint64_t Offset) {
    return Base.getWithNewAddr(Base.address() + APInt(Base.address().getBitWidth(), Offset, false, true));
  }
};

AnyValue integer(Type *Ty, std::optional<int64_t> Value) {
  return Value ? AnyValue(APInt(Ty->getIntegerBitWidth(), uint64_t(*Value), true, true)) : AnyValue::poison();
}

} // namespace

std::optional<AnyValue> Library::executeOther(LibFunc LF, StringRef Name, Type *Ty, ArrayRef<AnyValue> Args) {
  Memory Its(Ctx, Executor);
  auto Address = [&](unsigned At) -> const Pointer & { return Args[At].asPointer(); };
  auto Number = [&](unsigned At) { return Args[At].asInteger().getZExtValue(); };
  switch (LF) {
  case LibFunc_putchar: {
    char Printed = char(Number(0));
    Handler.onPrint(StringRef(&Printed, 1));
    return AnyValue(APInt(Executor.getIntSize(), uint8_t(Printed)));
  }
  case LibFunc_memcpy:
  case LibFunc_memmove:
    Its.move(Address(0), Address(1), Number(2));
    return Args[0];
  case LibFunc_memset:
    Its.fillWith(Address(0), uint8_t(Number(1)), Number(2));
    return Args[0];
  case LibFunc_memcmp:
  case LibFunc_bcmp:
    // All bytes must be there, also those after a difference.
    for (unsigned At : {0u, 1u})
      if (Number(2) && !Executor.verifyMemAccess(Address(At), Number(2), Align(1), false).first) return AnyValue::poison();
    return integer(Ty, Its.compare(Address(0), Address(1), Number(2), false));
  case LibFunc_strcmp: return integer(Ty, Its.compare(Address(0), Address(1), UINT64_MAX, true));
  case LibFunc_strncmp: return integer(Ty, Its.compare(Address(0), Address(1), Number(2), true));
  case LibFunc_strlen: return integer(Ty, Its.lengthOf(Address(0), UINT64_MAX));
  case LibFunc_strnlen: return integer(Ty, Its.lengthOf(Address(0), Number(1)));
  case LibFunc_memchr:
  case LibFunc_strchr:
  case LibFunc_strrchr: {
    uint64_t Limit = LF == LibFunc_memchr ? Number(2) : UINT64_MAX;
    AnyValue Found = Pointer::null(0, DL);
    for (uint64_t At = 0; At < Limit; At++) {
      std::optional<uint8_t> Byte = Its.byteAt(Address(0), At);
      if (!Byte) return AnyValue::poison();
      if (*Byte == uint8_t(Number(1))) {
        Found = Its.behind(Address(0), At);
        if (LF != LibFunc_strrchr) return Found;
      }
      if (*Byte == 0 && LF != LibFunc_memchr) return Found;
    }
    return Found;
  }
  case LibFunc_strcpy:
  case LibFunc_stpcpy: {
    std::optional<uint64_t> Length = Its.lengthOf(Address(1), UINT64_MAX);
    if (!Length) return AnyValue::poison();
    Its.move(Address(0), Address(1), *Length + 1);
    return LF == LibFunc_strcpy ? Args[0] : AnyValue(Its.behind(Address(0), *Length));
  }
  case LibFunc_strcat: {
    std::optional<uint64_t> Begin = Its.lengthOf(Address(0), UINT64_MAX), Length = Its.lengthOf(Address(1), UINT64_MAX);
    if (!Begin || !Length) return AnyValue::poison();
    Its.move(Its.behind(Address(0), *Begin), Address(1), *Length + 1);
    return Args[0];
  }
  case LibFunc_strspn:
  case LibFunc_strcspn: return integer(Ty, Its.span(Address(0), Address(1), LF == LibFunc_strspn));
  case LibFunc_ZnwmRKSt9nothrow_t: return executeMalloc(Name, Ty, Args.take_front(), MemAllocKind::New);
  case LibFunc_ZnamRKSt9nothrow_t: return executeMalloc(Name, Ty, Args.take_front(), MemAllocKind::NewArray);
  case LibFunc_realloc: {
    AnyValue New = executeMalloc(Name, Ty, Args.take_back(), MemAllocKind::Malloc);
    if (Address(0).isNullPtr(0, DL) || New.asPointer().isNullPtr(0, DL)) return New;
    MemoryObject *Old = Ctx.checkProvenance(Address(0), [](const Provenance &) { return true; });
    if (!Old) {
      Executor.reportImmediateUB() << "reallocating a pointer with nullary provenance.";
      return AnyValue::poison();
    }
    Its.move(New.asPointer(), Address(0), std::min<uint64_t>(Old->getSize(), Number(1)));
    executeFree(Args.take_front());
    return New;
  }
  case LibFunc_abs:
  case LibFunc_labs:
  case LibFunc_llabs:
    if (Args[0].asInteger().isMinSignedValue()) {
      Executor.reportImmediateUB() << "The smallest number has no absolute value.";
      return AnyValue::poison();
    }
    return AnyValue(Args[0].asInteger().abs());
  case LibFunc_ZdlPvm:
  case LibFunc_ZdaPvm: return executeFree(Args.take_front());
  case LibFunc_cxa_atexit: return AnyValue(APInt(Executor.getIntSize(), 0));
  case LibFunc_cxa_guard_acquire: {
    std::optional<uint8_t> Done = Its.byteAt(Address(0), 0);
    return integer(Ty, Done ? std::optional<int64_t>(*Done == 0) : std::nullopt);
  }
  case LibFunc_cxa_guard_release:
    Its.fillWith(Address(0), 1, 1);
    return AnyValue();
  default: return std::nullopt;
  }
}

} // namespace llvm::ubi

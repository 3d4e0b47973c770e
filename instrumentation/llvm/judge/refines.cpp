// Comparing two outcomes: the rules where a difference is no fault are here.
#include "functions.hpp"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::ubi;

namespace cgfuzz {
namespace {

std::string differ(const AnyValue &A, const AnyValue &B, uint64_t FirstFree) {
  if (A.isNone() || A.isPoison()) return "";
  if (B.isPoison()) return "poison for " + textOfValue(A);
  if (A.isAggregate()) {
    auto &X = A.asAggregate(), &Y = B.asAggregate();
    for (size_t I = 0; I < X.size() && I < Y.size(); I++)
      if (std::string Said = differ(X[I], Y[I], FirstFree); !Said.empty()) return Said + " [" + std::to_string(I) + "]";
    return "";
  }
  if (A.isInteger()) return A.asInteger() == B.asInteger() ? "" : textOfValue(B) + " for " + textOfValue(A);
  if (A.isPointer()) {
    // Objects that the function makes itself lie where they like.
    if (A.asPointer().address().getZExtValue() >= FirstFree) return "";
    return A.asPointer().address() == B.asPointer().address() ? "" : textOfValue(B) + " for " + textOfValue(A);
  }
  if (A.isFloat()) {
    auto &X = A.asFloat(), &Y = B.asFloat();
    return (X.isNaN() && Y.isNaN()) || X.bitwiseIsEqual(Y) ? "" : "float " + textOfValue(B) + " for " + textOfValue(A);
  }
  return "";
}

// LLVM leaves the sign of a float that is not a number to chance.
template <typename Bytes> bool isSignOfNaN(const Bytes &X, const Bytes &Y, size_t I) {
  return I > 0 && (X[I].Value ^ Y[I].Value) == 0x80 && (X[I].Value & 0x7f) == 0x7f && (X[I - 1].Value & 0xc0) == 0xc0;
}

std::string differ(const Snapshot &A, const Snapshot &B) {
  for (auto &[Name, X] : A.Objects) {
    auto Found = find_if(B.Objects, [&, &Name = Name](auto &Each) { return Each.first == Name; });
    if (Found == B.Objects.end()) continue;
    auto &Y = Found->second;
    for (size_t I = 0; I < X.size() && I < Y.size(); I++) {
      uint8_t Mask = X[I].ConcreteMask;
      if (Mask == 0) continue;
      bool IsKnown = (Y[I].ConcreteMask & Mask) == Mask;
      if (IsKnown && ((X[I].Value ^ Y[I].Value) & Mask) == 0) continue;
      if (IsKnown && isSignOfNaN(X, Y, I)) continue;
      // Bytes of pointers: their addresses are nobody's business.
      if (X[I].TagMask || Y[I].TagMask) continue;
      return "byte " + std::to_string(I) + " of " + Name + ": " + (IsKnown ? std::to_string(Y[I].Value) : "undefined") + " for " + std::to_string(X[I].Value);
    }
  }
  return "";
}

std::string differ(const Event &X, const Event &Y, uint64_t FirstFree) {
  if (X.Name != Y.Name) return "call of " + Y.Name + " for " + X.Name;
  for (size_t K = 0; K < X.Args.size() && K < Y.Args.size(); K++)
    if (std::string Said = differ(X.Args[K], Y.Args[K], FirstFree); !Said.empty()) return "call of " + X.Name + " with " + Said;
  if (std::string Said = differ(X.Memory, Y.Memory); !Said.empty()) return "at the call of " + X.Name + ", " + Said;
  return "";
}

// The calls from an event on that only write.
ArrayRef<Event> writesFrom(const std::vector<Event> &All, size_t Start) {
  return ArrayRef(All).drop_front(Start).take_while([](const Event &Each) { return Each.OnlyWrites; });
}

// The same call twice is as good as once, and in any order: such functions read nothing of each other.
std::string differ(ArrayRef<Event> A, ArrayRef<Event> B, uint64_t FirstFree) {
  auto Same = [&](const Event &X, const Event &Y) { return differ(X, Y, FirstFree).empty(); };
  for (const Event &X : A)
    if (none_of(B, [&](const Event &Y) { return Same(X, Y); })) return "no call of " + X.Name + ", which only writes";
  for (const Event &Y : B)
    if (none_of(A, [&](const Event &X) { return Same(X, Y); })) return "another call of " + Y.Name + ", which only writes";
  return "";
}

// A poison argument may become any value, so the answers and all that follows may differ.
bool leavesOpen(const Outcome &A, ArrayRef<Event> Of) {
  return !A.IgnoresArguments && any_of(Of, [](const Event &Each) { return any_of(Each.Args, holdsPoison); });
}

std::string differenceOfCalls(const Outcome &A, const Outcome &B, bool &IsLeftOpen) {
  for (size_t I = 0, J = 0;; I++, J++) {
    ArrayRef<Event> X = writesFrom(A.Events, I), Y = writesFrom(B.Events, J);
    if (std::string Said = differ(X, Y, A.FirstFree); !Said.empty()) return Said;
    I += X.size();
    J += Y.size();
    bool IsEnd = I == A.Events.size() || J == B.Events.size();
    if (IsEnd && (I < A.Events.size() || J < B.Events.size())) return "number of calls: " + std::to_string(B.Events.size()) + " for " + std::to_string(A.Events.size());
    if ((IsLeftOpen = leavesOpen(A, X)) || IsEnd) return "";
    if (std::string Said = differ(A.Events[I], B.Events[J], A.FirstFree); !Said.empty()) return Said;
    if ((IsLeftOpen = leavesOpen(A, A.Events[I]))) return "";
  }
}

} // namespace

bool holdsPoison(const AnyValue &Value) {
  if (!Value.isAggregate()) return Value.isPoison();
  return any_of(Value.asAggregate(), holdsPoison);
}

std::string differenceOf(const Outcome &A, const Outcome &B) {
  constexpr uint64_t FewSteps = 1500;
  // Each chose another way to go.
  if (A.HasChosenAnew && B.HasChosenAnew) return "";
  if (B.Kind == Outcome::Complained) return "undefined behaviour: " + B.Why;
  if (B.Kind == Outcome::Limited) return A.Steps < FewSteps ? "it does not end" : "";
  if (B.Kind != Outcome::Done) return "";
  if (A.HasChosenAnew) return "";
  if (A.Why != B.Why) return "another way of ending";
  bool IsLeftOpen = false;
  if (std::string Said = differenceOfCalls(A, B, IsLeftOpen); !Said.empty() || IsLeftOpen) return Said;
  if (std::string Said = differ(A.Returned, B.Returned, A.FirstFree); !Said.empty()) return "returns " + Said;
  // A program that is stopped shows nothing of its memory.
  return A.Why.empty() ? differ(A.End, B.End) : "";
}

} // namespace cgfuzz

// Facts that the walk finds in a program, before the analyser writes them as rows of JSON.
#pragma once
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace cgfuzz {
using namespace llvm;

struct Span {
  int Begin, End;
};

// Jumps by which control leaves or enters a statement other than at its ends.
struct Jumps {
  bool Break = false, Continue = false, Return = false, Case = false, Anywhere = false;
  std::set<std::string> Labels, Gotos;
  void add(const Jumps &Inner) {
    Break |= Inner.Break, Continue |= Inner.Continue, Return |= Inner.Return, Case |= Inner.Case, Anywhere |= Inner.Anywhere;
    Labels.insert(Inner.Labels.begin(), Inner.Labels.end());
    Gotos.insert(Inner.Gotos.begin(), Inner.Gotos.end());
  }
  bool leaves() const {
    if (Break || Continue || Return || Case || Anywhere) return true;
    return any_of(Gotos, [&](const std::string &Each) { return !Labels.count(Each); });
  }
};

struct StatementFact {
  const char *Kind, *Place;
  Span Where;
  int Parent, Function, LoopDepth;
  Jumps All;
};
struct FunctionFact {
  std::string Name;
  int Declared, Result, Body;
  Span Where;
  std::vector<int> Parameters;
};
enum NameFlag { HasValue = 1, LivesOn = 2 };
struct NameFact {
  std::string Name;
  const char *Kind;
  int Type, Function, At, From, To, Flags;
};
// An operand of `&&`, `||` or `?:` that is evaluated only sometimes.
struct OperandFact {
  Span Where;
  int Type, Statement;
  bool operator<(const OperandFact &Other) const { return std::make_pair(Where.Begin, -Where.End) < std::make_pair(Other.Where.Begin, -Other.Where.End); }
};
struct UseFact {
  int At, Declared;
  bool Hidden;
  bool operator<(const UseFact &Other) const { return std::tie(At, Declared, Hidden) < std::tie(Other.At, Other.Declared, Other.Hidden); }
};
struct WrapperFact {
  std::string Name;
  Span Where;
  std::vector<Span> Operands;
  int Statement;
  bool operator<(const WrapperFact &Other) const { return std::make_pair(Where.Begin, -Where.End) < std::make_pair(Other.Where.Begin, -Other.Where.End); }
};

} // namespace cgfuzz

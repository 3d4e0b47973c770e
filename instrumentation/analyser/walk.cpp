// Walks the statements of each function and the expressions in them, once, and writes down its findings.
//
// Offsets are bytes into the main file. The walk lists code from a macro if that code has a place of its own in the
// file. If only a macro's body spells a use, the walk marks the use as hidden. All rows are in the order of the text.
#include "walk.hpp"
#include "found.hpp"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <set>

using namespace llvm;
using namespace clang;

namespace cgfuzz {
namespace {

const char *kindOf(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass: return "block";
  case Stmt::DeclStmtClass: return "declaration";
  case Stmt::IfStmtClass: return "if";
  case Stmt::ForStmtClass: return "for";
  case Stmt::WhileStmtClass: return "while";
  case Stmt::DoStmtClass: return "do";
  case Stmt::SwitchStmtClass: return "switch";
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: return "case";
  case Stmt::LabelStmtClass: return "label";
  case Stmt::GotoStmtClass: return "goto";
  case Stmt::BreakStmtClass: return "break";
  case Stmt::ContinueStmtClass: return "continue";
  case Stmt::ReturnStmtClass: return "return";
  case Stmt::NullStmtClass: return "empty";
  default: return isa<Expr>(S) ? "expression" : "other";
  }
}

class Walker : public RecursiveASTVisitor<Walker> {
  using Base = RecursiveASTVisitor<Walker>;
  ASTContext &Context;
  const SourceManager &Sources;
  const LangOptions &Language;
  const FileID Main;
  int Function = -1, Statement = -1, LoopDepth = 0, ScopeEnd;
  Jumps *Around = nullptr;

public:
  std::vector<StatementFact> Statements;
  std::vector<FunctionFact> Functions;
  std::vector<NameFact> Names;
  std::set<UseFact> Uses;
  std::set<WrapperFact> Wrappers;
  std::set<OperandFact> Operands;
  std::vector<std::string> Types;
  bool HasHiddenWrapper = false; // a wrapper call that is not listed
  bool HasOddResult = false;     // a function returns a record in registers and does not fill them

  explicit Walker(ASTContext &C) : Context(C), Sources(C.getSourceManager()), Language(C.getLangOpts()), Main(Sources.getMainFileID()) {
    ScopeEnd = static_cast<int>(Sources.getBufferData(Main).size());
  }

  bool isInMain(SourceLocation Where) const { return Where.isValid() && Sources.getFileID(Sources.getExpansionLoc(Where)) == Main; }

private:
  StringMap<int> TypeIndex;
  DenseMap<const Decl *, int> NameIndex;

  int offset(SourceLocation Where) const { return static_cast<int>(Sources.getFileOffset(Where)); }

  // The place of the range in the file, if it has a place of its own: not a part of a macro's text.
  std::optional<Span> spanOf(SourceRange Range) const {
    if (Range.isInvalid()) return std::nullopt;
    CharSourceRange File = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Range), Sources, Language);
    if (File.isInvalid() || Sources.getFileID(File.getBegin()) != Main) return std::nullopt;
    return Span{offset(File.getBegin()), offset(File.getEnd())};
  }

  int behindSemicolon(int End) const {
    SourceLocation At = Sources.getLocForStartOfFile(Main).getLocWithOffset(End - 1);
    SourceLocation Begin = Lexer::GetBeginningOfToken(At, Sources, Language);
    std::optional<Token> Next = Lexer::findNextToken(Begin, Sources, Language);
    return Next && Next->is(tok::semi) ? offset(Next->getEndLoc()) : End;
  }

  std::optional<Span> spanOfStatement(const Stmt *S) const {
    std::optional<Span> Where = spanOf(S->getSourceRange());
    if (!Where) return std::nullopt;
    const Stmt *Last = lastInside(S);
    if (Last) {
      std::optional<Span> Inner = spanOfStatement(Last);
      if (!Inner) return std::nullopt;
      Where->End = std::max(Where->End, Inner->End);
    } else if (!isa<CompoundStmt>(S) && !isa<DeclStmt>(S) && !isa<NullStmt>(S)) Where->End = behindSemicolon(Where->End);
    return Where;
  }

  static const Stmt *lastInside(const Stmt *S) {
    if (auto *If = dyn_cast<IfStmt>(S)) return If->getElse() ? If->getElse() : If->getThen();
    if (auto *For = dyn_cast<ForStmt>(S)) return For->getBody();
    if (auto *While = dyn_cast<WhileStmt>(S)) return While->getBody();
    if (auto *Switch = dyn_cast<SwitchStmt>(S)) return Switch->getBody();
    if (auto *Label = dyn_cast<LabelStmt>(S)) return Label->getSubStmt();
    if (auto *Case = dyn_cast<SwitchCase>(S)) return Case->getSubStmt();
    if (auto *Attributed = dyn_cast<AttributedStmt>(S)) return Attributed->getSubStmt();
    return nullptr;
  }

  int typeOf(QualType Type) {
    std::string Text = Type.getCanonicalType().getAsString(Context.getPrintingPolicy());
    auto [Found, IsNew] = TypeIndex.try_emplace(Text, static_cast<int>(Types.size()));
    if (IsNew) Types.push_back(Text);
    return Found->second;
  }

  // ---- names ----

  static const char *kindOfName(const NamedDecl *D) {
    if (isa<ParmVarDecl>(D)) return "parameter";
    if (isa<VarDecl>(D)) return "variable";
    if (isa<FunctionDecl>(D)) return "function";
    if (isa<EnumConstantDecl>(D)) return "constant";
    if (isa<TypeDecl>(D)) return "type";
    return nullptr;
  }

  QualType qualTypeOf(const NamedDecl *D) const {
    if (auto *Value = dyn_cast<ValueDecl>(D)) return Value->getType();
    return Context.getTypeDeclType(cast<TypeDecl>(D));
  }

  int indexOf(const NamedDecl *Given) {
    const auto *D = cast<NamedDecl>(Given->getCanonicalDecl());
    auto Found = NameIndex.find(D);
    if (Found != NameIndex.end()) return Found->second;
    const char *Kind = kindOfName(D);
    if (!Kind || D->getName().empty()) return -1;
    bool IsHere = isInMain(D->getLocation());
    int At = IsHere ? offset(Sources.getExpansionLoc(D->getLocation())) : -1;
    bool IsOutside = D->getParentFunctionOrMethod() == nullptr;
    int From = IsHere ? endOf(D) : 0;
    int To = IsOutside ? static_cast<int>(Sources.getBufferData(Main).size()) : isSpelledByMacro(D->getLocation()) ? At : ScopeEnd;
    int Index = NameIndex[D] = static_cast<int>(Names.size());
    Names.push_back({D->getName().str(), Kind, typeOf(qualTypeOf(D)), IsOutside ? -1 : Function, At, From, To, flagsOf(D)});
    return Index;
  }

  // Says whether the declaration gives the name a value, and whether the variable outlives its block.
  static int flagsOf(const NamedDecl *D) {
    if (isa<ParmVarDecl>(D)) return HasValue;
    auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable) return 0;
    return Variable->hasGlobalStorage() ? HasValue | LivesOn : Variable->hasInit() ? HasValue : 0;
  }

  int endOf(const NamedDecl *D) const {
    SourceLocation Last = isa<FunctionDecl>(D) || isa<TypeDecl>(D) ? D->getLocation() : D->getEndLoc();
    return offset(Lexer::getLocForEndOfToken(Sources.getExpansionRange(Last).getEnd(), 0, Sources, Language));
  }

  // True for text of the macro's body, not of an argument. Names that are declared there are known nowhere else.
  bool isSpelledByMacro(SourceLocation Where) const {
    return Where.isMacroID() && !(Sources.isMacroArgExpansion(Where) && Sources.getFileID(Sources.getSpellingLoc(Where)) == Main);
  }

  void use(const NamedDecl *D, SourceLocation Where) {
    if (!isInMain(Where)) return;
    int Declared = indexOf(D);
    if (Declared < 0) return;
    bool Hidden = isSpelledByMacro(Where);
    Where = Hidden ? Sources.getExpansionLoc(Where) : Sources.getSpellingLoc(Where);
    Uses.insert({offset(Where), Declared, Hidden});
  }

  // A second declaration of a name is a use of it.
  void declare(const NamedDecl *D) {
    if (!isInMain(D->getLocation()) || !D->getIdentifier()) return;
    int Index = indexOf(D);
    if (Index >= 0 && D != D->getCanonicalDecl()) use(D, D->getLocation());
  }

public:
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    use(E->getDecl(), E->getLocation());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc Where) {
    if (isInMain(Where.getTypedefNameDecl()->getLocation())) use(Where.getTypedefNameDecl(), Where.getNameLoc());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc Where) {
    if (!Where.isDefinition() && isInMain(Where.getDecl()->getLocation())) use(Where.getDecl(), Where.getNameLoc());
    return true;
  }
  bool VisitNamedDecl(NamedDecl *D) {
    if (kindOfName(D) && !isa<ParmVarDecl>(D)) declare(D);
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *E) {
    if (Around) Around->Gotos.insert(E->getLabel()->getName().str()), Around->Anywhere = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || !Callee->getName().starts_with("safe_")) return true;
    StringRef File = Sources.getFilename(Sources.getExpansionLoc(Callee->getLocation()));
    if (!File.ends_with("/safe_math.h")) return true;
    std::optional<Span> Where = spanOf(Call->getSourceRange());
    if (!Where || Call->getCallee()->getBeginLoc().isMacroID()) return HasHiddenWrapper = true;
    WrapperFact Fact{Callee->getName().str(), *Where, {}, Statement};
    for (const Expr *Operand : Call->arguments()) {
      std::optional<Span> Inner = spanOf(Operand->getSourceRange());
      if (!Inner) return HasHiddenWrapper = true;
      Fact.Operands.push_back(*Inner);
    }
    Wrappers.insert(std::move(Fact));
    return true;
  }

  // ---- operands ----

private:
  // Operands that stand for a constant or are no integer are left out: nothing can replace them.
  void operand(const Expr *E) {
    if (ConstantDepth > 0 || Statement < 0 || !E->getType()->isIntegerType()) return;
    std::optional<Span> Where = spanOf(E->getSourceRange());
    if (Where) Operands.insert({*Where, typeOf(E->getType().getUnqualifiedType()), Statement});
  }
  int ConstantDepth = 0;

public:
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isLogicalOp()) operand(E->getRHS());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *E) {
    if (!E->getTrueExpr()->getType()->isIntegerType() || !E->getFalseExpr()->getType()->isIntegerType()) return true;
    operand(E->getTrueExpr()), operand(E->getFalseExpr());
    return true;
  }
  bool TraverseVarDecl(VarDecl *D) {
    bool IsConstant = D->hasGlobalStorage();
    ConstantDepth += IsConstant;
    Base::TraverseVarDecl(D);
    ConstantDepth -= IsConstant;
    return true;
  }
  bool TraverseTypeLoc(TypeLoc Where) {
    return constant([&] { return Base::TraverseTypeLoc(Where); });
  }
  bool TraverseEnumDecl(EnumDecl *D) {
    return constant([&] { return Base::TraverseEnumDecl(D); });
  }
  bool TraverseRecordDecl(RecordDecl *D) {
    return constant([&] { return Base::TraverseRecordDecl(D); });
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E, DataRecursionQueue * = nullptr) {
    return constant([&] { return Base::TraverseUnaryExprOrTypeTraitExpr(E); });
  }
  bool TraverseOffsetOfExpr(OffsetOfExpr *E, DataRecursionQueue * = nullptr) {
    return constant([&] { return Base::TraverseOffsetOfExpr(E); });
  }
  bool TraverseGenericSelectionExpr(GenericSelectionExpr *E, DataRecursionQueue * = nullptr) {
    return constant([&] { return Base::TraverseGenericSelectionExpr(E); });
  }
  bool TraverseStaticAssertDecl(StaticAssertDecl *D) {
    return constant([&] { return Base::TraverseStaticAssertDecl(D); });
  }
  bool TraverseDesignatedInitExpr(DesignatedInitExpr *E, DataRecursionQueue * = nullptr) {
    return constant([&] { return Base::TraverseDesignatedInitExpr(E); });
  }

private:
  template <typename Body> bool constant(Body Inside) {
    ConstantDepth++;
    bool GoesOn = Inside();
    ConstantDepth--;
    return GoesOn;
  }

public:
  // The walk takes a statement expression as a statement, which belongs to the statement around it.
  bool TraverseStmtExpr(StmtExpr *E, DataRecursionQueue * = nullptr) {
    walk(E->getSubStmt(), "expression");
    return true;
  }

  bool TraverseFunctionDecl(FunctionDecl *D) {
    declare(D);
    if (D->getTypeSourceInfo()) Base::TraverseTypeLoc(D->getTypeSourceInfo()->getTypeLoc());
    std::optional<Span> Where = spanOf(D->getSourceRange());
    if (!D->doesThisDeclarationHaveABody() || !Where) return true;
    const int Outer = Function, OuterEnd = ScopeEnd;
    Function = static_cast<int>(Functions.size());
    ScopeEnd = Where->End - 1;
    HasOddResult |= isOdd(D->getReturnType());
    Functions.push_back({D->getName().str(), indexOf(D), typeOf(D->getReturnType()), -1, *Where, {}});
    std::vector<int> Parameters;
    for (ParmVarDecl *Each : D->parameters()) {
      int Index = Each->getIdentifier() ? indexOf(Each) : -1;
      if (Index >= 0) Parameters.push_back(Index);
    }
    Functions[Function].Parameters = Parameters;
    int Next = static_cast<int>(Statements.size());
    Statement = -1;
    walk(D->getBody(), "function");
    if (static_cast<int>(Statements.size()) > Next) Functions[Function].Body = Next;
    Function = Outer;
    ScopeEnd = OuterEnd;
    return true;
  }

  // ---- statements ----

private:
  bool isOdd(QualType Result) const {
    if (!Result->isRecordType() || Result->isIncompleteType()) return false;
    int64_t Bytes = Context.getTypeSizeInChars(Result).getQuantity();
    return Bytes < 16 && Bytes != 1 && Bytes != 2 && Bytes != 4 && Bytes != 8;
  }

  void expression(Stmt *E) {
    if (E) Base::TraverseStmt(E);
  }

  void walk(Stmt *S, const char *Place) {
    std::optional<Span> Where = spanOfStatement(S);
    if (!Where) return hidden(S);
    Stmt *Bare = S;
    while (auto *Attributed = dyn_cast<AttributedStmt>(Bare)) Bare = Attributed->getSubStmt();
    const int Index = static_cast<int>(Statements.size()), OuterStatement = Statement, OuterEnd = ScopeEnd;
    Statements.push_back({kindOf(Bare), Place, *Where, Statement, Function, LoopDepth, {}});
    Statement = Index;
    Jumps Mine, *const Outer = Around;
    Around = &Mine;
    if (isa<CompoundStmt>(Bare)) ScopeEnd = Where->End - 1;
    if (isa<ForStmt>(Bare)) ScopeEnd = Where->End - 1;
    inside(Bare, Mine);
    ScopeEnd = OuterEnd;
    Around = Outer;
    Statement = OuterStatement;
    if (Outer) Outer->add(Mine);
    Statements[Index].All = std::move(Mine);
  }

  // The statement has no place of its own, so it is not listed. Its names and jumps count for the statement around it.
  void hidden(Stmt *S) {
    Base::TraverseStmt(S);
    if (Around) Around->Anywhere = true;
  }

  void loop(Stmt *Body, Jumps &Mine) {
    LoopDepth++;
    walk(Body, "body");
    LoopDepth--;
    Mine.Break = Mine.Continue = false;
  }

  void inside(Stmt *S, Jumps &Mine) {
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (Stmt *Each : Block->body()) walk(Each, "list");
    } else if (auto *If = dyn_cast<IfStmt>(S)) {
      expression(If->getCond());
      walk(If->getThen(), "body");
      if (If->getElse()) walk(If->getElse(), "else");
    } else if (auto *For = dyn_cast<ForStmt>(S)) {
      if (auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit())) declarations(Declared);
      else expression(For->getInit());
      LoopDepth++;
      expression(For->getCond());
      expression(For->getInc());
      LoopDepth--;
      loop(For->getBody(), Mine);
    } else if (auto *While = dyn_cast<WhileStmt>(S)) {
      expression(While->getCond());
      loop(While->getBody(), Mine);
    } else if (auto *Do = dyn_cast<DoStmt>(S)) {
      loop(Do->getBody(), Mine);
      expression(Do->getCond());
    } else if (auto *Switch = dyn_cast<SwitchStmt>(S)) {
      expression(Switch->getCond());
      walk(Switch->getBody(), "body");
      Mine.Break = Mine.Case = false;
    } else simple(S, Mine);
  }

  void simple(Stmt *S, Jumps &Mine) {
    if (auto *Case = dyn_cast<SwitchCase>(S)) {
      if (auto *Valued = dyn_cast<CaseStmt>(Case)) constant([&] {
        expression(Valued->getLHS()), expression(Valued->getRHS());
        return true;
      });
      walk(Case->getSubStmt(), "labelled");
      Mine.Case = true;
    } else if (auto *Label = dyn_cast<LabelStmt>(S)) {
      walk(Label->getSubStmt(), "labelled");
      Mine.Labels.insert(Label->getName());
    } else if (auto *Goto = dyn_cast<GotoStmt>(S)) {
      Mine.Gotos.insert(Goto->getLabel()->getName().str());
    } else if (isa<BreakStmt>(S)) {
      Mine.Break = true;
    } else if (isa<ContinueStmt>(S)) {
      Mine.Continue = true;
    } else if (auto *Declared = dyn_cast<DeclStmt>(S)) {
      declarations(Declared);
    } else {
      if (isa<IndirectGotoStmt>(S) || isa<AsmStmt>(S)) Mine.Anywhere = true;
      if (isa<ReturnStmt>(S)) Mine.Return = true;
      expression(S);
    }
  }

  void declarations(DeclStmt *S) {
    for (Decl *Each : S->decls()) Base::TraverseDecl(Each);
  }
};

json::Array indices(ArrayRef<int> List) {
  json::Array Result;
  for (int Each : List) Result.push_back(Each);
  return Result;
}
json::Array words(const std::set<std::string> &List) {
  json::Array Result;
  for (const std::string &Each : List) Result.push_back(Each);
  return Result;
}

json::Value statementsOf(const Walker &Found) {
  json::Array Result;
  for (const StatementFact &Each : Found.Statements) {
    const Jumps &All = Each.All;
    int Flags = All.leaves() | All.Break << 1 | All.Continue << 2 | All.Return << 3 | All.Case << 4;
    json::Array Row{Each.Kind, Each.Place, Each.Where.Begin, Each.Where.End, Each.Parent, Each.Function, Each.LoopDepth, Flags};
    if (!All.Labels.empty() || !All.Gotos.empty()) Row.push_back(words(All.Labels)), Row.push_back(words(All.Gotos));
    Result.push_back(std::move(Row));
  }
  return Result;
}

json::Value functionsOf(const Walker &Found) {
  json::Array Result;
  for (const FunctionFact &Each : Found.Functions)
    Result.push_back(json::Array{Each.Name, Each.Declared, Each.Result, Each.Where.Begin, Each.Where.End, Each.Body, indices(Each.Parameters)});
  return Result;
}

json::Value wrappersOf(const Walker &Found) {
  json::Array Result;
  for (const WrapperFact &Each : Found.Wrappers) {
    json::Array Row{Each.Name, Each.Where.Begin, Each.Where.End, Each.Statement};
    for (const Span &Operand : Each.Operands) Row.push_back(Operand.Begin), Row.push_back(Operand.End);
    Result.push_back(std::move(Row));
  }
  return Result;
}

} // namespace

std::string factsOf(ASTContext &Context, ArrayRef<Decl *> TopLevel) {
  Walker Found(Context);
  for (Decl *Each : TopLevel)
    if (Found.isInMain(Each->getLocation())) Found.TraverseDecl(Each);
  json::Array Names, Uses, Operands, Types;
  for (const NameFact &Each : Found.Names) Names.push_back(json::Array{Each.Name, Each.Kind, Each.Type, Each.Function, Each.At, Each.From, Each.To, Each.Flags});
  for (const UseFact &Each : Found.Uses) Uses.push_back(Each.At), Uses.push_back(Each.Declared), Uses.push_back(Each.Hidden ? 1 : 0);
  for (const OperandFact &Each : Found.Operands) Operands.push_back(json::Array{Each.Where.Begin, Each.Where.End, Each.Type, Each.Statement});
  for (const std::string &Each : Found.Types) Types.push_back(json::fixUTF8(Each));
  json::Object All{{"statements", statementsOf(Found)}, {"functions", functionsOf(Found)}, {"names", std::move(Names)}, {"uses", std::move(Uses)}, {"wrappers", wrappersOf(Found)}, {"operands", std::move(Operands)}, {"types", std::move(Types)}, {"hasHiddenWrapper", Found.HasHiddenWrapper}, {"hasOddResult", Found.HasOddResult}};
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(All));
  return Text;
}

} // namespace cgfuzz

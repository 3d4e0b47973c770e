// The questions of a reviewer: does a rewrite still happen if operands are commuted, or if a value has more uses? Does it
// happen with other flags, on vectors, in other widths?
#include "loop.hpp"
#include "pipeline.hpp"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace seeds {
namespace {

constexpr unsigned MostOfKind = 12;

struct Variants {
  const Pool &From;
  const Settings &How;
  Examiner &Looks;
  const Seed &Of;
  const Made &Test;

  void tell(const char *Kind, bool Fires, Module &M, StringRef After, StringRef Control) {
    json::Object To{{"type", "variant"}, {"seed", Of.name()}, {"variant", Kind}, {"fires", Fires}, {"passes", Test.Passes}, {"before", textOf(M)}};
    if (Fires) To["after"] = After, To["control"] = Control;
    outs() << json::Value(std::move(To)) << "\n";
  }
  void ask(const char *Kind, std::unique_ptr<Module> M) {
    if (!M || verifyModule(*M)) return;
    std::string After, Control;
    bool Fires = Looks.fires(bitcodeOf(*M), Test, After, Control);
    tell(Kind, Fires, *M, After, Control);
  }
  void askAll() {
    using Change = bool (Mutator::*)(unsigned);
    static const std::pair<const char *, Change> Changes[] = {{"commuted", &Mutator::commute}, {"more uses", &Mutator::useMore}, {"flags", &Mutator::toggleFlag}};
    for (auto &[Kind, Does] : Changes)
      for (unsigned Which = 0; Which < MostOfKind; Which++) {
        LLVMContext Context;
        auto M = read(Context);
        cgfuzz_seed(Which);
        if (!(Mutator(*M, From, Of.Folder, Which).*Does)(Which)) break;
        ask(Kind, std::move(M));
      }
    LLVMContext Context;
    auto M = read(Context);
    for (unsigned Lanes : {2, 4}) ask("vectors", withVectors(*M, Lanes));
    std::vector<unsigned> Widths = widthsIn(*M);
    if (Widths.size() == 1)
      for (unsigned New : {8, 16, 32, 64, 7, 33})
        if (New != Widths[0]) ask("other widths", withWidth(*M, Widths[0], New));
  }
  std::unique_ptr<Module> read(LLVMContext &Context) {
    SMDiagnostic Error;
    Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {}, nullptr);
    return parseIR(MemoryBufferRef(Of.Text, "seed"), Error, Context);
  }
};

} // namespace

void askVariants(const Pool &From, const Settings &How) {
  Examiner Looks(How);
  for (const Seed &Of : From.all()) {
    Made Test;
    Test.Passes = Of.Runs.empty() ? "default<O2>" : forChanged(Of.Runs[0].Passes);
    if (!Of.Runs.empty()) Test.Options = Of.Runs[0].Options;
    if (!optimiserFor(0).knows(Test.Passes)) continue;
    Variants Asks{From, How, Looks, Of, Test};
    LLVMContext Context;
    auto M = Asks.read(Context);
    std::string After, Control;
    if (!M || !Looks.fires(bitcodeOf(*M), Test, After, Control)) continue;
    Asks.tell("itself", true, *M, After, Control);
    Asks.askAll();
  }
}

} // namespace seeds

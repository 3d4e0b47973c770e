#include "pipeline.hpp"
#include "optimise.hpp"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace seeds {
namespace {

// The parts of a pipeline that are passes, with their parameters, and not groups of passes.
std::vector<StringRef> leavesOf(StringRef Pipeline) {
  std::vector<StringRef> Found;
  size_t Start = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I <= Pipeline.size(); I++) {
    char Each = I < Pipeline.size() ? Pipeline[I] : ',';
    Depth += Each == '<';
    Depth -= Each == '>' && Depth > 0;
    if (Depth > 0 || !StringRef("(),").contains(Each)) continue;
    if (StringRef Leaf = Pipeline.slice(Start, I).trim(); Each != '(' && !Leaf.empty()) Found.push_back(Leaf);
    Start = I + 1;
  }
  return Found;
}

// Takes the passes of a code generator, and runs none.
class Listed : public legacy::PassManagerBase {
public:
  explicit Listed(StringSet<> &Names) : Names(Names) {}
  void add(Pass *Each) override {
    Owned.emplace_back(Each);
    auto *Known = PassRegistry::getPassRegistry()->getPassInfo(Each->getPassID());
    if (Known) Names.insert(withoutDashes(Known->getPassArgument()));
  }
  // Both pass managers call some passes alike but for a dash.
  static std::string withoutDashes(StringRef Name) {
    std::string Text = Name.str();
    llvm::erase(Text, '-');
    return Text;
  }

private:
  StringSet<> &Names;
  std::vector<std::unique_ptr<Pass>> Owned;
};

const StringSet<> &namesOfCodeGenerator() {
  static const StringSet<> All = [] {
    StringSet<> Names;
    Listed To(Names);
    raw_null_ostream Nowhere;
    optimiserFor(0).machine().addPassesToEmitFile(To, Nowhere, nullptr, CodeGenFileType::Null);
    return Names;
  }();
  return All;
}

const StringSet<> &classesOfLevels() {
  static const StringSet<> All = [] {
    StringSet<> Names;
    for (const char *Level : {"default<O1>", "default<O2>", "default<O3>"}) optimiserFor(0).addClasses(Level, Names);
    return Names;
  }();
  return All;
}

// Analyses, and passes that only look.
bool isNoPass(StringRef Class) { return !Class.ends_with("Pass") || Class.ends_with("PrinterPass") || Class.ends_with("VerifierPass"); }

} // namespace

std::vector<std::string> passesOfNoLevel(const std::string &Passes) {
  std::vector<std::string> Found;
  for (StringRef Leaf : leavesOf(Passes)) {
    std::string Name = Leaf.take_until([](char Each) { return Each == '<'; }).str();
    if (is_contained(Found, Name) || namesOfCodeGenerator().contains(Listed::withoutDashes(Name))) continue;
    StringSet<> Classes;
    optimiserFor(0).addClasses(Leaf.str(), Classes);
    if (any_of(Classes, [](auto &Each) { return !isNoPass(Each.getKey()) && !classesOfLevels().contains(Each.getKey()); })) Found.push_back(Name);
  }
  return Found;
}

std::string forChanged(const std::string &Passes) {
  std::string Text;
  StringRef Rest = Passes;
  for (StringRef Leaf : leavesOf(Passes)) {
    StringRef Parameters = Leaf;
    if (!Parameters.consume_front("instcombine") || !(Parameters.empty() || Parameters.consume_front("<"))) continue;
    Text += StringRef(Rest.data(), Leaf.data() - Rest.data()).str() + "instcombine<" + (Parameters.empty() ? "" : Parameters.drop_back().str() + ";") + "no-verify-fixpoint>";
    Rest = StringRef(Leaf.end(), Passes.data() + Passes.size() - Leaf.end());
  }
  Text += Rest.str();
  return optimiserFor(0).knows(Text) ? Text : Passes;
}

} // namespace seeds

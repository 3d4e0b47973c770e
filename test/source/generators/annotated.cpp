// A generator annotated with cgfuzz.hpp: header only, with or without an engine, for one program or many.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cgfuzz.hpp"

static std::string expression(cgfuzz::choices &choices, int depth) {
  cgfuzz::scope scope("expression");
  static const std::vector<std::string> operators = {"+", "-", "*", "/"};
  switch (depth > 4 ? 0 : choices.weighted({3, 2, 1})) {
    case 0:
      return std::to_string(choices.integer(-1000LL, 1000LL));
    case 1:
      return "(" + expression(choices, depth + 1) + choices.one_of(operators) + expression(choices, depth + 1) + ")";
    default:
      return choices.boolean(0.25) ? std::to_string(choices.integer(0ULL, ~0ULL)) : "~" + expression(choices, depth + 1);
  }
}

int main(int argc, char **argv) {
  cgfuzz::choices choices(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  while (cgfuzz_next()) {
    std::vector<std::string> lines;
    for (std::uint32_t left = 1 + choices.pick(5); left > 0; left--) {
      cgfuzz::scope scope("statement");
      lines.push_back("x = " + expression(choices, 0) + ";");
    }
    std::shuffle(lines.begin(), lines.end(), choices);
    for (const std::string &line : lines) std::puts(line.c_str());
  }
}

// A generator as most are: it seeds an engine of its own once, and draws with the distributions of <random>.
#include <cstdio>
#include <random>
#include <string>

#ifndef ENGINE
#define ENGINE std::mt19937_64
#endif

static ENGINE engine;

static int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine); }

static std::string constant() {
  return std::to_string(std::uniform_int_distribution<long long>(-1000000, 1000000)(engine));
}

static std::string expression(int depth) {
  static std::discrete_distribution<int> kinds{3, 2, 2, 1};
  const int kind = depth > 4 ? 0 : kinds(engine);
  if (kind == 0) return "v" + std::to_string(below(8));
  if (kind == 1) return constant();
  const char *operators = "+-*/&|^";
  return "(" + expression(depth + 1) + " " + operators[below(7)] + " " + expression(depth + 1) + ")";
}

static void statement(int depth) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  if (depth < 4 && std::bernoulli_distribution(0.3)(engine)) {
    std::printf("%sif (%s > %g) {\n", indent.c_str(), expression(2).c_str(),
                std::uniform_real_distribution<double>(0, 9)(engine));
    const int count = 1 + below(4);
    for (int i = 0; i < count; i++) statement(depth + 1);
    std::printf("%s}\n", indent.c_str());
  } else {
    std::printf("%sv%d = %s;\n", indent.c_str(), below(8), expression(0).c_str());
  }
}

int main() {
  engine.seed(std::random_device{}());
  const int count = 20 + below(20);
  std::printf("// of %d statements\n", count);
  for (int i = 0; i < count; i++) statement(0);
}

// A generator in one file, with what generators do: a policy that is mostly thrown away, a shuffle of weights, recursion.
#include <cstdio>
#include <random>
#include <string>
#include <vector>

static std::mt19937_64 engine(1);

__attribute__((noinline)) unsigned below(unsigned count) {
  return std::uniform_int_distribution<unsigned>(0, count - 1)(engine);
}

struct Policy {
  std::vector<unsigned> weights;
  Policy();
};

__attribute__((noinline)) Policy::Policy() : weights(5, 1) {
  for (int i = 0; i < 40; i++) weights[below(5)]++;
}

/* Makes a policy, and forgets it: nothing depends on what it drew. */
__attribute__((noinline)) int forgotten_depth() {
  Policy policy;
  return policy.weights.size() > 4 ? 3 : 2;
}

static std::string text;

__attribute__((noinline)) static void expression(const Policy &policy, int depth) {
  if (depth == 0) {
    text += std::to_string(below(100));
    return;
  }
  std::discrete_distribution<unsigned> kinds(policy.weights.begin(), policy.weights.end());
  switch (kinds(engine)) {
    case 0:
      expression(policy, depth - 1);
      text += " + ";
      expression(policy, depth - 1);
      break;
    case 1:
      text += "(";
      expression(policy, depth - 1);
      text += " * " + std::to_string(below(9)) + ")";
      break;
    default: text += "v" + std::to_string(below(20));
  }
}

/* Twenty values, and as many arguments on the stack as no register can hold. */
struct Values {
  long all[20];
};
__attribute__((noinline)) static long summed(Values values, long one, double half) {
  long sum = one + static_cast<long>(half * 2);
  for (long value : values.all) sum += value;
  return sum + below(2);
}

int main() {
  const Policy policy;
  int statements = 3 + below(4);
  for (int i = 0; i < statements; i++) {
    text.clear();
    expression(policy, forgotten_depth());
    std::printf("x%d = %s;\n", i, text.c_str());
  }
  Values values;
  for (int i = 0; i < 20; i++) values.all[i] = i;
  std::printf("sum = %ld;\n", summed(values, 10, 1.5) / 2);
}

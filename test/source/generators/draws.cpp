// Prints what an engine of its own gives: ENGINE is one of <random>'s.
#include <cstdio>
#include <random>

int main() {
  ENGINE engine;
  for (int i = 0; i < 5; i++) std::printf("%llu\n", static_cast<unsigned long long>(engine()));
  ENGINE copy = engine;
  for (int i = 0; i < 3; i++) {
    std::printf("%llu\n", static_cast<unsigned long long>(copy()));
    std::printf("%llu\n", static_cast<unsigned long long>(engine()));
  }
}

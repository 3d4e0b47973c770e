// A generator that knows nothing of cgfuzz and draws with <random> in every way; cgfuzz-c++ compiles it.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

static int depth_of(std::mt19937 &engine, int depth) {
  std::uniform_int_distribution<int> die(0, 3);
  return depth < 5 && die(engine) > 1 ? depth_of(engine, depth + 1) : depth;
}

int main() {
  std::random_device device;
  std::mt19937 engine(device());
  std::mt19937_64 wide{device()};
  std::minstd_rand small(device());
  std::default_random_engine plain;
  std::discrete_distribution<> kinds({5, 1, 0, 2});
  std::bernoulli_distribution coin(0.3);
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  std::uniform_int_distribution<long long> constant(-1000000, 1000000);
  std::uniform_int_distribution<unsigned char> byte;
  std::normal_distribution<double> bell;
  std::vector<int> list{1, 2, 3, 4, 5, 6};
  std::shuffle(list.begin(), list.end(), wide);
  for (int i = 0; i < 10; i++)
    std::cout << kinds(engine) << ' ' << coin(wide) << ' ' << real(engine) << ' ' << constant(small) << ' ' << +byte(plain)
              << ' ' << bell(engine) << ' ' << depth_of(engine, 0) << ' ' << plain() << ' ' << small() << '\n';
  for (int x : list) std::cout << x << ' ';
  std::cout << std::rand() % 10 << '\n';
}

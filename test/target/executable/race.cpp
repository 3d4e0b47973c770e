/* A harness with a race: two threads count without a lock, if the input is a list. */
#include <cstddef>
#include <cstdint>
#include <thread>

static int count;

static void bump() { count++; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 2 && data[0] == '[') {
    std::thread one(bump), other(bump);
    one.join();
    other.join();
  }
  return 0;
}

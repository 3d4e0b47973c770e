// Asks the machine for randomness in every way there is, and prints what it gets.
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>

static void show(const char *name, unsigned long long value) { std::printf("%s %llx\n", name, value); }

int main() {
  unsigned seed = 1;
  show("rand", rand());
  show("rand_r", rand_r(&seed));
  show("random", random());
  char state[64];
  random_data data;
  std::memset(&data, 0, sizeof data);
  initstate_r(1, state, sizeof state, &data);
  int32_t number;
  random_r(&data, &number);
  show("random_r", number);
  unsigned short bits[3] = {1, 2, 3};
  double real = drand48();
  show("drand48", real * 1e9);
  show("erand48", erand48(bits) * 1e9);
  show("lrand48", lrand48());
  show("nrand48", nrand48(bits));
  show("mrand48", mrand48());
  show("jrand48", jrand48(bits));
  drand48_data buffer;
  std::memset(&buffer, 0, sizeof buffer);
  long word;
  lrand48_r(&buffer, &word);
  show("lrand48_r", word);
  mrand48_r(&buffer, &word);
  show("mrand48_r", word);
  drand48_r(&buffer, &real);
  show("drand48_r", real * 1e9);
  erand48_r(bits, &buffer, &real);
  show("erand48_r", real * 1e9);
  nrand48_r(bits, &buffer, &word);
  show("nrand48_r", word);
  jrand48_r(bits, &buffer, &word);
  show("jrand48_r", word);
  show("arc4random", arc4random());
  show("arc4random_uniform", arc4random_uniform(1000));
  unsigned long long eight = 0;
  arc4random_buf(&eight, 7);
  show("arc4random_buf", eight);
  if (getrandom(&eight, 8, 0) != 8) return 1;
  show("getrandom", eight);
  if (getentropy(&eight, 8) != 0) return 1;
  show("getentropy", eight);
  if (syscall(SYS_getrandom, &eight, 8, 0) != 8) return 1;
  show("syscall", eight);
  int fd = open("/dev/urandom", O_RDONLY);
  if (read(fd, &eight, 8) != 8) return 1;
  close(fd);
  show("urandom", eight);
  FILE *file = std::fopen("/dev/random", "rb");
  if (std::fread(&eight, 8, 1, file) != 1) return 1;
  std::fclose(file);
  show("random file", eight);
  std::ifstream stream("/dev/urandom", std::ios::binary);
  if (!stream.read(reinterpret_cast<char *>(&eight), 8)) return 1;
  show("ifstream", eight);
  std::random_device device;
  show("random_device", device());
  std::random_device named("/dev/urandom");
  show("named random_device", named());
  std::mt19937 seeded{std::random_device{}()};
  show("mt19937", seeded());
  show("time", time(nullptr));
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  show("clock_gettime", now.tv_sec * 1000000000ULL + now.tv_nsec);
  timeval then;
  gettimeofday(&then, nullptr);
  show("gettimeofday", then.tv_sec * 1000000ULL + then.tv_usec);
  show("chrono", std::chrono::steady_clock::now().time_since_epoch().count());
  show("pid", getpid());
  unsigned char random[16];
  std::memcpy(random, reinterpret_cast<void *>(getauxval(AT_RANDOM)), 16);
  show("auxv", random[0]);
}

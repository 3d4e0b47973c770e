int printf(const char *, ...);

struct gap {
  char name[5];
  short size;
};
struct gap gap;

__attribute__((constructor)) static void fill(void) { ((char *)&gap)[5] = 3; }

int main(void) { printf("%d\n", gap.size); }

static int one(void) { return 1; }
static int (*volatile at)(void) = one;
__attribute__((noinline)) static int call(void) { return at(); }
int main(void) { return call() - 1; }

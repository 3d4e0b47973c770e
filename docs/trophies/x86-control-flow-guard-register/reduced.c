__attribute__((sysv_abi)) int (*at)(int);
int call(void) { return at(1); }

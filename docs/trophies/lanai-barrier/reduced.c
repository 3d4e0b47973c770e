int other(const char *);
void use(int);
int f(int argc, char *argv[]) {
  int p = 0;
  if (argc == 2 && other(argv[1]) == 0)
    p = 1;
  use(p);
  return 0;
}

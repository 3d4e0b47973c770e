int g(void);
int main(int n, char **v) {
  if (n > 1) g();
}

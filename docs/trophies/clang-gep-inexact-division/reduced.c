int printf(const char *, ...);
struct three {
  char bytes[3];
};
char buffer[9];
__attribute__((noinline)) char *whole(char *from, long length) {
  char *end = from + length;
  return (char *)((struct three *)from + (end - from) / 3);
}
int main(void) {
  printf("%d\n", (int)(whole(buffer, 8) - buffer));
}

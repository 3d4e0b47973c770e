int copy_length() {
  char s[1];
  __builtin_strcpy(s, 0);
  return s[0];
}
int main() {
}

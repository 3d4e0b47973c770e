int from, to;
void copy(void) {
  int unused = 8;
  for (;;)
    to = from;
}

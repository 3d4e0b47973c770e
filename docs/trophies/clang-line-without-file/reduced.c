struct S { int a; } m;
_Bool y; int km; long dh; short s; char *w;
float fmax_float(float a, float b) { return a ?: b; }
void f(long p[][8]) {
  long long *k = (long long *)p + 2;
  int t = 0;
  for (; k != (long long *)p + 35; t++, k += 3)
    *k = s ? (long)fmax_float(t < (float)((m.a ? p[t][7] : 0) & 2047), *w - (float)(km == dh)) : y;
}

typedef signed char int8_t;
typedef int int32_t;
static int8_t g_2;
int32_t g_3;
int8_t func_1() {
  g_3 = g_2;
  g_2 = -1;
  return g_2;
}
int main() {}

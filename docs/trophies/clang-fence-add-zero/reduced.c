/* test: 0:r0, 2:r0, [y] */
#include <stdatomic.h>

extern atomic_int x;
extern atomic_int y;
extern atomic_int f;

extern int P0_r0;
void P0(void) {
  int r0 = 0;
  r0 = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_fetch_add_explicit(&f, 0, memory_order_acq_rel);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  P0_r0 = r0;
}

void P1(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
}

extern int P2_r0;
void P2(void) {
  int r0 = 0;
  atomic_store_explicit(&y, 2, memory_order_relaxed);
  atomic_fetch_add_explicit(&f, 0, memory_order_acq_rel);
  r0 = atomic_load_explicit(&x, memory_order_relaxed);
  P2_r0 = r0;
}

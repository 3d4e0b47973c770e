#include <stdatomic.h>
extern int d;
extern atomic_int x, y;
extern int P0_r0, P0_r1;

void P0(void) {
  int r0 = 0, r1 = 0;
  if (atomic_load_explicit(&x, memory_order_relaxed) & 0) {
    d = 1;
    r0 = atomic_load_explicit(&y, memory_order_seq_cst);
  } else {
    d = 1;
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    r0 = atomic_load_explicit(&y, memory_order_acquire);
  }
  if (r0 == 1) r1 = d;
  P0_r0 = r0;
  P0_r1 = r1;
}

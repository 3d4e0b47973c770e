#pragma GCC target "+sve"
#include <arm_sve.h>
svuint64_t f(svuint64_t x) { return svdup_lane_u64(x, 0x8000000000000000); }

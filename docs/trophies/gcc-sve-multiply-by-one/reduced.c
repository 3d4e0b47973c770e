#pragma GCC target "+sve"
#include <arm_sve.h>
svint32_t f(int32_t x) { return svmul_n_s32_x(svptrue_b32(), svdup_n_s32(1), x); }

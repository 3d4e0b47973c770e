typedef unsigned _BitInt(24) three_bytes;
three_bytes f(three_bytes x) { return __builtin_bswapg(x); }

__bf16 f(__int128 x) { return x; }

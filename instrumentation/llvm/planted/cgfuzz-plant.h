// Included before every patched file: asks whether a defect was chosen with -mllvm -cgfuzz-plant=NAME[,NAME...].
#pragma once
extern "C" int cgfuzz_plants_chosen;
extern "C" bool cgfuzz_is_planted(const char *Name);
#define CGFUZZ_PLANTED(Name) (__builtin_expect(cgfuzz_plants_chosen, 0) && cgfuzz_is_planted(Name))

// Asks whether a defect was chosen with -mllvm -cgfuzz-plant=NAME[,NAME...], or all. Ask last, after all else that the
// defect needs holds: -mllvm -cgfuzz-plant-report tells what was asked.
#pragma once
extern "C" int cgfuzz_plants_matter;
extern "C" bool cgfuzz_is_planted(const char *Name);
#define CGFUZZ_PLANTED(Name) (__builtin_expect(cgfuzz_plants_matter, 0) && cgfuzz_is_planted(Name))

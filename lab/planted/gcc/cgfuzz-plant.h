// Asks whether a defect was chosen with -DCGFUZZ_PLANT=NAME[,NAME...], or all. Ask last, after all else that the
// defect needs holds: -DCGFUZZ_PLANT_REPORT tells what was asked.
#pragma once
extern int cgfuzz_plants_matter;
extern bool cgfuzz_is_planted (const char *name);
#define CGFUZZ_PLANTED(name) (__builtin_expect (cgfuzz_plants_matter, 0) && cgfuzz_is_planted (name))

/* Is included before each file of a library: the hooks that the bench puts behind conditions. */
int planted_step(int block);
#ifdef PLANTED_RECORD
#define PLANTED(block) planted_step(block)
#else
#define PLANTED(block) do { if (planted_step(block)) __builtin_trap(); } while (0)
#endif

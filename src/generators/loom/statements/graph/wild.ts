/**
 * Statements with undefined behaviour, or without an end: they compile, and stand in blocks that never run.
 */
export const wildStatements: readonly string[] = [
  '__builtin_unreachable();',
  '__builtin_trap();',
  'for (;;);',
  '*(volatile int *)0 = 1;',
  '{ int u; u = u / (u - u); if (u) for (;;); }',
  '{ int *p; *p = 1; }',
  '{ int a[2]; a[9] = a[7]; *(int *)(a + 9) = 1; }',
  '{ int n = 2147483647; n = n + 1 << 40; if (n) __builtin_trap(); }',
  '{ char c; __builtin_memset(&c, 1, 1 << 20); }',
];

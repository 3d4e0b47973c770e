/**
 * Pairs of programs with control flow and plain accesses. The first of each pair never races, the second one does. They
 * follow "Common compiler optimisations are invalid in the C11 memory model".
 *
 * In short: `L(x,acq)` loads, `S(x,1,rel)` stores, `F(acq)` is a fence, `C(x,0,1,rel)` compares and exchanges.
 */
const names: Readonly<Record<string, string>> = {
  rlx: 'relaxed',
  acq: 'acquire',
  rel: 'release',
  ar: 'acq_rel',
  sc: 'seq_cst',
};

/** The whole C litmus text. */
export function expanded(threads: string, question = 'exists (true)'): string {
  const order = (name: string): string => `memory_order_${names[name]}`;
  const text = threads
    .replaceAll(/L\((\w),(\w+)\)/g, (_, x: string, o: string) => `atomic_load_explicit(${x}, ${order(o)})`)
    .replaceAll(
      /S\((\w),(\w+),(\w+)\)/g,
      (_, x: string, v: string, o: string) => `atomic_store_explicit(${x}, ${v}, ${order(o)})`,
    )
    .replaceAll(
      /A\((\w),(\w+),(\w+)\)/g,
      (_, x: string, v: string, o: string) => `atomic_fetch_add_explicit(${x}, ${v}, ${order(o)})`,
    )
    .replaceAll(
      /X\((\w),(\w+),(\w+)\)/g,
      (_, x: string, v: string, o: string) => `atomic_exchange_explicit(${x}, ${v}, ${order(o)})`,
    )
    .replaceAll(/F\((\w+)\)/g, (_, o: string) => `atomic_thread_fence(${order(o)})`)
    .replaceAll(
      /(\w+) = C\((\w),(\w+),(\w+),(\w+)\)/g,
      (_, r: string, x: string, e: string, v: string, o: string) =>
        `int e${r} = ${e}; int ${r} = atomic_compare_exchange_strong_explicit(${x}, &e${r}, ${v}, ${order(o)}, memory_order_relaxed)`,
    );
  const parts = text
    .split('|||')
    .map((body, index) => `P${index} (atomic_int* l, atomic_int* x, int* y, int* z) { ${body} }`);
  return `C test\n{ }\n${parts.join('\n')}\n${question}\n`;
}

export const pairs: readonly (readonly [name: string, free: string, racy: string])[] = [
  [
    'a1',
    'int r = L(y,rlx); S(x,1,rel); ||| if (L(x,acq)) { *y = 1; }',
    'S(x,1,rel); int r = L(y,rlx); ||| if (L(x,acq)) { *y = 1; }',
  ],
  [
    'a2',
    'int r = L(y,rlx); c = C(x,0,1,rel); ||| if (L(x,acq)) { *y = 1; }',
    'c = C(x,0,1,rel); int r = L(y,rlx); ||| if (L(x,acq)) { *y = 1; }',
  ],
  [
    'a3',
    '*y = 1; S(x,1,rel); ||| if (L(x,acq)) { int r = L(y,rlx); }',
    '*y = 1; S(x,1,rel); ||| int r = L(y,rlx); int s = L(x,acq);',
  ],
  [
    'a5',
    '*y = 1; S(x,1,rel); ||| if (L(x,rlx)) { F(acq); int r = L(y,rlx); }',
    '*y = 1; S(x,1,rel); ||| if (L(x,rlx)) { int r = L(y,rlx); F(acq); }',
  ],
  [
    'a6',
    '*y = 1; S(x,1,rel); ||| if (L(x,rlx)) { F(acq); int r = L(y,rlx); }',
    '*y = 1; S(x,1,rel); ||| F(acq); if (L(x,rlx)) { int r = L(y,rlx); }',
  ],
  [
    'a7',
    'int r = L(y,rlx); F(rel); S(x,1,rlx); ||| if (L(x,acq)) { *y = 1; }',
    'F(rel); int r = L(y,rlx); S(x,1,rlx); ||| if (L(x,acq)) { *y = 1; }',
  ],
  [
    'a8',
    '*y = 1; F(rel); S(x,1,rlx); ||| if (L(x,acq)) { *y = 2; }',
    '*y = 1; S(x,1,rlx); F(rel); ||| if (L(x,acq)) { *y = 2; }',
  ],
  [
    'a9',
    '*z = 1; S(x,1,rel); ||| if (L(x,rlx)) { F(acq); F(rel); S(y,1,rlx); } ||| if (L(y,acq)) { *z = 2; }',
    '*z = 1; S(x,1,rel); ||| if (L(x,rlx)) { F(rel); F(acq); S(y,1,rlx); } ||| if (L(y,acq)) { *z = 2; }',
  ],
  [
    'guarded message',
    '*x = 1; S(y,1,rel); ||| if (L(y,acq) == 1) { int r = *x; }',
    '*x = 1; S(y,1,rel); ||| if (L(y,rlx) == 1) { int r = *x; }',
  ],
  [
    'message without a guard',
    '*x = 1; S(y,1,rel); ||| if (L(y,acq) == 1) { int r = *x; }',
    '*x = 1; S(y,1,rel); ||| int s = L(y,acq); int r = *x;',
  ],
  [
    'lock',
    'a = C(l,0,1,acq); if (a) { *x = *x + 1; S(l,0,rel); } ||| b = C(l,0,1,acq); if (b) { *x = *x + 1; S(l,0,rel); }',
    'a = C(l,0,1,rlx); if (a) { *x = *x + 1; S(l,0,rel); } ||| b = C(l,0,1,rlx); if (b) { *x = *x + 1; S(l,0,rel); }',
  ],
  [
    'round trip',
    '*x = 1; S(y,1,rel); if (L(z,acq) == 1) { int r = *x; } ||| if (L(y,acq) == 1) { *x = 2; S(z,1,rel); }',
    '*x = 1; S(y,1,rel); if (L(z,rlx) == 1) { int r = *x; } ||| if (L(y,rlx) == 1) { *x = 2; S(z,1,rel); }',
  ],
];

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { baseTests } from '../../../src/generators/litmus/base-tests.ts';
import { contractOf, parseLine, simulate, writeThreads } from '../../../src/litmus/index.ts';
import { judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';
import { canShow as canShowOn, twoAccessShapes } from './can-show.ts';

/** Registers that hold the addresses of x, y and z; what is read goes to w5 and w6, which are kept as r0 and r1. */
const prelude = ['x', 'y', 'z'].flatMap((name, place) => [
  `adrp x${place + 1}, :got:${name}`,
  `ldr x${place + 1}, [x${place + 1}, :got_lo12:${name}]`,
]);
const one = 'mov w0, #1';
const two = 'mov w0, #2';

function kept(thread: number, outcome: string): string[] {
  const places = [0, 1].filter((place) => outcome.includes(`${thread}:r${place}=`));
  return places.flatMap((place) => [
    `adrp x9, P${thread}_r${place}`,
    `add x9, x9, :lo12:P${thread}_r${place}`,
    `str w${5 + place}, [x9]`,
  ]);
}

function canShow(outcome: string, ...threads: string[][]): boolean {
  const whole = threads.map((lines, thread) => [...prelude, ...lines, ...kept(thread, outcome)]);
  return canShowOn('armv8', outcome, whole);
}

const [storeX, storeY, loadX, loadY] = ['str w0, [x1]', 'str w0, [x2]', 'ldr w6, [x1]', 'ldr w5, [x2]'];
const loadFirst = 'ldr w5, [x1]';
const full = 'dmb ish';

const shapes = twoAccessShapes({ one, two, storeX, storeY, loadX, loadY, loadFirst });

describe('Armv8', () => {
  it.each(Object.entries(shapes))(
    'orders %s by full barriers in both threads, and not by one',
    (_, shape) => {
      const [outcome, a, b, c, d] = shape;
      expect(canShow(outcome, [...a, ...b], [...c, ...d])).toBe(true);
      expect(canShow(outcome, [...a, full, ...b], [...c, ...d])).toBe(true);
      expect(canShow(outcome, [...a, ...b], [...c, full, ...d])).toBe(true);
      expect(canShow(outcome, [...a, full, ...b], [...c, full, ...d])).toBe(false);
    },
  );

  const sender = [one, storeX, 'stlr w0, [x2]'];
  const asked = '1:r0=1; 1:r1=0;';
  const unseen = '1:r1=0; [y]=2;';
  it.each<[string, boolean, string, string[]]>([
    ['a load that acquires', false, asked, ['ldar w5, [x2]', loadX]],
    ['a load that acquires from its own kind only', false, asked, ['ldapr w5, [x2]', loadX]],
    ['a barrier for loads', false, asked, [loadY, 'dmb ishld', loadX]],
    ['a barrier for stores', true, asked, [loadY, 'dmb ishst', loadX]],
    ['a jump', true, asked, [loadY, 'cbnz w5, .L1', '.L1:', loadX]],
    ['a jump and isb', false, asked, [loadY, 'cbnz w5, .L1', '.L1:', 'isb', loadX]],
    [
      'an addition that is used, and a barrier for loads',
      false,
      asked,
      ['ldadd w7, w5, [x2]', 'dmb ishld', loadX],
    ],
    [
      'an exchange that is used, and a barrier for loads',
      false,
      asked,
      ['swp w7, w5, [x2]', 'dmb ishld', loadX],
    ],
    [
      'an exchange that is dropped, and a barrier for loads',
      true,
      unseen,
      ['mov w7, #2', 'swp w7, wzr, [x2]', 'dmb ishld', loadX],
    ],
    ['an exchange that acquires', false, asked, ['swpa w7, w5, [x2]', loadX]],
    ['an exchange that would acquire, dropped', true, unseen, ['mov w7, #2', 'swpa w7, wzr, [x2]', loadX]],
    [
      'exclusives whose load is dropped, and a barrier for loads',
      false,
      '1:r1=0; [y]=2;',
      ['mov w7, #2', 'ldxr wzr, [x2]', 'stxr w8, w7, [x2]', 'dmb ishld', loadX],
    ],
    ['a pair of exclusives that acquires', false, asked, ['ldaxr w5, [x2]', 'stxr w8, w5, [x2]', loadX]],
    ['a pair of exclusives that does not', true, asked, ['ldxr w5, [x2]', 'stxr w8, w5, [x2]', loadX]],
  ])(
    'lets a reader behind a release be ordered by %s: seen too early is %s',
    (_, isSeen, outcome, reader) => {
      expect(canShow(outcome, sender, reader)).toBe(isSeen);
    },
  );

  it('orders a release before a later load that acquires, but not before one of the weaker kind', () => {
    const [outcome, a, b] = shapes['SB']!;
    const other = (load: string): string[] => [one, 'stlr w0, [x2]', load];
    expect(canShow(outcome, [...a, full, ...b], other('ldar w5, [x1]'))).toBe(false);
    expect(canShow(outcome, [...a, full, ...b], other('ldapr w5, [x1]'))).toBe(true);
  });

  it('orders a write behind what its thread did to the location before, as a release goes on in later updates', () => {
    const reader = ['ldar w5, [x2]', loadX];
    for (const again of [
      [two, storeY],
      ['mov w7, #1', 'ldadd w7, w6, [x2]'],
    ]) {
      expect(canShow('1:r0=2; 1:r1=0;', [one, storeX, 'stlr w0, [x2]', ...again], reader)).toBe(false);
      expect(canShow('1:r0=2; 1:r1=0;', [one, storeX, storeY, ...again], reader)).toBe(true);
    }
  });

  it('orders a store behind what its value, its address or its place depends on', () => {
    const first = [loadFirst, 'stlr w0, [x2]'];
    const lb = (second: string[]): boolean =>
      canShow('0:r0=1; 1:r0=1;', [one, ...first], [one, loadY, ...second]);
    expect(lb([storeX])).toBe(true);
    expect(lb(['str w5, [x1]'])).toBe(false);
    expect(lb(['cbz w5, .L1', storeX, '.L1:'])).toBe(false);
    expect(lb(['cmp w5, #1', 'csel w7, w0, wzr, eq', 'str w7, [x1]'])).toBe(false);
  });

  it('keeps each location coherent and each update whole', () => {
    expect(canShow('1:r0=1; 1:r1=0;', [one, storeX], [loadFirst, loadX])).toBe(false);
    expect(canShow('[x]=1;', [one, 'ldadd w0, w5, [x1]'], [one, 'ldadd w0, w5, [x1]'])).toBe(false);
    const pair = ['ldxr w5, [x1]', 'add w7, w5, #1', 'stxr w8, w7, [x1]'];
    expect(canShow('[x]=1;', pair, pair)).toBe(false);
  });
});

describe('the judge of Armv8', () => {
  function judged(line: string, ...args: string[]): ReturnType<typeof judgeAssembly> {
    const { program } = parseLine(`t: ${line}`);
    const words = ['--target=aarch64-linux-gnu', ...args, '-S', '-x', 'c', '-', '-o', '-'];
    const { status, stdout } = spawnSync('clang-19', words, {
      input: writeThreads(program),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return judgeAssembly(contractOf({ program, simulation: simulate(program) }), stdout, 'armv8');
  }

  it('finds that clang keeps base tests, with and without instructions that update at once', () => {
    const ways = [
      ['-O0', '-march=armv8-a'],
      ['-O1', '-march=armv8.1-a'],
      ['-O2', '-march=armv8.3-a'],
      ['-Os', '-mno-outline-atomics'],
    ];
    for (const [index, line] of baseTests.entries()) {
      if (index % 5 !== 0) continue;
      const args = ways[(index / 5) % ways.length]!;
      expect(['kept', 'tolerated'], `${line} ${args.join(' ')}`).toContain(judged(line, ...args).answer);
    }
  });

  it('sees the exchange that clang 16 made a store of', () => {
    // The second thread of `Wx1rlx Frel Wy1rlx | Xy2rlx Facq Rx.rlx=0 ; y=2` as clang 16 compiles it.
    const first = [one, storeX, full, storeY];
    expect(canShow('1:r1=0; [y]=2;', first, [two, storeY, 'dmb ishld', loadX])).toBe(true);
    expect(canShow('1:r1=0; [y]=2;', first, [two, 'swp w0, w5, [x2]', 'dmb ishld', loadX])).toBe(false);
  });

  it('asks nothing about an instruction that it does not know', () => {
    expect(() => canShow('[x]=1;', [one, 'ldr q0, [x1]'])).toThrow('not asked');
    expect(() => canShow('[x]=1;', [one, 'bl other'])).toThrow('not asked');
    expect(() => canShow('[x]=1;', ['strb w0, [x1]'])).toThrow('not asked');
  });
});

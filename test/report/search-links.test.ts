/** Searches of trackers: what a person would type. */
import { expect, it } from 'vitest';
import type { FindingRecord } from '../../src/finding/index.ts';
import { searchLinks } from '../../src/report/index.ts';

const asked = (of: object, output = ''): string[] => {
  const record = { kind: 'crash', title: 'crash', compiler: 'clang-19', args: ['-O2'], ...of };
  const tracker = record.compiler.startsWith('gcc') ? 'gcc' : 'llvm';
  return searchLinks(tracker, record as unknown as FindingRecord, output).map((address) => {
    const { host, searchParams } = new URL(address);
    return `${host} ${[...searchParams.values()].join()}`;
  });
};

it.each([
  [
    'clang: /a/b.cpp:12: void f(): Assertion `(A == B || A.isLongerThanAnyHeadingOfAReport() || B.isLongerThanAnyHeadingOfAReport()) && N > 0 && "Number of bits is no power of 2"\' failed.',
    { culprit: { kind: 'pass', pass: 'InstCombinePass', on: 'f', step: 1, steps: 2 } },
    ['github.com is:issue "Number of bits is no power of 2"', 'github.com is:issue InstCombine'],
  ],
  [
    "clang: /a/b.cpp:12: void f(): Assertion `V->getType() == Ty' failed.",
    {},
    ['github.com is:issue "V->getType() == Ty"'],
  ],
  [
    'during GIMPLE pass: vect\nt.c:3:1: internal compiler error: in vect_get_loop_mask, at tree-vect-loop.cc:120',
    { compiler: 'gcc-16' },
    ['gcc.gnu.org ALL "vect_get_loop_mask"'],
  ],
])('%s is searched by its words', (output, of, wanted) => {
  expect(asked(of, output)).toEqual(wanted);
});

it('wrong code is searched by the pass, among reports of wrong code', () => {
  const pass = { kind: 'pass', pass: 'GVNPass', on: 'f', step: 1, steps: 2 };
  expect(asked({ kind: 'wrong-code', culprit: pass })).toEqual([
    'github.com is:issue label:miscompilation GVN',
  ]);
  const flags = { kind: 'flags', flags: ['-fno-tree-slp-vectorize'] };
  expect(asked({ kind: 'wrong-code', compiler: 'gcc-16', culprit: flags })).toEqual([
    'gcc.gnu.org ALL kw:wrong-code tree-slp-vectorize',
  ]);
});

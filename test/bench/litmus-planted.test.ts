import { expect, it } from 'vitest';
import { configurations, defects } from '../../bench/litmus/defects.ts';
import { plantNames } from '../../lab/planted/names.ts';
import { machineOf } from '../../src/laboratory/index.ts';

it('looks for every defect that is planted in what LLVM makes of atomics, and for no other', () => {
  expect(defects.flatMap(({ plants }) => plants).toSorted()).toEqual(plantNames('atomics'));
  expect(new Set(defects.map(({ number }) => number)).size).toBe(defects.length);
});

it('tells the compiler of machines that the judge knows', () => {
  const known = Object.entries(configurations).map(([name, args]) => [name, machineOf(['clang', ...args])]);
  expect(Object.fromEntries(known)).toEqual({
    x86: 'x86-64',
    'armv8-a': 'armv8',
    'armv8.1-a': 'armv8',
    'armv8.3-a': 'armv8',
    rv64gc: 'riscv',
  });
});

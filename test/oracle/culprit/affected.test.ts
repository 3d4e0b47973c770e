import { describe, expect, it } from 'vitest';
import { summariseBehaviours } from '../../../src/oracle/culprit/affected.ts';
import type { Behaviour } from '../../../src/laboratory/behaviour.ts';
import { execution, ran } from '../behaviours.ts';

const versions = (outputs: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  summariseBehaviours(
    Object.entries(outputs).map(([label, stdout]) => ran(label, stdout)),
    { expected: 'exit 0\ngood' },
  ).versions;

describe('the versions that are affected', () => {
  it('are told as a span with its neighbours', () => {
    expect(
      versions({
        'clang-19 -O2': 'good',
        'clang-14 -O2': 'bad',
        'clang-13 -O2': 'good',
        'clang-15 -O2': 'bad',
      }),
    ).toEqual({ clang: 'clang-14 to clang-15, not clang-13, clang-19' });
  });

  it('are told with the gaps between them, and for each family', () => {
    expect(
      versions({
        'gcc-9 -O2': 'bad',
        'gcc-11 -O2': 'good',
        'gcc-12 -O2': 'bad',
        'tcc ': 'good',
        'clang-19 -O1': 'bad',
      }),
    ).toEqual({ gcc: 'gcc-9 to gcc-12, not gcc-11', clang: 'clang-19' });
  });

  it('count a compiler that fails at one level, and nothing that did not run', () => {
    const uncompiled: Behaviour = {
      configuration: { compiler: 'gcc-12', args: [] },
      label: 'gcc-12',
      kind: 'not-compiled',
      execution,
    };
    expect(
      summariseBehaviours([ran('clang-19 -O0', 'good'), ran('clang-19 -O3', 'bad'), uncompiled], {
        expected: 'exit 0\ngood',
      }),
    ).toEqual({
      failing: ['clang-19 -O3'],
      right: ['clang-19 -O0'],
      unclear: ['gcc-12'],
      versions: { clang: 'clang-19' },
    });
  });
});

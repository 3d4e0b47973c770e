import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { presetOf, type Switch } from '../../../src/generators/loom/policy/switches.ts';
import { C, CPP17, CPP20, SYCL } from '../../../src/generators/loom/rules/language.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();
const undefinedBehaviour = ['-O0', '-fsanitize=undefined', '-fno-sanitize-recover=undefined'];

const languages = [
  { rules: C, standard: 'c11', suffix: 'c', compilers: ['gcc-12', 'clang-19'] },
  { rules: C, standard: 'gnu11', suffix: 'c', compilers: ['clang-19'], also: ['bitint'] as const },
  { rules: CPP17, standard: 'c++17', suffix: 'cpp', compilers: ['g++', 'clang++-19'] },
  { rules: CPP20, standard: 'c++20', suffix: 'cpp', compilers: ['g++', 'clang++-19'] },
  // No compiler of SYCL is in Debian: its header is ours, which runs kernels on this machine.
  { rules: SYCL, standard: 'c++17', suffix: 'cpp', compilers: ['g++', 'clang++-19'] },
];

describe.each(languages)(
  'programs in $standard, SYCL: $rules.isSycl',
  ({ rules, standard, suffix, compilers, also = [] }) => {
    it.each(compilers)(
      'print what is known of them when %s compiles them, and no sanitizer complains',
      async (compiler) => {
        const folder = temporaryFolder();
        const switches = new Set<Switch>([...presetOf('all', rules), ...also]);
        for (let seed = 0; seed < 6; seed++) {
          const made = replay((draw) => loom(draw, { rules, maxSize: 6, switches }), { alphabet, seed });
          if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
          const source = join(folder, `p${seed}.${suffix}`);
          writeFileSync(source, made.value.program.files[0]!.bytes);
          for (const flags of [undefinedBehaviour, ['-O2']]) {
            const program = join(folder, 'program');
            await execa(compiler, [
              `-std=${standard}`,
              '-w',
              `-I${import.meta.dirname}`,
              ...flags,
              '-o',
              program,
              source,
            ]);
            const { stdout } = await execa(program);
            expect(`${stdout}\n`, `seed ${seed}, ${flags.join(' ')}`).toBe(made.value.output);
          }
        }
      },
    );
  },
);

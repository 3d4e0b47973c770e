/** Lines of an export about the pass in which gcc dies: gcc itself has just shown each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '../../src/build/index.ts';
import { gccPassLines } from '../../src/cli/gcc-pass.ts';
import { programOf } from '../../src/program/index.ts';
import { world } from '../target/world.ts';

const gcc = findProgram('gcc-12', world.searchPath)!;
const args = ['-O2', '-floop-nest-optimize', '--param=scev-max-expr-size=3', '-fchecking'];
const trophy = join(import.meta.dirname, '../../docs/trophies/gcc-graphite-codegen/reduced.c');
const program = programOf(readFileSync(trophy));
const output = 'during GIMPLE pass: graphite\nreduced.c:7:5: internal compiler error: in set_codegen_error';

it('is the number of its dump, the flag that leaves it out, and its first transformation that is too many', async () => {
  const [pass, ways, counted] = await gccPassLines({ gcc, args, program, output });
  expect(pass).toMatch(/^Pass: graphite, number \d+, dump by -fdump-tree-graphite-details$/);
  expect(ways).toBe('Compiles with: -fdisable-tree-graphite');
  expect(counted).toBe('Compiles with -fdbg-cnt=graphite_scop:0, and dies with -fdbg-cnt=graphite_scop:1');
});

it('is nothing if gcc does not die any more, may load a plugin, or named no pass', async () => {
  expect(await gccPassLines({ gcc, args: ['-O0'], program, output })).toEqual([]);
  expect(await gccPassLines({ gcc, args: [...args, '-fplugin=./a.so'], program, output })).toEqual([]);
  expect(await gccPassLines({ gcc, args, program, output: 'internal compiler error: oh' })).toEqual([]);
});

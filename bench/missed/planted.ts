/**
 * Optimisations that are switched off from the command line at one level, one at a time. The plain compiler then does
 * better, as an older release would. Each plant must be found, its block proved dead, and a pass named.
 *
 * The program is `blocks.c`. Of 24 programs of loom only three lost a block to one of 32 such options.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagesFolder } from '../../src/build/index.ts';
import type { Laboratory } from '../../src/laboratory/index.ts';
import { inspectMissed } from '../../src/oracle/missed/inspect-missed.ts';
import { programOf } from '../../src/program/index.ts';
import type { Measurement } from '../harness.ts';

interface Plant {
  readonly compiler: string;
  readonly level: string;
  readonly option: string;
  /** The names of its own passes. */
  readonly own: RegExp;
}

/** gcc: the option without `-fno-`, and names of dumps. */
const ofGcc: readonly (readonly [level: string, option: string, own: RegExp])[] = [
  ['-O1', 'tree-ccp', /^ccp/],
  ['-O1', 'tree-bit-ccp', /^ccp/],
  ['-O1', 'tree-fre', /^fre/],
  ['-O1', 'tree-dominator-opts', /^(?:dom|thread)/],
  ['-O1', 'tree-ch', /^ch/],
  ['-O1', 'tree-loop-optimize', /loop|cunroll|sccp/],
  ['-O1', 'inline', /inline/],
  ['-O1', 'delete-null-pointer-checks', /^(?:evrp|vrp|dom)/],
  ['-O1', 'tree-reassoc', /^reassoc/],
  ['-O1', 'toplevel-reorder', /^(?:ccp|fre|whole-program)/],
  ['-O2', 'tree-vrp', /vrp/],
  ['-O2', 'ipa-cp', /^cp/],
  ['-O2', 'optimize-strlen', /^strlen/],
  ['-O2', 'strict-aliasing', /^fre/],
];

/** clang 22: the name of a pass for `-opt-disable`, and its class. */
const ofClang: typeof ofGcc = [
  ['-O1', 'simplifycfg', /SimplifyCFG/i],
  ['-O1', 'instcombine', /InstCombine/i],
  ['-O1', 'ipsccp', /IPSCCP/i],
  ['-O1', 'early-cse', /EarlyCSE/i],
  ['-O1', 'globalopt', /GlobalOpt/i],
  ['-O1', 'indvars', /IndVar/i],
  ['-O1', 'licm', /LICM/i],
  ['-O2', 'sroa', /SROA/i],
];

const plants: readonly Plant[] = [
  ...ofGcc.map(([level, name, own]): Plant => ({ compiler: 'gcc-12', level, option: `-fno-${name}`, own })),
  ...ofClang.map(([level, name, own]): Plant => ({
    compiler: 'clang-22',
    level,
    option: `-opt-disable=${name}`,
    own,
  })),
];

export async function* planted(laboratory: Laboratory): AsyncIterable<Measurement> {
  const path = join(dirname(pagesFolder), 'bench/missed/blocks.c');
  const program = programOf(readFileSync(path, 'utf8'));
  const named: string[] = [];
  const unnamed: string[] = [];
  const missed: string[] = [];
  let own = 0;
  for (const plant of plants) {
    const plain = { compiler: plant.compiler, args: ['-w', plant.level] };
    const words = plant.compiler.startsWith('clang') ? ['-mllvm', plant.option] : [plant.option];
    const found = await inspectMissed(laboratory, program, { ...plain, args: [...plain.args, ...words] }, [
      plain,
    ]);
    const text = `${plant.compiler} ${plant.level} ${plant.option}`;
    const pass = found?.missed.pass;
    console.error(
      `${text}: ${found === undefined ? 'missed' : `${found.missed.marker} by ${pass ?? 'no pass'}`}`,
    );
    (found === undefined ? missed : pass === undefined ? unnamed : named).push(text);
    if (pass !== undefined && plant.own.test(pass)) own++;
  }
  yield {
    name: 'optimisations switched off, found',
    value: plants.length - missed.length,
    unit: `of ${plants.length}`,
    goal: { atLeast: plants.length },
    how: `one program with a block for each of them; missed: ${missed.join(', ') || 'none'}`,
  };
  yield {
    name: 'optimisations switched off, named',
    value: named.length,
    unit: `of ${plants.length}`,
    goal: { atLeast: plants.length },
    how: `${own} by the pass that was switched off, others by a later pass; no name: ${unnamed.join(', ') || 'none'}`,
  };
}

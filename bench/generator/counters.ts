/**
 * What policies bring: counters of compilers, with the policies of the preset classic against none of them.
 *
 * Debian's clang is built without statistics. So the counters are gcc's (`-fdump-statistics-stats`, summed over functions),
 * and how often a pass of clang tells that it changed something (`-fsave-optimization-record`). Rule, written down before:
 * loop counters are those of passes whose names begin as in `loopNames`, all others are scalar, and bookkeeping is
 * none (blocks that were visited, iterations, names of SSA): it grows with the size of a function, whatever a pass did there.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { presetOf, type Switch } from '../../src/generators/loom/policy/switches.ts';
import { C } from '../../src/generators/loom/rules/language.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment, make } from './programs.ts';

const data: readonly Switch[] = ['structs', 'pointers'];
const sides = { on: presetOf('classic', C), off: new Set(data) } as const;
type Side = keyof typeof sides;
type Counters = Map<string, number>;

const loopNames =
  /^(loop|vect|slp|cunroll|unroll|ivopts|ivcanon|pcom|ldist|lim|unswitch|ch|sccp|split|licm|indvars|interchange)/;
const bookkeeping = /\b(RPO|SSA|visited|iterations|VAR_DECLs|ASSERT_EXPR)/;
const BYTES = 6_000;

function add(to: Counters, name: string, value: number): void {
  to.set(name, (to.get(name) ?? 0) + value);
}

/** A line of gcc: `84 fre "RPO blocks" 4`. */
function readGcc(text: string, to: Counters): void {
  for (const [, pass, what, value] of text.matchAll(/^\d+ (\w+) "(.*)" (\d+)$/gm))
    if (!bookkeeping.test(what!)) add(to, `${pass}: gcc ${what!.replaceAll(/\d+/g, 'n')}`, Number(value));
}

/** An entry of clang: what was done, by which pass. */
function readClang(text: string, to: Counters): void {
  for (const [, pass, name] of text.matchAll(/^--- !Passed\nPass: +(\S+)\nName: +(\S+)/gm))
    add(to, `${pass}: clang ${name}`, 1);
}

async function countedOf(side: Side, seed: number, folder: string): Promise<Counters> {
  const found: Counters = new Map();
  const { text } = make({ seed, options: { rules: C, bytes: BYTES, switches: sides[side] } });
  const source = join(folder, 'p.c');
  writeFileSync(source, text);
  const march = seed % 3 === 0 ? ['-march=x86-64-v3'] : [];
  const flags = ['-std=c11', '-w', '-O3', ...march, '-c', source];
  await execa('gcc-12', [...flags, '-fdump-statistics-stats', '-o', join(folder, 'p.o')], { cwd: folder });
  const record = `-foptimization-record-file=${join(folder, 'p.yaml')}`;
  await execa('clang-19', [...flags, '-fsave-optimization-record', record, '-o', join(folder, 'p.o')]);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('statistics')) readGcc(readFileSync(path, 'utf8'), found);
    if (name.endsWith('yaml')) readClang(readFileSync(path, 'utf8'), found);
    rmSync(path);
  }
  add(found, 'bytes', text.length);
  return found;
}

/** The geometric mean of on over off, each a byte of text, over the counters that both sides reach. */
function ratioOf(names: readonly string[], { on, off }: Readonly<Record<Side, Counters>>): number {
  const size = on.get('bytes')! / off.get('bytes')!;
  const logs = names.map((name) => Math.log(on.get(name)! / off.get(name)! / size));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

export async function* counters(): AsyncIterable<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-counters-'));
  const programs = fromEnvironment('PROGRAMS', 20);
  const found: Record<Side, Counters> = { on: new Map(), off: new Map() };
  for (let seed = 0; seed < programs; seed++) {
    for (const side of ['on', 'off'] as const) {
      for (const [name, value] of await countedOf(side, seed, folder)) add(found[side], name, value);
    }
  }
  rmSync(folder, { recursive: true });
  const names = [...new Set([...found.on.keys(), ...found.off.keys()])].filter((name) => name !== 'bytes');
  const how = `${programs} programs a side of ${BYTES} bytes, -O3, a third for x86-64-v3; a byte of text; gcc-12 and clang-19`;
  for (const isLoop of [false, true]) {
    const what = isLoop ? 'loop and vector' : 'scalar';
    const mine = names.filter((name) => loopNames.test(name) === isLoop);
    const both = mine.filter((name) => found.on.has(name) && found.off.has(name));
    const goal = { atLeast: isLoop ? 9 : 1.4 };
    yield {
      name: `${what} counters, policies over none`,
      value: ratioOf(both, found),
      unit: 'times',
      goal,
      how: `${both.length} counters; ${how}`,
    };
    const only = (side: Side, other: Side): string =>
      mine.filter((name) => found[side].has(name) && !found[other].has(name)).join(', ') || 'none';
    const goalReached = isLoop ? { goal: { atLeast: 80 } } : {};
    yield {
      name: `${what} counters reached`,
      value: mine.filter((name) => found.on.has(name)).length,
      unit: 'counters',
      ...goalReached,
      how: `with policies alone: ${only('on', 'off')}; without alone: ${only('off', 'on')}`,
    };
  }
}

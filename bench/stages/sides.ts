/**
 * Four sides of `relax` on the same programs: as they are, with other guards, with relaxations, with both. Which lines of which
 * passes each of them reaches, and how many of the programs are changed and defined.
 */
import { type Draw, Alphabet, replay } from '../../src/choice/index.ts';
import { FactFinder, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { checkValidity } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import { editGuards } from '../../src/stage/relax/guards.ts';
import { codeOf } from '../../src/stage/relax/known-code.ts';
import { relaxCode } from '../../src/stage/relax/relaxed-code.ts';
import { drawSettings } from '../../src/stage/relax/settings.ts';
import { nameEdges } from '../../src/target/index.ts';
import type { Measurement } from '../harness.ts';
import { compilerArgs, freshPrograms } from '../planted/programs.ts';
import { edited, openStarter, ranFacts, seenIn, textOf, world } from './seen.ts';

const sides = ['plain', 'guards', 'relaxations', 'both'] as const;
type Side = (typeof sides)[number];

interface Reached {
  readonly edges: Set<number>;
  readonly features: Set<number>;
  changed: number;
  checked: number;
  defined: number;
  cpuMs: number;
}

/** `PROGRAMS` from `SEED` on; every `CHECK_EVERY`th goes to the sanitizers. */
export async function* measureSides(): AsyncIterable<Measurement> {
  const env = process.env;
  const [count, seed] = [Number(env['PROGRAMS'] ?? 100), Number(env['SEED'] ?? 1)];
  const checkEvery = Number(env['CHECK_EVERY'] ?? 10);
  const target = await openStarter();
  const [finder, laboratory] = [await FactFinder.open(world), await Laboratory.open(world)];
  const reached = Object.fromEntries(sides.map((side) => [side, emptyReached()])) as Record<Side, Reached>;
  let index = 0;
  try {
    for await (const program of freshPrograms(count, seed)) {
      const facts = await ranFacts(finder, program, compilerArgs);
      if (facts === undefined || facts.run!.ran.every(Boolean)) continue;
      for (const side of sides) {
        const to = reached[side];
        const changed = withSide(program, facts, side, seed + index);
        const seen = await seenIn(target, changed, compilerArgs);
        if (seen === undefined) continue;
        for (const edge of seen.edges) to.edges.add(edge);
        for (const feature of seen.features) to.features.add(feature);
        to.cpuMs += seen.cpuMs;
        if (textOf(changed) !== textOf(program)) to.changed++;
        if (index % checkEvery !== 0) continue;
        const { verdict } = await checkValidity(laboratory, changed, { args: compilerArgs, quick: true });
        if (verdict !== 'unknown') to.checked++;
        if (verdict !== 'unknown' && verdict !== 'undefined') to.defined++;
      }
      console.error(`${++index} of ${count}`);
    }
    for (const side of sides) yield* linesOf(side, reached[side], index);
    const tables = await target.coverage!.pcs!();
    const names = await nameEdges(tables, world);
    yield* venn(reached, (edge) => names.place(edge));
  } finally {
    await Promise.all([target, finder, laboratory].map((each) => each.close()));
  }
}

function emptyReached(): Reached {
  return { edges: new Set(), features: new Set(), changed: 0, checked: 0, defined: 0, cpuMs: 0 };
}

function withSide(program: Program, facts: Facts, side: Side, seed: number): Program {
  if (side === 'plain') return program;
  const drawn = replay((draw) => editsOf(draw, program, facts, side), { alphabet: new Alphabet(), seed });
  return drawn.outcome === 'ok' ? edited(program, drawn.value) : program;
}

/** The edits of `relax`, with one half of it left out. */
function editsOf(draw: Draw, program: Program, facts: Facts, side: Side): SourceEdit[] {
  const { guarded, needless, relaxable } = codeOf(program, textOf(program), facts);
  const all: SourceEdit[] = [];
  const { guards } = drawSettings(draw, true);
  if (side !== 'relaxations' && guards !== undefined) {
    const { edits, macros } = editGuards(draw, guarded, guards, needless);
    const text = macros.map((macro) => `${macro}\n`).join('');
    all.push(...(text === '' ? [] : [{ begin: 0, end: 0, text }]), ...edits);
  }
  let { relaxations } = drawSettings(draw, false);
  // Some programs have none: the next settings count.
  for (let turn = 0; relaxations === undefined && turn < 10; turn++)
    ({ relaxations } = drawSettings(draw, false));
  if (side !== 'guards' && relaxations !== undefined)
    all.push(...relaxCode(draw, relaxable, { ...relaxations, live: undefined }));
  return all.toSorted((a, b) => a.begin - b.begin || a.end - b.end || (a.text.includes(': ;') ? -1 : 1));
}

function* linesOf(
  side: Side,
  { edges, features, changed, checked, defined, cpuMs }: Reached,
  all: number,
): Iterable<Measurement> {
  const how = `${all} programs of csmith-scoped, ${(cpuMs / 1_000).toFixed(1)} s of compiling; ${changed} changed, ${defined} of ${checked} without a complaint of a sanitizer`;
  yield { name: `edges of ${side}`, value: edges.size, unit: 'edges', how };
  yield { name: `features of ${side}`, value: features.size, unit: 'features', how };
}

/** Lines by the sides that reach them, for all code and for the passes where sides differ most. */
function* venn(
  reached: Readonly<Record<Side, Reached>>,
  placeOf: (edge: number) => { readonly file: string; readonly line: number },
): Iterable<Measurement> {
  const reachedBy = new Map<string, Set<Side>>();
  for (const side of sides)
    for (const edge of reached[side].edges) {
      const { file, line } = placeOf(edge);
      if (file === '') continue;
      const at = `${file.split('/').at(-1)}:${line}`;
      reachedBy.set(at, (reachedBy.get(at) ?? new Set()).add(side));
    }
  const byFile = new Map<string, Map<string, number>>();
  for (const [at, by] of reachedBy) {
    if (by.size === sides.length) continue;
    const set = sides.filter((side) => by.has(side)).join(' + ');
    for (const file of ['all code', at.split(':')[0]!]) {
      const counts = byFile.get(file) ?? new Map<string, number>();
      byFile.set(file, counts.set(set, (counts.get(set) ?? 0) + 1));
    }
  }
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((a, b) => a + b, 0);
  const most = [...byFile].toSorted(([, a], [, b]) => sum(b) - sum(a)).slice(0, 8);
  for (const [file, counts] of most)
    for (const [set, value] of [...counts].toSorted(([, a], [, b]) => b - a))
      yield { name: `lines of ${file} only by ${set}`, value, unit: 'lines', how: 'lines where edges begin' };
}

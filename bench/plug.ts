/**
 * Plugging generators in: what a generator that nobody tuned for gives by each way in, as `cgfuzz source check` sees it.
 *
 * Results lie in .cache/results/plug, a file for each generator and way; one that is there is not measured again. The
 * environment names the sources of other people's generators (see plug/ways.ts); `PROGRAMS` and `MUTANTS` make it smaller.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Checked, examineSource } from '../src/source/index.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';
import { type Way, waysIn } from './plug/ways.ts';

const results = join(root, '.cache/results/plug');
const PROGRAMS = Number(process.env['PROGRAMS'] ?? 20);
const MUTANTS = Number(process.env['MUTANTS'] ?? 60);

/** Kinds of source that nothing is to be expected of, but that check says so. */
const seedsOnly: ReadonlySet<string> = new Set(['yarpgen as it is, libc alone', 'python as it is']);

function fileOf({ generator, way }: Way): string {
  return join(results, `${generator}-${way.replace(/[^a-z0-9]+/gi, '-')}.json`);
}

async function checkedBy(way: Way): Promise<Checked> {
  const file = fileOf(way);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Checked;
  const definition = await way.define();
  const checked = await examineSource(definition, { programs: PROGRAMS, mutants: MUTANTS });
  mkdirSync(results, { recursive: true });
  writeFileSync(file, `${JSON.stringify(checked, undefined, 1)}\n`);
  return checked;
}

function* measurements({ generator, way }: Way, { verdict, figures }: Checked): Iterable<Measurement> {
  const name = (what: string): string => `${generator}, ${way}: ${what}`;
  const how = `cgfuzz source check: ${verdict}`;
  const isSeed = verdict === 'one choice decides everything';
  if (seedsOnly.has(`${generator} ${way}`)) {
    const told = { value: isSeed ? 1 : 0, unit: '', goal: { atLeast: 1 } };
    yield { name: name('check says that one choice decides everything'), ...told, how };
  }
  // Replays that differ end a check without figures.
  yield { name: name('replays are exact'), value: figures ? 1 : 0, unit: '', goal: { atLeast: 1 }, how };
  if (figures === undefined) return;
  const { usage, single, mixed, slowdown } = figures;
  const line = (what: string, value: number, unit: string): Measurement => ({
    name: name(what),
    value,
    unit,
    how,
  });
  yield line('choices, median', usage.choices.median, '');
  yield line('choices, ninetieth', usage.choices.ninetieth, '');
  yield line('scopes, median', usage.scopes.median, '');
  yield line('CPU for a program, median', figures.cpuMs, 'ms');
  if (slowdown !== undefined) yield line('CPU against itself', slowdown, 'times');
  yield line('fresh programs that overrun', (100 * usage.overrun) / usage.programs, '%');
  for (const [kind, found] of Object.entries({ single, mixed })) {
    if (found === undefined) continue;
    const nothing = found.sameRecord + found.identical;
    const rest = found.similar + found.different;
    yield line(`${kind} mutants that change nothing`, (100 * nothing) / found.mutants, '%');
    if (rest > 0) yield line(`${kind} mutants, of the rest 90% similar`, (100 * found.similar) / rest, '%');
  }
}

export const plug: Bench = {
  name: 'plug',
  question: 'What does a generator that nobody tuned for give, by each way in?',
  decision: 'which way in is recommended, and whether as it is may be promised at all',
  async *run() {
    for (const way of waysIn(process.env)) yield* measurements(way, await checkedBy(way));
  },
};

/**
 * Missed optimisations and sanitizers under test.
 *
 * `PARTS` names parts. `planted` switches off one optimisation at a time, and asks for the lost block and its
 * pass. `trophies` asks about live markers in trophies of wrong code. `alarms` counts live markers that are gone, and
 * marked programs that print something else. `reports` asks
 * sanitizers for planted faults. `SECONDS` is CPU time for each part and compiler (120), `SEED` the first
 * program (1), and `COMPILERS` replaces the list of compilers.
 */
import { familyOfName } from '../src/build/index.ts';
import { findSource } from '../src/generators/index.ts';
import { Laboratory } from '../src/laboratory/index.ts';
import { keptBy } from '../src/oracle/missed/kept-markers.ts';
import { inspectOneLevel, isUnknownTo } from '../src/oracle/unreported/inspect-unreported.ts';
import { markersCalled, plantedIn, type Program } from '../src/program/index.ts';
import { compilerArgsFor, SourcePool } from '../src/source/index.ts';
import { worldOf } from '../src/session/world.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';
import { liveTrophies } from './missed/live-trophies.ts';
import { functionsThatDecide } from './missed/functions.ts';
import { type MarkedProgram, pairs } from './missed/pairs.ts';
import { planted } from './missed/planted.ts';

export const missedBench: Bench = {
  name: 'missed',
  question: 'are lost optimisations and missing reports found and named, and without false alarms?',
  decision: 'whether markers and faults may have a share of campaigns',
  run,
};

const parts = { planted, alarms, reports, pairs: allPairs, trophies: liveTrophies } as const;
const SECONDS = Number(process.env['SECONDS'] ?? 120);
/** `functions` are functions of loom without the rest of a program. */
const SOURCES = (
  process.env['SOURCES'] ?? 'loom with=markers language=c11 size=6KB;functions;csmith-scoped | markers'
).split(';');
const SEED = Number(process.env['SEED'] ?? 1);

function compilersHere(): readonly string[] {
  return (process.env['COMPILERS'] ?? 'gcc-12;gcc-16;clang-19-stock;clang-22').split(';');
}

async function* run(): AsyncIterable<Measurement> {
  for (const part of wanted('PARTS', Object.keys(parts) as (keyof typeof parts)[])) {
    const laboratory = await Laboratory.open(worldOf({ env: process.env }));
    try {
      yield* parts[part](laboratory);
    } finally {
      await laboratory.close();
    }
  }
}

/** Programs until a compiler had its CPU time. */
async function* programs(
  laboratory: Laboratory,
  source: string,
): AsyncIterable<Program & { args: string[]; seed: number }> {
  const definition = await findSource(source, process.cwd());
  const pool = new SourcePool(definition, 1);
  const endMs = laboratory.cpuMs + SECONDS * 1_000;
  try {
    for (let seed = SEED; laboratory.cpuMs < endMs; seed++) {
      const made = await pool.make({ seed });
      if (made.outcome === 'ok')
        yield { ...made.program, args: [...compilerArgsFor(definition, made.program)], seed };
    }
  } finally {
    await pool.close();
  }
}

async function* allPairs(laboratory: Laboratory): AsyncIterable<Measurement> {
  for (const source of SOURCES)
    yield* pairs(laboratory, source, () =>
      source === 'functions' ? functions(laboratory) : programs(laboratory, source),
    );
}

// eslint-disable-next-line typescript/require-await -- a drop-in for the programs of a source
async function* functions(laboratory: Laboratory): AsyncIterable<MarkedProgram> {
  const endMs = laboratory.cpuMs + SECONDS * 1_000;
  for (let seed = SEED; laboratory.cpuMs < endMs; seed++) yield functionsThatDecide(seed);
}

async function* alarms(laboratory: Laboratory): AsyncIterable<Measurement> {
  const sum = { programs: 0, dead: 0, live: 0, gone: 0, other: 0 };
  for await (const program of programs(laboratory, 'loom with=markers size=8KB')) {
    const asked = compilersHere().map((compiler) => ({ compiler, args: [...program.args, '-O2'] }));
    const { dead, live } = markersCalled(program);
    sum.programs++;
    sum.dead += dead.size;
    sum.live += live.size;
    for (const kept of await keptBy(laboratory, program, asked))
      sum.gone += kept === undefined ? 0 : [...live].filter((marker) => !kept.live.has(marker)).length;
    const plain = { compiler: 'gcc-12', args: [...program.args, '-O0'] };
    const [behaviour] = await laboratory.behave(program, [plain]);
    const expected = program.truth?.kind === 'output' ? Buffer.from(program.truth.stdout).toString() : '';
    if (behaviour?.kind === 'ran' && behaviour.run.stdout !== expected) sum.other++;
  }
  const how = `${sum.programs} programs of loom with ${sum.dead} dead and ${sum.live} live markers, ${compilersHere().join(', ')} at -O2`;
  yield { name: 'live markers that are gone', value: sum.gone, unit: 'markers', goal: { atMost: 0 }, how };
  yield {
    name: 'marked programs that print something else',
    value: sum.other,
    unit: 'programs',
    goal: { atMost: 0 },
    how,
  };
}

async function* reports(laboratory: Laboratory): AsyncIterable<Measurement> {
  for (const compiler of compilersHere()) {
    const counts = new Map<string, number>();
    const kinds = new Map<string, number>();
    const add = (to: Map<string, number>, key: string): unknown => to.set(key, (to.get(key) ?? 0) + 1);
    let asked = 0;
    for await (const program of programs(laboratory, 'loom with=faults size=1500B')) {
      const kind = plantedIn(program);
      if (kind === undefined || isUnknownTo(familyOfName(compiler) ?? '', kind)) continue;
      const found = await inspectOneLevel(laboratory, program, { compiler, args: program.args });
      asked++;
      add(kinds, kind);
      if (found === 'right') continue;
      add(counts, found === undefined ? `nothing known of ${kind}` : found.signature.key);
      console.error(`${compiler}, seed ${program.seed}: ${found === undefined ? kind : found.signature.key}`);
    }
    const list = (of: Map<string, number>): string =>
      [...of].map(([key, many]) => `${key}: ${many}`).join(', ');
    yield {
      name: `${compiler}: faults without a right report`,
      value: [...counts].reduce((sum, [key, many]) => sum + (key.startsWith('unreported') ? many : 0), 0),
      unit: 'programs',
      how: `${asked} programs (${list(kinds)}), each at one of four levels; ${list(counts) || 'all reported'}`,
    };
  }
}

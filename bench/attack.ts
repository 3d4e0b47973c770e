/** Attacks on what runs code of others, or looks at what others made: each is held off, or is a bug. */
import { cacheFolder } from '../src/build/index.ts';
import { makeRandom } from '../src/choice/index.ts';
import { talk } from '../test/faults/hostile.ts';
import { serve } from '../test/faults/hostile-servers.ts';
import { inFolder } from '../test/faults/places.ts';
import { strangers } from '../test/faults/strangers.ts';
import { situations } from '../test/sandbox/situations.ts';
import { tryWays, ways } from '../test/sandbox/try-ways.ts';
import { interruptAll, MOST_MS } from './attack/interrupts.ts';
import { type Bench, cpuMs, type Measurement, wanted } from './harness.ts';

const parts = ['sandbox', 'servers', 'generators', 'folders', 'interrupts'] as const;

export const attack: Bench = {
  name: 'attack',
  question:
    'Does anything get out, go past a limit, hang or show a stack, if programs and folders are hostile?',
  decision: 'none: each way that is found is a bug, and is told by its name or its seed',
  async *run(): AsyncGenerator<Measurement> {
    const asked = wanted('PART', parts);
    if (asked.includes('sandbox')) yield* attackSandbox();
    for (const series of allSeries()) if (asked.includes(series.part)) yield* attackBySeeds(series);
    if (asked.includes('interrupts')) yield* attackByInterrupts();
  },
};

/** `WAYS=bomb,take-shared` tries these alone; `SITUATION` is a part of a situation's name. */
async function* attackSandbox(): AsyncGenerator<Measurement> {
  const names = wanted('WAYS', ways);
  const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
  for (const situation of situations.filter(({ name }) => name.includes(process.env['SITUATION'] ?? ''))) {
    let tried = 0;
    let failed = 0;
    for await (const { way, complaints, held, elapsedMs } of tryWays({ world, situation, names })) {
      tried++;
      if (complaints.length > 0) failed++;
      for (const text of complaints) console.error(`${situation.name}, ${way}: ${text}`);
      if (process.env['VERBOSE'] !== undefined)
        console.error(`${way}: ${held} MB, ${Math.round(elapsedMs)} ms`);
    }
    yield {
      name: `a sandbox ${situation.name}: escapes, or limits passed by a tenth`,
      value: failed,
      unit: `of ${tried}`,
      goal: { atMost: 0 },
      how: `${names.length} ways`,
    };
  }
}

/** `SERVERS`, `GENERATORS` and `FOLDERS` are how many of them. */
const many = (variable: string, usual: number): number => Number(process.env[variable] ?? usual);
/** Other cases than those of the test and of the bench of faults. */
const FIRST_SEED = 500_001;

interface Series {
  readonly part: (typeof parts)[number];
  readonly name: string;
  readonly count: number;
  readonly atOnce: number;
  readonly run: (seed: number) => Promise<readonly string[]>;
}

function allSeries(): readonly Series[] {
  return [
    {
      part: 'servers',
      name: 'servers that break the protocol, without an answer or a clear end',
      count: many('SERVERS', 1_000),
      atOnce: 8,
      run: (seed) => inFolder((cwd) => serve(cwd, makeRandom(seed))),
    },
    {
      part: 'generators',
      name: 'generators that break the protocol, without an answer or a clear end',
      count: many('GENERATORS', 1_000),
      atOnce: 1,
      run: (seed) => inFolder((cwd) => talk(cwd, makeRandom(seed))),
    },
    {
      part: 'folders',
      name: 'folders from strangers that ran, read or hung',
      count: many('FOLDERS', 200),
      atOnce: 1,
      run: strangers.run,
    },
  ];
}

/** Cases that follow from their seeds, several at once if they mostly wait. */
async function* attackBySeeds({ name, count, atOnce, run }: Series): AsyncGenerator<Measurement> {
  let failed = 0;
  let next = 0;
  const before = cpuMs();
  const work = async (): Promise<void> => {
    while (next < count) {
      const seed = FIRST_SEED + next++;
      const complaints = await run(seed);
      if (complaints.length > 0) failed++;
      for (const text of complaints) console.error(`${name}, seed ${seed}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const how = `seeds from ${FIRST_SEED} on, ${Math.round((cpuMs() - before) / 1_000)} s of CPU`;
  yield { name, value: failed, unit: `of ${count}`, goal: { atMost: 0 }, how };
}

async function* attackByInterrupts(): AsyncGenerator<Measurement> {
  const slow = new Map<string, number[]>();
  let count = 0;
  let worst = 0;
  for await (const { words, afterMs, tookMs } of interruptAll(
    many('TRIES', 20),
    FIRST_SEED,
    many('AT_ONCE', 6),
  )) {
    if (tookMs === undefined) continue;
    count++;
    worst = Math.max(worst, tookMs);
    if (tookMs <= MOST_MS) continue;
    const text = words.join(' ').replaceAll(/-\d+/g, '');
    slow.set(text, [...(slow.get(text) ?? []), tookMs]);
    console.error(`cgfuzz ${words.join(' ')}: ${Math.round(tookMs)} ms after Ctrl-C at ${afterMs} ms`);
  }
  yield {
    name: 'Ctrl-C that took more than 2 s',
    value: [...slow.values()].flat().length,
    unit: `of ${count}`,
    goal: { atMost: 0 },
    how: `${slow.size} commands; the slowest took ${Math.round(worst)} ms`,
  };
}

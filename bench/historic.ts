/**
 * Historic bugs: does each bug of LLVM that `lab/planted/historic` puts back show in its trigger, and only if it is on?
 *
 * `TARGET` in the environment names another build that has them, `ONLY` a part of the names to ask.
 */
import { readFileSync } from 'node:fs';
import { cacheFolder } from '../src/build/index.ts';
import { Laboratory, labelOf, type CompilerConfiguration } from '../src/laboratory/index.ts';
import { compare, type Comparison } from '../src/oracle/index.ts';
import { programOf, wordForPipeline } from '../src/program/index.ts';
import { type HistoricBug, historicBugs, historicTriggers } from '../lab/planted/names.ts';
import type { Bench, Measurement } from './harness.ts';
import { plantingIn } from './planted/truth.ts';

const { TARGET = 'clang-19-patched+historic', ONLY = '' } = process.env;
const LIMITS = { cpuMs: 5_000, wallMs: 60_000, memoryBytes: 1e9 };

export const historic: Bench = {
  name: 'historic',
  question: 'does each fixed bug of LLVM that we put back show in its trigger, and only if it is on?',
  decision: 'which bugs `bench bugs` counts',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const laboratory = await Laboratory.open({
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
  const asked = [...historicBugs()].filter(([name]) => name.includes(ONLY));
  const missed: string[] = [];
  try {
    for (const [name, bug] of asked) {
      const said = await ask(laboratory, name, bug);
      if (said !== undefined) missed.push(`${name} (${said})`);
    }
  } finally {
    await laboratory.close();
  }
  yield {
    name: 'triggers that do not show their bug as they should',
    value: missed.length,
    unit: 'bugs',
    goal: { atMost: 0 },
    how: `of ${asked.length} in ${TARGET}; ${missed.join('; ') || 'each shows its bug if it is on, and nothing if it is off'}`,
  };
}

/** The failures of a trigger to show its bug alone, as text. */
async function ask(
  laboratory: Laboratory,
  name: string,
  { kind, passes }: HistoricBug,
): Promise<string | undefined> {
  const trigger = historicTriggers().get(name);
  if (trigger === undefined) return 'it has no trigger';
  const program = programOf(readFileSync(trigger.file), trigger.language);
  const pipeline = passes === undefined ? [] : [wordForPipeline(passes)];
  const other = trigger.language === 'c' ? { compiler: 'gcc-12', args: ['-O0'] } : stock('-O1');
  const [off, on] = [[], [name]].map((names) => {
    const { compiler, args } = plantingIn(TARGET, names);
    return { compiler, args: [...args, ...pipeline] };
  });
  const comparison = await compare(laboratory, program, [stock('-O0'), other, off!, on!], {
    compileLimits: LIMITS,
  });
  const shown = shownBy(comparison);
  const wanted = [labelOf(on!)];
  const isRight = JSON.stringify(shown[kind]) === JSON.stringify(wanted);
  const isAlone = Object.values(shown).flat().length === wanted.length;
  return isRight && isAlone ? undefined : JSON.stringify(shown).replaceAll('"', '');
}

function stock(level: string): CompilerConfiguration {
  return { compiler: 'clang-19-stock', args: [level] };
}

/** The configurations that each kind of bug shows itself in. */
function shownBy({ verdict, failures }: Comparison): Record<HistoricBug['kind'] | 'other', string[]> {
  const hangs = failures.filter(({ execution }) => execution.outcome === 'hang');
  const crashes = failures.filter(({ execution }) => execution.outcome !== 'hang');
  const labels = (of: Comparison['failures']): string[] => of.map(({ label }) => label);
  return {
    crash: labels(crashes),
    hang: labels(hangs),
    miscompilation: verdict.kind === 'differ' ? verdict.odd.flatMap((each) => each.labels) : [],
    other: verdict.kind === 'agree' || verdict.kind === 'differ' ? [] : [verdict.kind],
  };
}

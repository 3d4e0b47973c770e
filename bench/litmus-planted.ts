/**
 * Planted bugs in LLVM's code for atomics: how many does the judge kill with base tests, and how many with woven tests?
 *
 * A defect is killed by a test whose code is wrong with the defect and right without it. Tests whose code is the same
 * with and without are not judged twice. In the environment, `TESTS` is the most tests of each side (2,000), `FROM` the
 * first seed, and `ONLY` a part of a defect's name. `SIDES` is one of the sides: triggers, not woven, woven.
 */
import { Laboratory, machineOf } from '../src/laboratory/index.ts';
import { judgeAssembly } from '../src/laboratory/litmus/judge.ts';
import { programOf } from '../src/program/index.ts';
import { cacheFolder } from '../src/build/index.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';
import { assemblyOfCase, type Case, casesFrom, type CaseSize, joined } from './litmus/cases.ts';
import { configurations, type Defect, defects, type MachineKey } from './litmus/defects.ts';
import { triggerOf } from './litmus/triggers.ts';
import { choosingArgs } from '../lab/planted/switches.ts';

const TARGET = 'clang-19-patched-no-assertions+atomics';
const BATCH = 25;

const sides: Readonly<Record<string, readonly CaseSize[]>> = {
  'not woven': [{ actions: 0, density: 0 }],
  woven: [
    { actions: 4, density: 0.25 },
    { actions: 8, density: 0.4 },
  ],
};

export const litmusPlanted: Bench = {
  name: 'litmus-planted',
  question:
    'of the defects planted in what LLVM makes of atomics, how many do litmus tests kill, woven and not?',
  decision: 'which base tests, decorations and woven actions there are, and what weaving is worth',
  run,
};

/** The facts about one planted name on one architecture. */
interface Hunt {
  readonly plant: string;
  readonly machine: MachineKey;
  /** Tests whose code is another one with the defect. */
  hits: number;
  tests: number;
  cpuMs: number;
  killedBy: string | undefined;
}

async function* run(): AsyncIterable<Measurement> {
  const { TESTS = '2000', FROM = '0', ONLY = '', SIDES = '' } = process.env;
  const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';
  const laboratory = await Laboratory.open({ cache: cacheFolder(process.env), searchPath });
  const chosen = defects.filter(({ plants }) => plants.some((plant) => plant.includes(ONLY)));
  try {
    if (SIDES === '' || SIDES === 'triggers') yield* askTriggers(laboratory, chosen);
    for (const [side, sizes] of Object.entries(sides)) {
      if (!side.startsWith(SIDES)) continue;
      const hunts = huntsOf(chosen);
      for (let seed = Number(FROM); seed < Number(FROM) + Number(TESTS); seed += BATCH) {
        const open = hunts.filter((hunt) => !isOver(hunt, hunts));
        if (open.length === 0) break;
        const startMs = cpuMs();
        const cases = casesFrom(seed, BATCH, sizes[(seed / BATCH) % sizes.length]!);
        const makingMs = cpuMs() - startMs;
        for (const machine of new Set(open.map((each) => each.machine)))
          await huntOn(
            laboratory,
            machine,
            cases,
            makingMs,
            open.filter((each) => each.machine === machine),
          );
      }
      for (const defect of chosen) yield lineOf(side, defect, hunts);
      const killed = chosen.filter((defect) => isKilled(defect, hunts));
      yield {
        name: `killed, ${side}`,
        value: killed.length,
        unit: 'defects',
        goal: { atLeast: side === 'woven' ? 24 : 20 },
        how: `of ${chosen.length} planted, ${TESTS} tests from seed ${FROM}; left: ${chosen
          .filter((defect) => !killed.includes(defect))
          .map(({ number }) => number)
          .join(' ')}`,
      };
    }
  } finally {
    await laboratory.close();
  }
}

/** The small test of each defect: is the code that lies beside it what the compiler makes today, and wrong? */
async function* askTriggers(laboratory: Laboratory, chosen: readonly Defect[]): AsyncIterable<Measurement> {
  const missed: string[] = [];
  for (const { plants, machines } of chosen) {
    for (const plant of plants) {
      const { args, text, spoiled, judge, codeIn } = triggerOf(plant, machines[0]!);
      const program = programOf(Buffer.from(text));
      const told = [...args, ...choosingArgs(TARGET, [plant])];
      const [made] = await laboratory.compile(program, [{ compiler: TARGET, args: told }], {}, 'assembly');
      const code = Buffer.from(made!.output).toString();
      const isKept = JSON.stringify(codeIn(code)) === JSON.stringify(codeIn(spoiled));
      if (!isKept || judge(code).answer !== 'wrong') missed.push(plant);
    }
  }
  yield {
    name: 'triggers that show nothing',
    value: missed.length,
    unit: 'defects',
    goal: { atMost: 0 },
    how: `of ${chosen.flatMap(({ plants }) => plants).length}; ${missed.join(' ') || 'each makes the code that is kept beside its test'}`,
  };
}

function huntsOf(chosen: readonly Defect[]): Hunt[] {
  return chosen.flatMap(({ plants, machines }) =>
    plants.flatMap((plant) =>
      machines.map((machine): Hunt => ({
        plant,
        machine,
        hits: 0,
        tests: 0,
        cpuMs: 0,
        killedBy: undefined,
      })),
    ),
  );
}

/** A kill on one machine is enough. */
function isOver({ plant }: Hunt, hunts: readonly Hunt[]): boolean {
  return hunts.some((each) => each.plant === plant && each.killedBy !== undefined);
}

function isKilled({ plants }: Defect, hunts: readonly Hunt[]): boolean {
  return plants.every((plant) => hunts.some((each) => each.plant === plant && each.killedBy !== undefined));
}

async function huntOn(
  laboratory: Laboratory,
  machine: MachineKey,
  cases: readonly Case[],
  makingMs: number,
  hunts: readonly Hunt[],
): Promise<void> {
  const args = [...configurations[machine], '-w', '-std=c11'];
  const program = programOf(Buffer.from(joined(cases)));
  const configured = ['', ...hunts.map(({ plant }) => plant)].map((plant) => ({
    compiler: TARGET,
    args: [...args, ...choosingArgs(TARGET, plant === '' ? [] : [plant])],
  }));
  const executions = await laboratory.compile(program, configured, {}, 'assembly');
  const failed = executions.find(({ outcome }) => outcome !== 'ok');
  if (failed !== undefined) throw new Error(`${machine}: ${failed.outcome}: ${failed.text.slice(0, 300)}`);
  const [right, ...wrong] = executions.map(({ output }) => Buffer.from(output).toString());
  for (const [turn, hunt] of hunts.entries()) {
    const { cpuMs: ownMs, sharedCpuMs } = executions[turn + 1]!;
    hunt.cpuMs += makingMs + ownMs + sharedCpuMs / executions.length;
    const startMs = cpuMs();
    for (const [index, { contract, name }] of cases.entries()) {
      hunt.tests++;
      const codes = [right!, wrong[turn]!].map((text) => functionsOf(text, index, contract.threads));
      if (codes[0] === codes[1]) continue;
      hunt.hits++;
      const judge = (text: string): string =>
        judgeAssembly(contract, assemblyOfCase(text, index), machineOf(['clang', ...args])).answer;
      if (judge(wrong[turn]!) !== 'wrong' || judge(right!) === 'wrong') continue;
      hunt.killedBy = name;
      break;
    }
    hunt.cpuMs += cpuMs() - startMs;
  }
}

function functionsOf(assembly: string, index: number, threads: number): string {
  return Array.from({ length: threads }, (_, thread) => {
    const start = assembly.indexOf(`\nT${index}_P${thread}:`);
    return assembly.slice(start, assembly.indexOf('.Lfunc_end', start));
  }).join('\n');
}

function lineOf(side: string, { number, plants, machines }: Defect, hunts: readonly Hunt[]): Measurement {
  const own = hunts.filter(({ plant }) => plants.includes(plant));
  const said = own.map(
    ({ plant, machine, hits, tests, killedBy, cpuMs: ms }) =>
      `${plant} on ${machine}: ${hits} of ${tests} tests have other code, ${(ms / 1_000).toFixed(1)} CPU s, ${killedBy ?? 'not killed'}`,
  );
  const kills = own.filter(({ killedBy }) => killedBy !== undefined);
  const isDone = isKilled({ number, plants, machines }, hunts);
  return {
    name: `${number} ${plants.join(', ')}, ${side}`,
    value: isDone ? Math.max(...kills.map(({ tests }) => tests)) : Infinity,
    unit: 'tests',
    how: said.join('; '),
  };
}

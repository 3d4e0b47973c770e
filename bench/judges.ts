/**
 * The judge of optimised IR: the share of programs that it can judge, its false alarms, its cost, and the
 * planted defects in its sight.
 *
 * A table says for each planted defect whether the output of its trigger, the judge, or a relation shows it.
 *
 * Flags that do not hold are put on optimised IR, and a share of them is reported.
 *
 * `PARTS` leaves out the rest: `alarms`, `flags`, `planted`. `PROGRAMS` of each source from `SEED` on, compiled by
 * `COMPILER` at `LEVELS`. `TARGET` adds an architecture: `--target=riscv64-linux-gnu -march=rv64gcv`.
 */
import { readFileSync } from 'node:fs';
import { flagsOfPrograms } from '../lab/planted/flags.ts';
import { plantedFolder, plantNames } from '../lab/planted/names.ts';
import { choosingArgs } from '../lab/planted/switches.ts';
import { cacheFolder, withAdded } from '../src/build/index.ts';
import { findSource } from '../src/generators/index.ts';
import { type CompilerConfiguration, Laboratory } from '../src/laboratory/index.ts';
import { inspectIr, inspectRelation, IrJudge, type IrTools, relationWays } from '../src/oracle/index.ts';
import type { CodeRelation } from '../src/oracle/invariance/relations.ts';
import { type Program, programOf } from '../src/program/index.ts';
import { compilerArgsFor, openSource } from '../src/source/index.ts';
import { findBuiltByName } from '../src/target/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { truthOf } from './planted/truth.ts';

const cache = cacheFolder(process.env);
const world = { cache, searchPath: withAdded(process.env['PATH'] ?? '/usr/bin:/bin', cache) };

export const judges: Bench = {
  name: 'judges',
  question: 'how much can the judge of IR judge, does it raise false alarms, and which defects does it see?',
  decision: 'whether what it calls wrong is reported without being run, and what it learns next',
  async *run() {
    const tools = {
      laboratory: await Laboratory.open(world),
      judge: await IrJudge.open(world, () => undefined),
    };
    try {
      const parts = process.env['PARTS'] ?? 'alarms flags planted';
      if (parts.includes('alarms'))
        for (const source of ['loom language=c', 'loom', 'csmith-scoped']) yield* alarms(tools, source);
      if (parts.includes('flags')) yield* flags(tools);
      if (parts.includes('planted')) yield* planted(tools);
    } finally {
      await Promise.all([tools.laboratory.close(), tools.judge.close()]);
    }
  },
};

async function* alarms({ laboratory, judge }: IrTools, name: string): AsyncIterable<Measurement> {
  const env = process.env;
  const [count, seed] = [Number(env['PROGRAMS'] ?? 50), Number(env['SEED'] ?? 1)];
  const compiler = env['COMPILER'] ?? 'clang-19-stock';
  const levels = (env['LEVELS'] ?? '-O0 -O2 -O3').split(' ');
  const architecture = env['TARGET']?.split(' ') ?? [];
  const definition = await findSource(name, process.cwd());
  const source = openSource(definition);
  const seen = { modules: 0, judged: 0, ended: 0, before: 0, after: 0, cpuMs: 0 };
  const faults = new Map<string, number>();
  try {
    for (let at = seed; at < seed + count; at++) {
      const made = await source.run({ seed: at });
      if (made.outcome !== 'ok') continue;
      for (const level of levels) {
        const args = [level, ...architecture, ...compilerArgsFor(definition, made.program)];
        for (const side of ['before', 'after'] as const) {
          const [module] = await laboratory.compile(
            made.program,
            [{ compiler, args }],
            {},
            `bitcode-${side}-passes`,
          );
          if (module?.outcome !== 'ok') continue;
          const judged = await judge.judge(module.output);
          seen.modules++;
          seen.cpuMs += judged.cpuMs;
          if (judged.kind === 'ok' || judged.kind === 'complaint') seen.judged++;
          if (judged.kind !== 'limit') seen.ended++;
          if (judged.kind !== 'complaint') continue;
          seen[side]++;
          const fault = `${judged.complaint.kind}: ${judged.complaint.cause}`;
          faults.set(fault, (faults.get(fault) ?? 0) + 1);
        }
      }
    }
  } finally {
    await source.close();
  }
  const about = `${name}, ${compiler}`;
  const how = `${seen.modules} modules, ${seen.modules - seen.ended} of them without an end`;
  yield {
    name: `${about}: judged, of modules that end`,
    value: (100 * seen.judged) / seen.ended,
    unit: '%',
    goal: { atLeast: 97 },
    how,
  };
  yield {
    name: `${about}: complaints before passes`,
    value: seen.before,
    unit: '',
    goal: { atMost: 0 },
    how,
  };
  yield {
    name: `${about}: complaints after passes`,
    value: seen.after,
    unit: '',
    how: [how, ...[...faults].map(([fault, times]) => `${fault} ${times} times`)].join('; '),
  };
  yield { name: `${about}: cost of a module`, value: seen.cpuMs / seen.modules, unit: 'CPU ms', how };
}

async function* flags(tools: IrTools): AsyncIterable<Measurement> {
  const env = process.env;
  const [count, seed] = [Number(env['PROGRAMS'] ?? 50), Number(env['SEED'] ?? 1)];
  const compiler = env['COMPILER'] ?? 'clang-19-stock';
  const counts = { false: 0, reported: 0, true: 0, alarms: 0 };
  const silent = new Map<string, number>();
  for await (const { flag, holds, isReported } of flagsOfPrograms(tools, { compiler, seed, count })) {
    counts[holds ? 'true' : 'false']++;
    if (isReported) counts[holds ? 'alarms' : 'reported']++;
    else if (!holds) silent.set(flag, (silent.get(flag) ?? 0) + 1);
  }
  yield {
    name: `loom, ${compiler} -O1: planted flags reported, of ${counts.false} that do not hold`,
    value: (100 * counts.reported) / counts.false,
    unit: '%',
    goal: { atLeast: 90 },
    how: `silent: ${[...silent].map(([flag, times]) => `${flag} ${times}`).join(', ')}`,
  };
  yield {
    name: `loom, ${compiler} -O1: complaints of ${counts.true} planted flags that hold`,
    value: counts.alarms,
    unit: '',
    goal: { atMost: 0 },
    how: 'held against a check of the same module',
  };
}

/** The defects of the largest planted build that is here. Whether the fault is in IR at all is the defect's matter. */
async function* planted(tools: IrTools): AsyncIterable<Measurement> {
  const builds = ['clang-19-passes+defects', 'clang-19-starter+defects'];
  const found = await Promise.all(builds.map((name) => findBuiltByName(name, cache)));
  const compiler = builds[found.findIndex((each) => each !== undefined)];
  const profile = found.find((each) => each !== undefined)?.spec.profile;
  if (compiler === undefined || profile === undefined) return;
  const names = plantNames('defects', profile).filter((name) => !/^(?:assert|hang|memory)-/.test(name));
  const seen = new Map<string, Sight>();
  for (const name of names) {
    const program = programOf(readFileSync(`${plantedFolder}/triggers/${name}.c`));
    const asked: CompilerConfiguration = { compiler, args: ['-O2', ...choosingArgs(compiler, [name])] };
    seen.set(name, await sightOf(tools, program, asked, name));
  }
  const missed = names.filter((name) => seen.get(name)?.judge !== true);
  console.error(`${'defect'.padEnd(30)}  output  judge  relations`);
  for (const [name, { output, judge, relations }] of seen)
    console.error(`${name.padEnd(30)}  ${yes(output, 6)}  ${yes(judge, 5)}  ${yes(relations, 3)}`);
  for (const oracle of ['output', 'relations'] as const) {
    yield {
      name: `${compiler}: planted wrong code that ${oracle} show in its trigger, of ${names.length}`,
      value: names.filter((name) => seen.get(name)?.[oracle] === true).length,
      unit: '',
      how: oracle === 'output' ? 'beside clang-19 -O0' : '-g, assembly, IR and back, each once',
    };
  }
  yield {
    name: `${compiler}: planted wrong code that the judge sees in its trigger, of ${names.length}`,
    value: names.length - missed.length,
    unit: '',
    goal: { atLeast: names.length },
    how: missed.length === 0 ? 'none is missed' : `missed: ${missed.join(', ')}`,
  };
}

type Sight = Readonly<Record<'output' | 'judge' | 'relations', boolean>>;

const yes = (isSeen: boolean, width: number): string => (isSeen ? 'yes' : '-').padEnd(width);

/** Which oracles a defect's trigger is enough for. */
async function sightOf(
  tools: IrTools,
  program: Program,
  asked: CompilerConfiguration,
  name: string,
): Promise<Sight> {
  const { laboratory } = tools;
  const { showing } = await truthOf(laboratory, program, [], { target: asked.compiler });
  const judge = (await inspectIr(tools, program, asked)).kind === 'wrong';
  const broken = await Promise.all(
    relationWays.map((way) => {
      const relation: CodeRelation = { way, added: way === 'options' || way === 'assembly' ? ['-g'] : [] };
      return inspectRelation(laboratory, { program, configuration: asked, relation });
    }),
  );
  return { output: showing.includes(name), judge, relations: broken.some((each) => each !== undefined) };
}

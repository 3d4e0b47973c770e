/**
 * Relations that must hold: what a check costs, whether it raises false alarms, and whether known bugs get the name of
 * their pass.
 *
 * `cgfuzz target build clang-19 --profile patched --patches lab/planted/debug` makes a build whose passes look at debug
 * information. With that build, the bench says which of these passes are shown.
 *
 * `PROGRAMS` in the environment is the number of loom's programs for each compiler (40). `COMPILERS`, with semicolons,
 * replaces the list of compilers. A signature in docs/known.json is no false alarm; look at any other.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantNames } from '../lab/planted/names.ts';
import { choosingArgs } from '../lab/planted/switches.ts';
import { cacheFolder, familyOfName } from '../src/build/index.ts';
import { KnownBugs } from '../src/finding/index.ts';
import { findSource } from '../src/generators/index.ts';
import { type CompilerConfiguration, Laboratory, parseMatrix } from '../src/laboratory/index.ts';
import { checkRelation, drawRelation, inspectRelation, isBroken } from '../src/oracle/index.ts';
import { differenceIn, objectPartsOf } from '../src/oracle/invariance/object-parts.ts';
import { type Program, programKey, programOf } from '../src/program/index.ts';
import { findBuiltByName } from '../src/target/index.ts';
import { worldOf } from '../src/session/world.ts';
import { compilerArgsFor, openSource, type SourceDefinition } from '../src/source/index.ts';
import { root } from './campaigns/campaign-side.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';

const usual = `
gcc-12 -O1
gcc-12 -O2
clang-19-stock -O2
clang-19-stock -O2 --target=riscv64-linux-gnu
clang-19-stock -O1 --target=aarch64-linux-gnu
clang-19-stock -O2 --target=s390x-linux-gnu
`;

/** Trophies that a compiler of Debian 12 has, with the words that a report has to have. */
const planted = [
  {
    folder: 'gcc-null-dereference-warning',
    configuration: { compiler: 'gcc-12', args: ['-O1'] },
    added: ['-Wnull-dereference'],
    name: 'isolate-paths',
  },
  {
    folder: 'clang-profiling-debug-inlining',
    configuration: { compiler: 'clang-19-stock', args: ['-O2'] },
    added: ['-fdebug-info-for-profiling'],
    name: 'InlinerPass',
  },
] as const;

export const relations: Bench = {
  name: 'relations',
  question: 'what does a check of a relation cost, does it raise false alarms, and does it name the pass?',
  decision: 'the share of a campaign that relations get, and which ones are asked about',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const laboratory = await Laboratory.open(worldOf({ env: process.env }));
  try {
    yield* namedPasses(laboratory);
    yield* debugPlants(laboratory);
    yield* checks(laboratory);
  } finally {
    await laboratory.close();
  }
}

async function* namedPasses(laboratory: Laboratory): AsyncIterable<Measurement> {
  for (const { folder, configuration, added, name } of planted) {
    const program = programOf(readFileSync(join(root, 'docs/trophies', folder, 'reduced.c')));
    const relation = { way: 'options', added } as const;
    const beforeMs = laboratory.cpuMs;
    const found = await inspectRelation(laboratory, { program, configuration, relation });
    yield {
      name: `${folder}: its pass is named`,
      value: found?.signature.pass === name ? 1 : 0,
      unit: 'times of 1',
      goal: { atLeast: 1 },
      how: `${found?.signature.key ?? 'it holds'}; ${Math.round(laboratory.cpuMs - beforeMs)} ms of CPU`,
    };
  }
}

/** Passes that look at debug information, by the plants of lab/planted/debug. */
const plantedPasses: Readonly<Record<string, string>> = {
  'debug-combine-sink': 'InstCombinePass',
  'debug-cse-variable': 'EarlyCSEPass',
  'debug-gvn-instruction': 'GVNPass',
  'debug-licm-hoist': 'LICMPass',
};

/** The planted passes that `-g` shows, by programs of loom; nothing without a build that has them. */
async function* debugPlants(laboratory: Laboratory): AsyncIterable<Measurement> {
  const compiler = 'clang-19-patched+debug';
  if ((await findBuiltByName(compiler, cacheFolder(process.env))) === undefined) return;
  const definition = await findSource('loom language=c size=2KB without=int128', root);
  const programs = await programsOf(definition, 100);
  const beforeMs = laboratory.cpuMs;
  const told: string[] = [];
  let [shown, named] = [0, 0];
  const plants = plantNames('debug');
  for (const plant of plants) {
    const found = await firstDependence(laboratory, programs, (program) => ({
      compiler,
      args: ['-O2', ...choosingArgs(compiler, [plant]), ...compilerArgsFor(definition, program)],
    }));
    if (found !== undefined) shown++;
    if (found !== undefined && found.pass === plantedPasses[plant]) named++;
    told.push(`${plant}: ${found === undefined ? 'not shown' : `program ${found.program}, ${found.pass}`}`);
  }
  const how = `${told.join('; ')}; ${Math.round((laboratory.cpuMs - beforeMs) / 1_000)} CPU s`;
  const unit = `of ${plants.length}`;
  const goal = { atLeast: plants.length };
  yield {
    name: 'planted passes that look at debug information and are shown',
    value: shown,
    unit,
    goal,
    how,
  };
  yield { name: 'planted passes that look at debug information and are named', value: named, unit, how };
}

async function firstDependence(
  laboratory: Laboratory,
  programs: readonly Program[],
  asked: (program: Program) => CompilerConfiguration,
): Promise<{ readonly program: number; readonly pass: string | undefined } | undefined> {
  const relation = { way: 'options', added: ['-g'] } as const;
  for (const [at, program] of programs.entries()) {
    const found = await inspectRelation(laboratory, { program, configuration: asked(program), relation });
    if (found !== undefined) return { program: at + 1, pass: found.signature.pass };
  }
  return undefined;
}

interface Counted {
  asked: number;
  notAsked: number;
  readonly strange: string[];
  debugMs: number;
  debugBaseMs: number;
  compareMs: number;
  compared: number;
}

async function* checks(laboratory: Laboratory): AsyncIterable<Measurement> {
  const count = Number(process.env['PROGRAMS'] ?? 40);
  const matrix = parseMatrix((process.env['COMPILERS'] ?? usual).replaceAll(';', '\n'));
  const definition = await findSource('loom size=2KB without=int128', root);
  const programs = await programsOf(definition, count);
  const counted: Counted = {
    asked: 0,
    notAsked: 0,
    strange: [],
    debugMs: 0,
    debugBaseMs: 0,
    compareMs: 0,
    compared: 0,
  };
  for (const { compiler, args } of matrix)
    for (const program of programs) {
      const all = { compiler, args: [...args, ...compilerArgsFor(definition, program)] };
      await check(laboratory, program, all, counted);
    }
  const how = `${programs.length} programs of loom, ${matrix.length} compilers; ${counted.asked} checks, ${counted.notAsked} not asked`;
  const { strange, debugMs, debugBaseMs, compareMs, compared } = counted;
  yield {
    name: 'broken relations that nobody knows',
    value: strange.length,
    unit: 'checks',
    goal: { atMost: 0 },
    how: [how, ...strange].join('; '),
  };
  yield {
    name: '-g, against a compile',
    value: debugMs / debugBaseMs,
    unit: 'times',
    goal: { atMost: 1.1 },
    how,
  };
  yield { name: 'comparing two objects', value: compareMs / compared, unit: 'ms', goal: { atMost: 2 }, how };
}

async function check(
  laboratory: Laboratory,
  program: Program,
  configuration: CompilerConfiguration,
  counted: Counted,
): Promise<void> {
  const relation = drawRelation(familyOfName(configuration.compiler) ?? 'gcc', programKey(program));
  const [base] = await laboratory.compile(program, [configuration]);
  if (relation === undefined || base?.outcome !== 'ok') return;
  const beforeMs = laboratory.cpuMs;
  const answer = await checkRelation(laboratory, { program, configuration, relation }, base.output);
  counted[answer.kind === 'not-asked' ? 'notAsked' : 'asked']++;
  if (relation.added.join(' ') === '-g' && relation.way === 'options') {
    counted.debugMs += laboratory.cpuMs - beforeMs;
    counted.debugBaseMs += base.cpuMs + base.sharedCpuMs;
  }
  const startMs = cpuMs();
  const parts = objectPartsOf(base.output);
  if (parts !== undefined) differenceIn(parts, objectPartsOf(base.output)!);
  counted.compareMs += cpuMs() - startMs;
  counted.compared++;
  if (!isBroken(answer)) return;
  const found = await inspectRelation(laboratory, { program, configuration, relation });
  const key = found?.signature.key ?? `not again: ${JSON.stringify(relation)}`;
  if (known.find(key) === undefined) counted.strange.push(`${configuration.compiler}: ${key}`);
}

const known = KnownBugs.read(join(root, 'docs/known.json'));

async function programsOf(definition: SourceDefinition, count: number): Promise<Program[]> {
  const source = openSource(definition);
  const programs: Program[] = [];
  try {
    for (let seed = 0; programs.length < count; seed++) {
      const made = await source.run({ seed, limits: { maxTimeMs: 120_000 } });
      if (made.outcome === 'ok') programs.push(made.program);
    }
  } finally {
    await source.close();
  }
  return programs;
}

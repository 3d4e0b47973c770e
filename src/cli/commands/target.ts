/**
 * `cgfuzz target`: builds, lists and checks targets; names edges, and compares what two campaigns reached.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type CheckResult,
  type FoundTarget,
  type OldBuild,
  buildGcc,
  buildTarget,
  checkTarget,
  compareLines,
  findBuilt,
  findBuiltGcc,
  findTarget,
  gccProfileNames,
  lcovOf,
  listBuilt,
  listBuiltGcc,
  listOldBuilds,
  listOldGcc,
  nameOfGccSpec,
  nameOfSpec,
  prepareRuntime,
  profileNames,
  readLcov,
  removeBuild,
  stockName,
} from '../../target/index.ts';
import { addableCompilers, cacheFolder, findProgram, stockCompilers } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import { defineCommand, exitCodes, type Command, type Context } from '../command.ts';
import { findAction } from '../find-action.ts';
import { integerFlag, oneOfFlag, switchFlag, textFlag, type Flags } from '../flags/flags.ts';
import { readInput } from '../read-input.ts';
import { gccToBuild, targetToBuild, USUAL_PROFILE } from '../../session/target-to-build.ts';
import { showProgress } from '../progress/show-progress.ts';
import { worldOf } from '../../session/world.ts';

const flags = {
  profile: textFlag({
    doc: `how much is instrumented: of LLVM ${profileNames.join(', ')}; of GCC ${gccProfileNames.join(', ')}`,
    category: 'Build',
    default: undefined,
    defaultDoc: `the profile in the name of the target, or ${USUAL_PROFILE}`,
    valueName: 'NAME',
    completion: profileNames,
  }),
  coverage: oneOfFlag({
    doc: 'what is seen: edges (fastest), or comparisons as well',
    category: 'Build',
    names: ['edges', 'edges+cmp'],
    default: 'edges',
  }),
  patches: textFlag({
    doc: 'a patch to the source of LLVM or GCC, or a folder with some: the build has them, and its name ends with +NAME',
    more: 'Patches are .patch files as git diff writes them, and change .cpp files below llvm/lib, or .cc files below gcc. Only these files are compiled anew. With --profile patched they are all that is instrumented: the search looks at the change.',
    category: 'Build',
    default: undefined,
    valueName: 'PATH',
    completion: 'file',
  }),
  'no-assertions': switchFlag({
    doc: 'leave the assertions of the compiler out: faster, finds less',
    category: 'Build',
  }),
  'llvm-config': textFlag({
    doc: 'an LLVM of your own: the program llvm-config of its build; with --source',
    category: 'Build',
    default: undefined,
    valueName: 'PATH',
    completion: 'file',
  }),
  source: textFlag({
    doc: 'with --llvm-config: the source of that LLVM, a folder with llvm and clang in it',
    category: 'Build',
    default: undefined,
    valueName: 'DIR',
    completion: 'folder',
  }),
  'gcc-source': textFlag({
    doc: 'a GCC of your own: the folder with its source, gcc and libcpp in it',
    category: 'Build',
    default: undefined,
    valueName: 'DIR',
    completion: 'folder',
  }),
  jobs: integerFlag({
    doc: 'files compiled at the same time',
    category: 'Build',
    default: undefined,
    defaultDoc: 'one for each core',
    min: 1,
    max: 1_024,
    short: 'j',
  }),
  verbose: switchFlag({ doc: 'a line for each file', category: 'Build', short: 'v' }),
  input: textFlag({
    doc: 'with check of a program: a file that it accepts',
    category: 'Check',
    default: undefined,
    valueName: 'FILE',
    completion: 'file',
  }),
  edges: textFlag({
    doc: 'a file with the numbers of edges, one a line; - for all',
    category: 'Names for edges',
    default: '-',
    valueName: 'FILE',
    completion: 'file',
  }),
  lcov: textFlag({
    doc: 'write the map as an lcov file instead of lines of text',
    category: 'Names for edges',
    default: undefined,
    valueName: 'FILE',
    completion: 'file',
  }),
} as const;

type Values = Flags<typeof flags>;
type Action = (context: Context, values: Values, args: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  build,
  list,
  clean,
  path: pathOf,
  check,
  symbolize,
  compare,
  runtime,
};

export const targetCommand: Command = defineCommand({
  details: [
    'A target is a compiler that takes programs and says what became of them. An instrumented target is clang with its',
    'optimiser compiled again so that it tells which of its code ran: build makes one from Debian packages and sources,',
    'keeps it under ~/.cache/cgfuzz, and goes on where it was interrupted. Profiles: starter (InstCombine, a minute or',
    'two), passes (all of the optimiser, a quarter of an hour), backends (besides, GlobalISel, AArch64 and RISC-V), full (all',
    'of the code generator). gcc-16 is built in the same way, and takes about 23 CPU minutes: passes is what works on GIMPLE.',
    'The compilers that Debian ships are targets as they are.',
    '',
    'Actions: build NAME (of a compiler, or as list shows it, with the profile: clang-19-starter); list; clean (removes builds of another cgfuzz or compiler); path NAME (of its program, with --patches as build takes them);',
    'check NAME (provokes every kind of crash, and shows that it is noticed; a program of yours needs --input FILE);',
    'symbolize NAME (edges to function, file, line); compare A.info B.info (two lcov files, line by line); runtime (the path',
    'of cgfuzz.o: linked where others put -fsanitize=fuzzer, it makes a target of a harness or a program).',
  ].join('\n'),
  parameters: [
    { name: 'ACTION', doc: Object.keys(actions).join(', '), completion: Object.keys(actions) },
    {
      name: 'NAME',
      doc: 'a target as in clang-19, clang-19-starter, clang-19-stock, gcc-12; or a file',
      optional: true,
      completion: 'target',
    },
    { name: 'OTHER', doc: 'the second file to compare', optional: true, completion: 'file' },
  ],
  flags,
  verbs: {
    build: [
      'profile',
      'coverage',
      'patches',
      'no-assertions',
      'llvm-config',
      'source',
      'gcc-source',
      'jobs',
      'verbose',
    ],
    list: [],
    clean: [],
    path: ['profile', 'coverage', 'patches', 'no-assertions', 'llvm-config', 'source', 'gcc-source'],
    check: ['input'],
    symbolize: ['edges', 'lcov'],
    compare: [],
    runtime: [],
  },
  examples: [
    ['target build clang-19 --profile passes', 'build an instrumented clang 19'],
    [
      'target build mine --llvm-config ~/llvm/build/bin/llvm-config --source ~/llvm',
      'instrument an LLVM of your own; the target is called mine',
    ],
    ['target build gcc-16', 'build an instrumented gcc 16: the target gcc-16-passes'],
    [
      'target build riscv64-linux-gnu-gcc-16 --profile full',
      'the same for another machine, with its back end',
    ],
    ['target check clang-19', 'show that crashes, hangs and the like are noticed'],
    ['target check ./parser_fuzzer --input good.json', 'show that a program of yours can be fuzzed'],
    ['target list', 'what is built, what is installed'],
    ['target clean', 'remove what another cgfuzz or compiler left'],
    [
      'target symbolize clang-19 --edges reached.txt --lcov reached.info',
      'what a campaign reached, for genhtml',
    ],
    ['target compare monday.info tuesday.info', 'lines that only one of two campaigns reached'],
  ],
  run(context, values, [action = '', ...args]) {
    return findAction(actions, action)(context, values, args);
  },
});

function needed(args: readonly string[], what: string, index = 0): string {
  const word = args[index];
  if (word === undefined)
    throw new UserError(`${what} is missing`, ['for example: cgfuzz target build clang-19']);
  return word;
}

async function build(context: Context, values: Values, args: readonly string[]): Promise<number> {
  const name = needed(args, 'the name of the target');
  const gcc = await gccToBuild(context, values, name);
  const startedMs = context.monotonicMs();
  const progress = showProgress(context, values.verbose);
  const options = {
    cache: cacheFolder(context.env),
    nowMs: context.monotonicMs,
    signal: context.signal,
    onProgress: progress.show,
    ...(values.jobs === undefined ? {} : { jobs: values.jobs }),
  };
  const built = gcc
    ? await buildGcc(gcc, { ...options, searchPath: worldOf(context).searchPath })
    : await buildTarget(await targetToBuild(context, values, name), options);
  progress.end();
  context.stdout(
    `${built.name} is ready (${((context.monotonicMs() - startedMs) / 1_000).toFixed(1)} s): ${built.file}\n`,
  );
  return exitCodes.ok;
}

async function list(context: Context): Promise<number> {
  const { cache, searchPath } = worldOf(context);
  const old = await oldBuildsIn(cache);
  const oldFiles = new Set(old.map(({ file }) => file));
  const ready = [...listBuilt(cache), ...listBuiltGcc(cache)].filter(({ file }) => !oldFiles.has(file));
  const rows = ready.map(({ name }) => row(name, 'instrumented, ready'));
  for (const name of new Set(old.map((each) => each.name)))
    if (!ready.some((each) => each.name === name))
      rows.push(row(name, 'instrumented, of another cgfuzz or compiler: build it again'));
  if (rows.length === 0)
    rows.push('no instrumented target is built; one is made by: cgfuzz target build clang-19');
  for (const compiler of stockCompilers) {
    const there = findProgram(compiler.name, searchPath) !== undefined;
    rows.push(
      row(
        stockName(compiler),
        `as Debian ships it, ${there ? 'ready' : `not here: ${howToGet(compiler.name)}`}`,
      ),
    );
  }
  context.stdout(`${rows.join('\n')}\n`);
  if (old.length > 0)
    context.stdout(
      `\n${old.length} builds of another cgfuzz or compiler, ${megabytes(old)} MB; to remove them: cgfuzz target clean\n`,
    );
  return exitCodes.ok;
}

/** A release of Debian has two or three versions of a compiler; every version can be added. */
function howToGet(compiler: string): string {
  return addableCompilers.includes(compiler)
    ? `cgfuzz compiler add ${compiler}`
    : `sudo apt-get install ${compiler}`;
}

function row(name: string, what: string): string {
  return `${name.padEnd(36)} ${what}`;
}

function megabytes(builds: readonly OldBuild[]): number {
  return Math.round(builds.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
}

async function oldBuildsIn(cache: string): Promise<OldBuild[]> {
  return [...(await listOldBuilds(cache)), ...listOldGcc(cache)];
}

async function clean(context: Context): Promise<number> {
  const old = await oldBuildsIn(cacheFolder(context.env));
  const removed: OldBuild[] = [];
  for (const each of old) {
    if (removeBuild(each)) removed.push(each);
    else context.stdout(`in use, not removed: ${each.folder}\n`);
  }
  context.stdout(`removed ${removed.length} builds, ${megabytes(removed)} MB\n`);
  return exitCodes.ok;
}

async function pathOf(context: Context, values: Values, args: readonly string[]): Promise<number> {
  const name = needed(args, 'the name of the target');
  if (values.patches === undefined) {
    context.stdout(`${(await findTarget(name, worldOf(context))).program}\n`);
    return exitCodes.ok;
  }
  const cache = cacheFolder(context.env);
  const gcc = await gccToBuild(context, values, name);
  const spec = gcc ?? (await targetToBuild(context, values, name));
  const built = 'gccVersion' in spec ? findBuiltGcc(spec, cache) : await findBuilt(spec, cache);
  if (built === undefined) {
    const profile = values.profile === undefined ? '' : ` --profile ${values.profile}`;
    const how = `cgfuzz target build ${name}${profile} --patches ${values.patches}`;
    const called = 'gccVersion' in spec ? nameOfGccSpec(spec) : nameOfSpec(spec);
    throw new UserError(`${called} is not built with the patches as they are now`, [`build it with: ${how}`]);
  }
  context.stdout(`${built.file}\n`);
  return exitCodes.ok;
}

async function runtime(context: Context): Promise<number> {
  context.stdout(`${await prepareRuntime(worldOf(context))}\n`);
  return exitCodes.ok;
}

async function check(context: Context, { input }: Values, args: readonly string[]): Promise<number> {
  const found = await findTarget(needed(args, 'the name of the target'), worldOf(context));
  if (found.check === undefined) return checkCompiler(context, found);
  if (input === undefined)
    throw new UserError('no input is named that the program accepts', ['name one: --input FILE']);
  context.stdout(`${found.name}\n`);
  for (const note of found.notes ?? []) context.stdout(`  ${note}\n`);
  return tellChecks(context, found.check(readInput(context.cwd, input)));
}

async function checkCompiler(context: Context, found: FoundTarget): Promise<number> {
  const target = await found.open();
  try {
    const { family } = target.compiler ?? {};
    const instrumented = family === 'gcc' ? 'instrumented-gcc' : 'instrumented';
    const stock = family === 'clang' ? 'clang' : 'other';
    const kind = target.coverage === undefined ? stock : instrumented;
    context.stdout(`${target.name}\n`);
    return await tellChecks(context, checkTarget(target, kind));
  } finally {
    await target.close();
  }
}

async function tellChecks(context: Context, results: AsyncIterable<CheckResult>): Promise<number> {
  let failures = 0;
  for await (const { name, passed, told } of results) {
    if (!passed) failures++;
    context.stdout(`${passed ? '  ok   ' : '  FAIL '} ${name.padEnd(56)} ${told}\n`);
  }
  return failures === 0 ? exitCodes.ok : exitCodes.found;
}

async function symbolize(context: Context, values: Values, args: readonly string[]): Promise<number> {
  const name = needed(args, 'the name of the target');
  const world = worldOf(context);
  const names = await (await findTarget(name, world)).names?.(world);
  if (names === undefined)
    throw new UserError(`${name} has no edges: it is not instrumented`, [
      'build one: cgfuzz target build clang-19',
    ]);
  const edges = values.edges === '-' ? undefined : edgesIn(context, values.edges, names.count);
  if (values.lcov !== undefined) {
    writeFileSync(resolve(context.cwd, values.lcov), lcovOf(names, edges ?? []));
    context.stdout(`wrote ${values.lcov}: ${edges?.length ?? 0} of ${names.count} edges reached\n`);
    return exitCodes.ok;
  }
  const lines: string[] = [];
  for (const edge of edges ?? Array.from({ length: names.count }, (_, index) => index)) {
    const { function: inFunction, file, line } = names.place(edge);
    lines.push(`${edge}\t${inFunction || '?'}\t${file || '?'}:${line}`);
  }
  context.stdout(`${lines.join('\n')}\n`);
  return exitCodes.ok;
}

function edgesIn(context: Context, path: string, count: number): number[] {
  const words = Buffer.from(readInput(context.cwd, path))
    .toString()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.map((word) => {
    const edge = Number(word);
    if (Number.isInteger(edge) && edge >= 0 && edge < count) return edge;
    throw new UserError(`${path} holds "${word.slice(0, 40)}", which is no edge`, [
      `edges are whole numbers from 0 to ${count - 1}`,
    ]);
  });
}

async function compare(context: Context, _values: Values, args: readonly string[]): Promise<number> {
  const [first, second] = [needed(args, 'the first lcov file'), needed(args, 'the second lcov file', 1)];
  const read = async (path: string): ReturnType<typeof readLcov> =>
    readLcov(Buffer.from(readInput(context.cwd, path)).toString());
  const { both, onlyFirst, onlySecond } = compareLines(await read(first), await read(second));
  const shown = (title: string, files: typeof onlyFirst): string[] => [
    `${title}: ${files.reduce((sum, { lines }) => sum + lines.length, 0)} lines`,
    ...files.map(({ file, lines }) => `  ${file}: ${ranges(lines)}`),
  ];
  context.stdout(
    [
      `in both: ${both} lines`,
      ...shown(`only in ${first}`, onlyFirst),
      ...shown(`only in ${second}`, onlySecond),
      '',
    ].join('\n'),
  );
  return exitCodes.ok;
}

/** 1-3, 7, 9-10 */
function ranges(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * Sanitizers under test: a program does one undefined thing on purpose, and names its kind. The report must come at
 * each level.
 *
 * Invariant: if no build reports the fault, nothing is known. Perhaps the program is defined, or the sanitizer does not
 * run here.
 */
import { driverFor, familyOfName, findProgram, installedOnly, newestCompiler } from '../../build/index.ts';
import {
  languageArgs,
  plantedHead,
  plantedIn,
  type PlantedKind,
  plantedKinds,
  type PlantedSanitizer,
  type Program,
  programOf,
} from '../../program/index.ts';
import { type CompilerConfiguration, type Laboratory } from '../../laboratory/index.ts';
import { stockName } from '../../target/index.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { checkLimits, withoutLeaks } from '../validity/validity.ts';

const LEVELS = ['-O0', '-O1', '-O2', '-O3'] as const;

/** Patterns of the reports of each kind: extended regular expressions, also for `grep -E`. */
const reports: Readonly<Record<PlantedKind, string>> = {
  shift: 'shift exponent|left shift of',
  division: 'division by zero',
  overflow: 'signed integer overflow|cannot be represented in type',
  bounds: 'out of bounds for type|out-of-bounds',
  null: 'null pointer of type',
  alignment: 'misaligned address',
  bool: 'not a valid value for type',
  unreachable: 'unreachable program point',
  scope: 'stack-use-after-scope',
  freed: 'heap-use-after-free',
  heap: 'heap-buffer-overflow',
  stack: 'stack-buffer-overflow',
  uninitialised: 'use-of-uninitialized-value',
};

export function patternOfReport(kind: PlantedKind): string {
  return reports[kind];
}

/** The answer of one build. */
export type Reporting =
  /** `told` is the kind of the report, or the words of a report that belongs to no kind. */
  { readonly kind: 'reported' | 'another'; readonly told: string } | { readonly kind: 'silent' };

export interface UnreportedFound {
  readonly signature: Signature;
  /** The build without a right report. */
  readonly configuration: CompilerConfiguration;
  /** A build that reports the fault. */
  readonly reporting: CompilerConfiguration;
  /** For people. */
  readonly says: string;
}

/** Asks at one level, which the program's size tells, and at all levels only if the report is not there. */
export async function inspectOneLevel(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
): Promise<UnreportedFound | 'right' | undefined> {
  const kind = plantedIn(program);
  if (kind === undefined) return undefined;
  const [answer] = await reportsOf(laboratory, program, [sanitized(asked, levelFor(program), kind)], kind);
  if (answer?.kind === 'reported') return 'right';
  return answer === undefined ? undefined : inspectUnreported(laboratory, program, asked);
}

function levelFor({ files }: Program): (typeof LEVELS)[number] {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return LEVELS[size % LEVELS.length]!;
}

/** Undefined if nothing is known. */
export async function inspectUnreported(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
): Promise<UnreportedFound | 'right' | undefined> {
  const kind = plantedIn(program);
  const family = familyOfName(asked.compiler);
  if (kind === undefined || family === undefined) return undefined;
  const configurations = LEVELS.map((level) => sanitized(asked, level, kind));
  const answers = await reportsOf(laboratory, program, configurations, kind);
  const bad = answers.findIndex((each) => each !== undefined && each.kind !== 'reported');
  if (bad < 0) return answers.includes(undefined) ? undefined : 'right';
  const good = answers.findIndex((each) => each?.kind === 'reported');
  const other = good < 0 ? otherFamily(laboratory, asked, kind) : undefined;
  const reporting = good < 0 ? other : configurations[good];
  if (reporting === undefined) return undefined;
  if (good < 0) {
    const [there] = await reportsOf(laboratory, program, [reporting], kind);
    if (there?.kind !== 'reported') return undefined;
  }
  const answer = answers[bad]!;
  const how = answer.kind === 'another' ? `${kind} as ${answer.told}` : kind;
  const key = ['unreported', `${family} ${how}`, LEVELS[bad]].join(' | ');
  return {
    signature: { kind: 'unreported', key, message: '', frames: [], pass: undefined },
    configuration: configurations[bad]!,
    reporting,
    says: answer.kind === 'another' ? `the report is of another kind: ${answer.told}` : 'there is no report',
  };
}

/** Says if builds with sanitizers report a fault of a kind; undefined for a build that did not run to an end. */
export async function reportsOf(
  laboratory: Laboratory,
  program: Program,
  configurations: readonly CompilerConfiguration[],
  kind: PlantedKind,
): Promise<(Reporting | undefined)[]> {
  const executions = await laboratory.compile(program, configurations);
  const answers: (Reporting | undefined)[] = [];
  for (const [index, configuration] of configurations.entries()) {
    const execution = executions[index];
    const linker = linkerFor(laboratory, program, configuration);
    if (execution?.outcome !== 'ok' || linker === undefined) {
      answers.push(undefined);
      continue;
    }
    const { args } = configuration;
    const beside = { ...configuration, args: languageArgs(args) };
    const options = { linker, runner: withoutLeaks, limits: checkLimits, beside };
    const { run } = await laboratory.linking.link(execution.output, program, options);
    answers.push(run === undefined || run.end === 'timeout' ? undefined : readReport(run.stderr, kind));
  }
  return answers;
}

/** The first report counts: after it the program is over. */
function readReport(stderr: string, kind: PlantedKind): Reporting {
  const line = /^.*(?:runtime error|ERROR: AddressSanitizer|WARNING: MemorySanitizer): .*$/m.exec(
    stderr,
  )?.[0];
  if (line === undefined) return { kind: 'silent' };
  const told = Object.entries(reports).find(([, pattern]) => new RegExp(pattern).test(line))?.[0];
  return told === kind
    ? { kind: 'reported', told }
    : { kind: 'another', told: told ?? 'no kind of the table' };
}

const flagsOf: Readonly<Record<PlantedSanitizer, readonly string[]>> = {
  undefined: ['-fsanitize=undefined', '-fno-sanitize-recover=all'],
  address: ['-fsanitize=address'],
  memory: ['-fsanitize=memory'],
};

function sanitized(
  { compiler, args }: CompilerConfiguration,
  level: string,
  kind: PlantedKind,
): CompilerConfiguration {
  return { compiler, args: [...languageArgs(args), level, ...flagsOf[plantedKinds[kind]]] };
}

/** The libraries of a sanitizer come from an installed compiler of the family. */
function linkerFor(
  { world }: Laboratory,
  { language }: Program,
  { compiler, args }: CompilerConfiguration,
): readonly string[] | undefined {
  const family = familyOfName(compiler);
  const installed = family === undefined ? undefined : newestCompiler(family, world.searchPath)?.name;
  if (installed === undefined) return undefined;
  const path = findProgram(driverFor(installed, language), installedOnly(world.searchPath));
  return path === undefined ? undefined : [path, ...args.filter((each) => each.startsWith('-fsanitize='))];
}

/** gcc has no sanitizer of memory. */
function otherFamily(
  { world }: Laboratory,
  asked: CompilerConfiguration,
  kind: PlantedKind,
): CompilerConfiguration | undefined {
  const other = familyOfName(asked.compiler) === 'gcc' ? 'clang' : 'gcc';
  const found = newestCompiler(other, world.searchPath);
  if (found === undefined || isUnknownTo(other, kind)) return undefined;
  return sanitized({ compiler: stockName(found), args: asked.args }, '-O0', kind);
}

export function isUnknownTo(compiler: string, kind: PlantedKind): boolean {
  return plantedKinds[kind] === 'memory' && (familyOfName(compiler) ?? compiler) === 'gcc';
}

/** A fault for each sanitizer that any compiler reports. */
const examples: Readonly<Record<PlantedSanitizer, readonly [PlantedKind, string]>> = {
  undefined: ['overflow', 'int x = 2147483647; return x + count == 0;'],
  address: ['stack', 'char q[8] = {0}; char *volatile p = q; return p[count + 7];'],
  memory: ['uninitialised', 'int q; int *volatile p = &q; return *p ? 1 : 0;'],
};

/** Undefined if the sanitizer's reports are seen here; otherwise the reason. */
export async function findSanitizerBlindness(
  laboratory: Laboratory,
  asked: CompilerConfiguration,
  sanitizer: PlantedSanitizer,
): Promise<string | undefined> {
  const [kind, body] = examples[sanitizer];
  const example = programOf(`${plantedHead(kind)}int main(int count, char **words) { ${body} }\n`);
  const plain = sanitized({ ...asked, args: [] }, '-O0', kind);
  const [answer] = await reportsOf(laboratory, example, [plain], kind);
  if (answer?.kind === 'reported') return undefined;
  return `programs of ${asked.compiler} with -fsanitize=${sanitizer} report nothing here`;
}

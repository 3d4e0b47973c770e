/**
 * Proof that a person's program can be a target. It shows that an input is accepted, that coverage is stable
 * and has names, and that provoked bad ends are noticed.
 */
import { type Program, programOf } from '../../program/index.ts';
import {
  type Execution,
  type ExecutionLimits,
  type OutcomeKind,
  usualExecutionLimits,
} from '../../serve/index.ts';
import type { CheckResult } from '../check.ts';
import type { EdgeNames } from '../features/edge-names.ts';
import type { Target } from '../target.ts';
import type { Sanitizer } from './recognise.ts';

export interface CheckedExecutable {
  readonly input: Uint8Array;
  readonly sanitizers: readonly Sanitizer[];
  /** Starts the program; a provoked end comes before it reads its input. */
  readonly open: (provoked?: string) => Promise<Target>;
  readonly names: (() => Promise<EdgeNames>) | undefined;
  /** True if it lacks our runtime, which provokes bad ends. */
  readonly provokesNothing?: boolean;
}

interface Provoked {
  readonly what: string;
  readonly name: string;
  readonly expected: readonly OutcomeKind[];
  readonly limits?: Partial<ExecutionLimits>;
}

const ends: readonly Provoked[] = [
  { what: 'abort', name: 'an abort', expected: ['signal'] },
  { what: 'segv', name: 'an access to no memory', expected: ['signal'] },
  { what: 'overflow', name: 'a stack overflow', expected: ['stack-overflow'] },
  { what: 'exit', name: 'an exit with code 3', expected: ['rejected'] },
  { what: 'hang', name: 'an endless loop', expected: ['hang'], limits: { cpuMs: 500, wallMs: 60_000 } },
  {
    what: 'memory',
    name: 'an endless allocation',
    expected: ['out-of-memory'],
    limits: { memoryBytes: 300e6 },
  },
];
const report: Provoked = { what: 'report', name: 'a report of the sanitizer', expected: ['signal'] };

const PROCESSES = 3;
const EXECUTIONS = 20;

export async function* checkExecutable(checked: CheckedExecutable): AsyncGenerator<CheckResult> {
  const program = programOf(checked.input, 'text');
  const target = await checked.open();
  try {
    const execution = await run(target, program);
    yield {
      name: 'accepts the input',
      passed: execution.outcome === 'ok',
      told: `${toldOf(execution)}, ${execution.cpuMs.toFixed(2)} ms of CPU time`,
    };
    if (target.coverage === undefined) {
      yield { name: 'shows coverage', passed: true, told: 'no: crashes, hangs and memory are seen' };
      return;
    }
    yield await checkFeatures(checked, program);
    if (checked.names !== undefined) yield checkNames(await checked.names());
  } finally {
    await target.close();
  }
  if (checked.provokesNothing === true) return;
  const provoked = checked.sanitizers.includes('asan') ? [...ends, report] : ends;
  for (const end of provoked) yield await checkEnd(checked, program, end);
}

async function checkFeatures(checked: CheckedExecutable, program: Program): Promise<CheckResult> {
  const hashes = new Set<bigint | undefined>();
  let hits = 0;
  for (let process = 0; process < PROCESSES; process++) {
    const target = await checked.open();
    try {
      for (let time = process; time < EXECUTIONS; time += PROCESSES) {
        const { features } = await run(target, program);
        hashes.add(features?.hash);
        hits = features?.hitCount ?? 0;
      }
    } finally {
      await target.close();
    }
  }
  const times = `${hashes.size} sets of ${hits} features in ${EXECUTIONS} executions`;
  return {
    name: `shows the same coverage each time, in ${PROCESSES} processes`,
    passed: hits > 0 && hashes.size === 1,
    told:
      hits === 0
        ? 'none: compile its code with -fsanitize=fuzzer-no-link, or as its runner says'
        : hashes.size === 1
          ? `${hits} features`
          : `${times}: what comes and goes is left out in a campaign`,
  };
}

function checkNames(names: EdgeNames): CheckResult {
  const places = Array.from({ length: names.count }, (_, edge) => names.place(edge));
  const withLine = places.filter(({ line }) => line > 0).length;
  const passed = withLine > names.count / 2;
  return {
    name: 'has names and lines for its edges',
    passed,
    told: passed
      ? `${names.count} edges`
      : `${withLine} of ${names.count} edges have a line: compile with -g and -fsanitize-coverage=pc-table`,
  };
}

async function checkEnd(
  { open }: CheckedExecutable,
  program: Program,
  { what, name, expected, limits }: Provoked,
): Promise<CheckResult> {
  const target = await open(what);
  try {
    const execution = await run(target, program, limits);
    const passed = expected.includes(execution.outcome);
    return {
      name,
      passed,
      told: passed ? toldOf(execution) : `expected ${expected.join(' or ')}, got ${toldOf(execution)}`,
    };
  } finally {
    await target.close();
  }
}

async function run(
  target: Target,
  program: Program,
  limits: Partial<ExecutionLimits> = {},
): Promise<Execution> {
  const [execution] = await target.execute({
    program,
    configurations: [{ args: [], emit: 'nothing' }],
    limits: { ...usualExecutionLimits, ...limits },
    remember: false,
  });
  if (execution === undefined) throw new Error('a target gave no answer');
  return execution;
}

function toldOf({ outcome, exitCode, text }: Execution): string {
  const code = outcome === 'rejected' && exitCode > 0 ? ` with code ${exitCode}` : '';
  const said = text
    .trim()
    .split('\n')
    .find((line) => !/^=+$/.test(line));
  return [`${outcome}${code}`, said?.slice(0, 70)].filter(Boolean).join(': ');
}

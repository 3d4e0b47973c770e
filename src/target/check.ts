/**
 * Proof that a target notices failures: known programs, and every kind of bad end, provoked for real.
 *
 * Invariant: only the outcome decides about a case, seen through the same interface as in the fuzzing loop.
 */
import { programOf, type Language } from '../program/index.ts';
import {
  type Execution,
  type ExecutionLimits,
  type OutcomeKind,
  usualExecutionLimits,
} from '../serve/index.ts';
import type { Target } from './target.ts';

export interface CheckCase {
  readonly name: string;
  readonly source: string;
  readonly language?: Language;
  readonly args?: readonly string[];
  readonly limits?: Partial<ExecutionLimits>;
  readonly expected: readonly OutcomeKind[];
  /** A pattern that the text must hold. */
  readonly says?: RegExp;
}

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  /** One line for people. */
  readonly told: string;
}

const loop = 'int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }\n';
/** The clock is only a last resort: a run that it ends is killed, and leaves no stack. */
const soon: Partial<ExecutionLimits> = { cpuMs: 1_000, wallMs: 120_000 };

const everywhere: readonly CheckCase[] = [
  { name: 'compiles a small function', source: loop, expected: ['ok'] },
  {
    name: 'refuses what is no C',
    source: 'int f( {',
    expected: ['rejected'],
    says: /expected|declaration|identifier/,
  },
  {
    name: 'refuses unknown flags',
    source: loop,
    args: ['-O2', '--no-such-flag-as-this'],
    expected: ['rejected'],
    says: /no-such-flag-as-this/,
  },
];

const hungry = 'int a[600000000] = { 1, [599999999] = 2 };\n';
const endless =
  'constexpr int f() { int i = 0; while (i < 2000000000) ++i; return i; }\nconstexpr int y = f();\n';
const debug = (what: string): string => `int before;\n#pragma clang __debug ${what}\nint after;\n`;

const stockClang: readonly CheckCase[] = [
  {
    name: 'a fatal error',
    source: debug('llvm_fatal_error'),
    expected: ['fatal-error'],
    says: /llvm_fatal_error/,
  },
  { name: 'a crash', source: debug('crash'), expected: ['signal'] },
  {
    name: 'a program that eats memory',
    source: hungry,
    limits: { memoryBytes: 400e6 },
    expected: ['out-of-memory'],
  },
  {
    name: 'a program that takes too long',
    source: endless,
    language: 'c++',
    args: ['-std=c++17', '-fconstexpr-steps=4294967295'],
    limits: soon,
    expected: ['hang'],
  },
];

const instrumented: readonly CheckCase[] = [
  ...stockClang,
  {
    name: 'an assertion of the front end',
    source: debug('assert'),
    expected: ['assertion'],
    says: /This is an assertion/,
  },
  {
    name: 'llvm_unreachable',
    source: debug('llvm_unreachable'),
    expected: ['assertion'],
    says: /UNREACHABLE.*llvm_unreachable/,
  },
  { name: 'a stack overflow', source: debug('overflow_stack'), expected: ['stack-overflow'] },
  {
    name: 'a failed assert()',
    source: loop,
    args: ['-mllvm', '-cgfuzz-provoke=assertion'],
    expected: ['assertion'],
    says: /Assertion `.*provoked.* failed/,
  },
  {
    name: 'an endless loop',
    source: loop,
    args: ['-mllvm', '-cgfuzz-provoke=hang'],
    limits: soon,
    expected: ['hang'],
  },
  {
    name: 'an endless allocation',
    source: loop,
    args: ['-mllvm', '-cgfuzz-provoke=memory'],
    limits: { memoryBytes: 300e6 },
    expected: ['out-of-memory'],
  },
];

/**
 * Arguments that only GCC's server knows: at the start of the optimiser they lead to a real end of this kind.
 */
const provoked = (how: string): readonly string[] => ['-O1', `-cgfuzz-provoke=${how}`];

const instrumentedGcc: readonly CheckCase[] = [
  {
    name: 'a failed assertion of the compiler',
    source: loop,
    args: provoked('assertion'),
    expected: ['assertion'],
    says: /internal compiler error: in \S+, at /,
  },
  { name: 'a crash', source: loop, args: provoked('signal'), expected: ['signal'] },
  { name: 'a stack overflow', source: loop, args: provoked('overflow'), expected: ['stack-overflow'] },
  { name: 'an endless loop', source: loop, args: provoked('hang'), limits: soon, expected: ['hang'] },
  {
    name: 'an endless allocation',
    source: loop,
    args: provoked('memory'),
    limits: { memoryBytes: 300e6 },
    expected: ['out-of-memory'],
  },
];

export type CheckKind = 'instrumented' | 'instrumented-gcc' | 'clang' | 'other';

const casesOf: Readonly<Record<CheckKind, readonly CheckCase[]>> = {
  instrumented,
  'instrumented-gcc': instrumentedGcc,
  clang: stockClang,
  other: [],
};

export function casesFor(kind: CheckKind): readonly CheckCase[] {
  return [...everywhere, ...casesOf[kind]];
}

export async function* checkTarget(target: Target, kind: CheckKind): AsyncGenerator<CheckResult> {
  for (const each of casesFor(kind)) {
    const execution = await run(target, each);
    const asExpected = each.expected.includes(execution.outcome) && (each.says?.test(execution.text) ?? true);
    const isCrash = each.expected[0] !== 'ok' && each.expected[0] !== 'rejected';
    // GCC says that it has no memory, and ends by itself.
    const stack =
      isCrash &&
      (kind === 'instrumented' || (kind === 'instrumented-gcc' && each.expected[0] !== 'out-of-memory'));
    const passed = asExpected && (!stack || execution.stack.length > 0);
    const seen = [execution.outcome, execution.text.trim().split('\n')[0]?.slice(0, 70)]
      .filter(Boolean)
      .join(': ');
    yield {
      name: each.name,
      passed,
      told: passed
        ? seen
        : asExpected
          ? `expected a stack with it, got ${seen}`
          : `expected ${each.expected.join(' or ')}, got ${seen}`,
    };
  }
  if (target.coverage !== undefined) yield checkCoverage(target);
}

async function run(target: Target, { source, language, args, limits }: CheckCase): Promise<Execution> {
  const [execution] = await target.execute({
    program: programOf(source, language),
    configurations: [{ args: args ?? ['-O1'], emit: 'object' }],
    limits: { ...usualExecutionLimits, ...limits },
    remember: false,
  });
  if (!execution) throw new Error('a target gave no answer');
  return execution;
}

async function checkCoverage(target: Target): Promise<CheckResult> {
  const optimised = { name: '', source: loop, args: ['-O2'], expected: [] } as const;
  const [first, again, other] = [
    await run(target, optimised),
    await run(target, optimised),
    await run(target, { ...optimised, args: ['-O0'] }),
  ];
  const hits = first.features?.hitCount ?? 0;
  const passed =
    hits > 100 &&
    first.features?.hash === again.features?.hash &&
    first.features?.hash !== other.features?.hash;
  return {
    name: 'coverage is there, the same twice, and different for -O0',
    passed,
    told: `${hits} features`,
  };
}

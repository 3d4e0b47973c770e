/**
 * Tests whether comparing can tell right from wrong here: on this machine, with these compilers, in this
 * sandbox.
 *
 * If the sandbox is broken or the linker is missing, no comparison finds a difference, and nobody sees why.
 * So one small program goes through all steps with every compiler of the matrix. The first compiler also
 * compiles the program with a definition that changes its output. The comparison must call only that build wrong.
 */
import { bareUnit, familyOfName, ispcCompiler, otherMachineOf } from '../../build/index.ts';
import { type Program, programOf, type Truth } from '../../program/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { type CompilerConfiguration, labelOf } from '../../laboratory/index.ts';
import { describeRun, type Verdict } from './vote.ts';
import { compare, type Comparison } from './wrong-code.ts';

/** The program has no headers, since this test does not know a source's flags for headers. */
const plainProgram = programOf(`int printf(const char *, ...);
#ifdef CGFUZZ_WRONG
#define SUM 41
#else
#define SUM 42
#endif
int main(void) {
  printf("checksum = %d\\n", SUM);
  return 0;
}
`);

const ispcText = `extern uniform int32 sum;
export void count() {
  int32 own = 0;
  foreach (i = 0 ... 12) own += 3;
#ifndef CGFUZZ_WRONG
  own += programIndex == 0 ? 6 : 0;
#endif
  sum = reduce_add(own);
}
`;
const ispcDriver = `int printf(const char *, ...);
int sum;
void count(void);
int main(void) {
  count();
  printf("checksum = %d\\n", sum);
  return 0;
}
`;

/** The same in the language of `ispc`, which needs a driver in C. */
const ispcProgram: Program = {
  ...programOf(ispcText, 'ispc'),
  files: [
    ...programOf(ispcText, 'ispc').files,
    { path: 'driver.c', bytes: new TextEncoder().encode(ispcDriver) },
  ],
  beside: ['driver.c'],
};

const truth: Truth = { kind: 'output', stdout: Buffer.from('checksum = 42\n') };

/** Undefined if the comparison can tell right from wrong; otherwise the reason why not. */
export async function findBlindness(
  laboratory: Laboratory,
  asked: readonly CompilerConfiguration[],
): Promise<string | undefined> {
  const { program, matrix } = forItsMachine(asked);
  const [first] = matrix;
  if (first === undefined) return 'there is no compiler to compare with';
  const wrong = { ...first, args: [...first.args, '-DCGFUZZ_WRONG'] };
  const comparison = await compare(laboratory, program, [...matrix, wrong], { truth });
  const { verdict } = comparison;
  const right = new Set(matrix.map(labelOf));
  const isTold =
    verdict.kind === 'differ' &&
    verdict.odd.every(({ labels }) => labels.every((label) => label === labelOf(wrong))) &&
    verdict.right.length >= Math.min(2, right.size) &&
    verdict.right.every((label) => right.has(label));
  return isTold ? undefined : whyBlind(comparison, verdict);
}

/** The compiler may have its own language. On a machine without an operating system the program needs a unit for output, and the compilers the processor. */
function forItsMachine(matrix: readonly CompilerConfiguration[]): Asked {
  const [first] = matrix;
  if (first !== undefined && familyOfName(first.compiler) === ispcCompiler.family)
    return { program: ispcProgram, matrix };
  const machine = first && otherMachineOf(first.compiler, first.args);
  if (machine?.bare === undefined) return { program: plainProgram, matrix };
  const { flag } = machine.bare;
  const unit = bareUnit(machine.triple);
  return {
    program: { ...plainProgram, files: [...plainProgram.files, unit], beside: [unit.path] },
    matrix: matrix.map(({ compiler, args }) => ({ compiler, args: [...args, flag] })),
  };
}

interface Asked {
  readonly program: Program;
  readonly matrix: readonly CompilerConfiguration[];
}

function whyBlind({ behaviours }: Comparison, verdict: Comparison['verdict']): string {
  const failed = behaviours.find(({ kind }) => kind !== 'ran');
  if (failed?.kind === 'not-compiled')
    return `${failed.label} cannot compile a small program: ${failed.execution.outcome}${firstLine(failed.execution.text)}`;
  if (failed?.kind === 'not-linked')
    return `what ${failed.label} compiles cannot be linked${firstLine(failed.said)}`;
  const ran = behaviours.find(
    (each) => each.kind === 'ran' && (each.run.end !== 'exit' || each.run.exitCode !== 0),
  );
  if (ran?.kind === 'ran')
    return `a small program by ${ran.label} ends with ${describeRun(ran.run).split('\n')[0]}${firstLine(ran.run.stderr)}`;
  return `a program known to be right and one known to be wrong are told to ${kinds[verdict.kind]}`;
}

const kinds: Readonly<Record<Verdict['kind'] | 'flaky', string>> = {
  agree: 'do the same',
  differ: 'be wrong or right the other way round',
  undecided: 'be right or wrong, nobody knows which',
  'nothing-to-compare': 'have nothing to compare',
  flaky: 'change from run to run',
};

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line === '' ? '' : `, and says: ${line.slice(0, 200)}`;
}

/**
 * Checks an interestingness test before it costs hours. A test that says yes to everything would reduce the
 * program to nothing. A test that says no to this program has nothing to reduce, and a test that changes its
 * mind leads nowhere.
 */
import { type Program, withFiles } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { triageTuning } from '../tuning.ts';

export interface Answer {
  readonly isInteresting: boolean;
  /** A few words, as in `exit code 1`. */
  readonly how: string;
  /** Everything that was printed. */
  readonly said: string;
}

export interface CheckedTest {
  /** For messages. */
  readonly name: string;
  /** Name of the file that the test reads. */
  readonly file: string;
  readonly ask: (program: Program) => Promise<Answer>;
  /** True if the test may change its mind without a complaint. */
  readonly isFlakyAllowed: boolean;
}

const TRIALS = triageTuning.trials.value;
const SHOWN_LINES = triageTuning.shownLines.value;

export async function checkTest(test: CheckedTest, program: Program): Promise<void> {
  const { name, ask, isFlakyAllowed } = test;
  const answers: Answer[] = [await ask(program)];
  if (answers[0]?.isInteresting !== true && !isFlakyAllowed) throw notInteresting(test, answers[0]!);
  const empty = await ask(emptied(program));
  if (empty.isInteresting) {
    throw new UserError(`${name} finds an empty program interesting, and so everything`, [
      'it must exit with 0 only for programs that show the bug',
      ...lines(empty),
    ]);
  }
  while (answers.length < TRIALS) answers.push(await ask(program));
  const yes = answers.filter(({ isInteresting }) => isInteresting).length;
  if (yes === 0) throw notInteresting(test, answers[0]!);
  if (yes < TRIALS && !isFlakyAllowed) {
    throw new UserError(
      `${name} is flaky: asked ${TRIALS} times about the same program, it said yes ${yes} times`,
      [
        'make it depend on nothing but the program: a fixed seed, no addresses, enough time',
        'or reduce all the same: --repeats 5 --needed 3',
      ],
    );
  }
}

function notInteresting({ name, file }: CheckedTest, answer: Answer): UserError {
  return new UserError(`the program is not interesting to begin with: ${name} gives ${answer.how}`, [
    `it is run in a folder with the file ${file}; another name: --name FILE`,
    ...lines(answer),
  ]);
}

function lines({ said }: Answer): string[] {
  const text = said.trim();
  return text === ''
    ? []
    : [
        'it printed:',
        ...text
          .split('\n')
          .slice(-SHOWN_LINES)
          .map((line) => `  ${line}`),
      ];
}

function emptied(program: Program): Program {
  return withFiles(
    program,
    program.files.map(({ path }) => ({ path, bytes: new Uint8Array() })),
  );
}

/** Steps on text that are stopped early, with questions that no compiler is needed for. */
import { describe, expect, it } from 'vitest';
import {
  ARGUMENTS_FILE,
  argumentsGiven,
  programOf,
  type Program,
  programSize,
} from '../../../src/program/index.ts';
import { runTextSteps, type TextStepsOptions } from '../../../src/triage/reduction/text-steps.ts';

const words = Array.from({ length: 400 }, (_, index) => `int word_${index};`);
const whole = programOf(['int bug;', ...words.slice(150), 'int sense;', ...words.slice(0, 150)].join('\n'));

function textOf({ files }: Program): string {
  return Buffer.from(files[0]!.bytes).toString();
}

const hasBug = async (program: Program): Promise<boolean> => textOf(program).includes('bug');
const hasSense = async (program: Program): Promise<boolean> => textOf(program).includes('sense');

const reducing = (
  program: Program,
  isInteresting: (candidate: Program) => Promise<boolean>,
): Promise<Program> =>
  runTextSteps(program, {
    isInteresting,
    seemsInteresting: isInteresting,
    allows: () => Promise.resolve(true),
    tool: undefined,
    jobs: 1,
    signal: new AbortController().signal,
    onLine: () => undefined,
  });

/** Stopped after so many questions. */
async function stoppedAfter(questions: number, more: Partial<TextStepsOptions>): Promise<Program> {
  const stop = new AbortController();
  let left = questions;
  return runTextSteps(whole, {
    isInteresting: hasBug,
    seemsInteresting: async (program) => {
      if (left-- <= 0) stop.abort();
      return hasBug(program);
    },
    allows: hasSense,
    tool: undefined,
    jobs: 1,
    signal: stop.signal,
    onLine: () => undefined,
    ...more,
  });
}

describe('steps on text that are stopped', () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34])(
    'after %i questions leave what stands every check, and lose nothing where there is time to check',
    async (questions) => {
      const hasty = await stoppedAfter(questions, {});
      const patient = await stoppedAfter(questions, { mayCheckAtEnd: () => true });
      for (const program of [hasty, patient])
        expect([await hasBug(program), await hasSense(program)]).toEqual([true, true]);
      // A line break at the end may come back.
      expect(programSize(patient)).toBeLessThanOrEqual(programSize(hasty) + 1);
    },
  );

  it('take nothing on trust that the cheap question refuses', async () => {
    const checked: string[] = [];
    await stoppedAfter(200, {
      seemsAllowed: hasSense,
      allows: async (program) => {
        checked.push(textOf(program));
        return hasSense(program);
      },
    });
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.filter((text) => !text.includes('sense'))).toEqual([]);
  });
});

it('steps on text leave the input of the program as it is', async () => {
  const source = 'int bug; int more;\n';
  const input = { path: ARGUMENTS_FILE, bytes: Buffer.from('7\n42\n') };
  const asked = { ...programOf(source), files: [...programOf(source).files, input] };
  const reduced = await reducing(asked, hasBug);
  expect(argumentsGiven(reduced.files)).toEqual(['7', '42']);
  expect(textOf(reduced)).not.toContain('more');
});

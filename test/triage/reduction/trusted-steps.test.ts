/** Laws of steps on text that are taken on trust, for interests and guards that only look at words. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programOf, type Program } from '../../../src/program/index.ts';
import { runTextSteps } from '../../../src/triage/reduction/text-steps.ts';
import { TrustedSteps } from '../../../src/triage/reduction/trusted-steps.ts';

const FUNCTIONS = 160;

/** Functions beside each other, more than ten kilobytes of them. */
const large = Array.from(
  { length: FUNCTIONS },
  (_, index) =>
    `static int f${index}(int a) {\n  int b${index} = a + ${index};\n  if (b${index} > 7) b${index} -= 3;\n  return b${index} * a;\n}\n`,
).join('');

function wordsOf({ files }: Program): Set<string> {
  return new Set(Buffer.from(files[0]!.bytes).toString().match(/\w+/g) ?? []);
}

const wanted = fc.uniqueArray(fc.integer({ min: 0, max: FUNCTIONS - 1 }), { minLength: 1, maxLength: 4 });

async function reduceLarge(
  interest: readonly number[],
  meaning: readonly number[],
): Promise<{ readonly words: Set<string>; readonly asked: number; readonly allowed: number }> {
  let [asked, allowed] = [0, 0];
  const has = (program: Program, numbers: readonly number[]): boolean => {
    const words = wordsOf(program);
    return numbers.every((number) => words.has(`b${number}`));
  };
  const reduced = await runTextSteps(programOf(large), {
    isInteresting: async (program) => {
      asked++;
      return has(program, interest);
    },
    allows: async (program) => {
      allowed++;
      return has(program, meaning);
    },
    tool: undefined,
    jobs: 1,
    signal: new AbortController().signal,
    onLine: () => undefined,
  });
  return { words: wordsOf(reduced), asked, allowed };
}

describe('steps on a large text', () => {
  it(
    'end with what is interesting and allowed, even where trust was wrong',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(wanted, wanted, async (interest, meaning) => {
          const { words } = await reduceLarge(interest, meaning);
          expect([...interest, ...meaning].filter((number) => !words.has(`b${number}`))).toEqual([]);
          expect(words.size).toBeLessThan(20);
        }),
        { numRuns: 12 },
      );
    },
  );

  it('ask the guard now and then while the program is large, if it never refuses', async () => {
    const { asked, allowed } = await reduceLarge([0, 80, 159], []);
    expect(allowed).toBeLessThan(asked / 2);
  });
});

describe('trust in steps', () => {
  const programs = Array.from({ length: 40 }, (_, step) => programOf('x'.repeat(100_000 - step * 400)));

  it('does not last for more than a hundred questions, also without a further step', async () => {
    const [whole, smaller] = [programOf('x'.repeat(160)), programOf('x'.repeat(150))];
    let seems = true;
    const steps = new TrustedSteps(whole, { seems: async () => seems, stands: async () => true });
    expect(await steps.allows(smaller)).toBe(true);
    expect(steps.checked).toBe(whole);
    seems = false;
    for (let asked = 1; asked < 100; asked++) await steps.allows(programOf('x'.repeat(140)));
    expect(steps.checked).toBe(smaller);
  });

  it('goes back to the last step before the one that went wrong, and does not take that one again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 39 }), async (wrongFrom) => {
        const steps = new TrustedSteps(programs[0]!, {
          seems: async () => true,
          stands: async (program) => programs.indexOf(program) < wrongFrom,
        });
        for (const program of programs.slice(1)) expect(await steps.allows(program)).toBe(true);
        expect(await steps.stands()).toBe(false);
        expect(steps.checked).toBe(programs[wrongFrom - 1]);
        expect(steps.takenBack()).toBe(programs[wrongFrom - 1]);
        expect(steps.takenBack()).toBeUndefined();
        expect(await steps.allows(programs[wrongFrom]!)).toBe(false);
      }),
    );
  });

  it('is given to no step until one stands, where it is told to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 38 }), async (firstRight) => {
        const asked: number[] = [];
        const stands = async (program: Program): Promise<boolean> => {
          asked.push(programs.indexOf(program));
          return programs.indexOf(program) >= firstRight;
        };
        const questions = { seems: async () => true, stands };
        const steps = new TrustedSteps(programs[0]!, questions, { checksFirst: true });
        for (let index = 1; index < programs.length; index++)
          expect(await steps.allows(programs[index]!)).toBe(index >= firstRight);
        expect(asked.slice(0, firstRight)).toEqual(
          Array.from({ length: firstRight }, (_, index) => index + 1),
        );
        expect(asked[firstRight]).not.toBe(firstRight + 1);
      }),
    );
  });

  it('ends for a large program after many questions, so that an interruption loses less', async () => {
    const asked: Program[] = [];
    const [good, later] = [70_000, 50_000].map((size) => programOf('x'.repeat(size)));
    const steps = new TrustedSteps(programs[0]!, {
      seems: async (program) => program === good || program === later,
      stands: async (program) => (asked.push(program), true),
    });
    expect(await steps.allows(good!)).toBe(true);
    for (const program of programs.slice(1)) expect(await steps.allows(program)).toBe(false);
    expect(asked).toEqual([]);
    expect(await steps.allows(later!)).toBe(true);
    expect(asked).toEqual([later]);
    expect(steps.checked).toBe(later);
  });

  it('takes nothing that does not even seem to fail, and checks what is much smaller', async () => {
    const steps = new TrustedSteps(programs[0]!, {
      seems: async (program) => program === programs[1],
      stands: async () => false,
    });
    expect(await steps.allows(programs[2]!)).toBe(false);
    expect(await steps.allows(programs[1]!)).toBe(true);
    const eager = new TrustedSteps(programs[0]!, { seems: async () => true, stands: async () => false });
    expect(await eager.allows(programOf('x'))).toBe(false);
    expect(eager.takenBack()).toBeUndefined();
  });
});

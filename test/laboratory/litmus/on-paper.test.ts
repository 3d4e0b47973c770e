import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeTest, Laboratory } from '../../../src/laboratory/index.ts';
import { checkValidity, compare, findOddity, inspectWrongCode } from '../../../src/oracle/index.ts';
import { world } from '../../target/world.ts';
import { contracted, FORGOTTEN_FENCES, withText } from './programs.ts';

const clang = { compiler: 'clang-19-stock', args: ['-O2'] };
const plain = { compiler: 'clang-19-stock', args: ['-O0'] };
const gcc = { compiler: 'gcc-12', args: ['-O2'] };

describe('a program with a contract', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  it('is right where its code keeps the contract, and nothing of it is run', async () => {
    const program = contracted('Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0');
    const { verdict, behaviours } = await compare(laboratory, program, [clang, plain, gcc]);
    expect(verdict.kind).toBe('agree');
    expect(behaviours.map(({ kind }) => kind)).toEqual(['judged', 'judged', 'judged']);
  });

  it('is wrong code with machine, axiom and what should have ordered as its signature, and the pass that did it', async () => {
    const inspection = await inspectWrongCode(laboratory, contracted(FORGOTTEN_FENCES), [clang, plain, gcc]);
    expect(inspection).toMatchObject({
      kind: 'failure',
      seen: {
        signature: {
          kind: 'wrong-code',
          key: 'wrong-code | litmus | x86-64, coherence, W before R by A.ar unused',
        },
        culprit: { kind: 'pass', pass: 'InstCombinePass' },
        affected: { failing: ['clang-19-stock -O2'] },
        validity: { verdict: 'valid' },
      },
    });
  });

  it('is one bug in tests of several kinds, and another one where something else is forgotten', async () => {
    const signatures = async (lines: readonly string[], args: readonly string[]): Promise<Set<unknown>> => {
      const found = new Set<unknown>();
      for (const line of lines) {
        const program = contracted(line);
        const [execution] = await laboratory.compile(program, [{ ...clang, args }], {}, 'assembly');
        const { signature, isAsked } = judgeTest(program, execution!.output, ['clang-19', ...args]);
        expect(isAsked, line).toBe(true);
        found.add(signature);
      }
      return found;
    };
    const forgotten = [
      FORGOTTEN_FENCES,
      'Wx1rlx Az0ar Wy1rlx | Wy2rlx Az0ar Rx.rlx=0 ; y=2',
      'Wx1rlx | Rx.rlx=1 Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0',
    ];
    const key = 'wrong-code | litmus | x86-64, coherence, W before R by A.ar unused';
    expect(await signatures(forgotten, ['-O2'])).toEqual(new Set([key]));
    expect(await signatures(forgotten, ['-O0'])).toEqual(new Set([undefined]));
  });

  it('tells the outcome, the circle that forbids it, and the two instructions that nothing orders', async () => {
    const oddity = await findOddity(laboratory, contracted(FORGOTTEN_FENCES), clang, []);
    expect(oddity?.actual).toContain('Its code can show what C forbids: 0:r0=0; 1:r0=0;');
    expect(oddity?.actual).toContain('In C it breaks coherence:');
    expect(oddity?.actual).toMatch(
      /On x86-64 nothing keeps these two lines in order:\n {2}P(\d) .*writes .*\n {2}P\1 .*reads /,
    );
  });

  it('says nothing about a text that the contract is not about, and nothing about another version', async () => {
    const program = contracted(FORGOTTEN_FENCES);
    const edited = withText(program, 'test.c', (text) => `${text}\n`);
    const newer = withText(program, 'contract.json', (text) => text.replace('"version": 1', '"version": 2'));
    for (const other of [edited, newer]) {
      const { verdict, behaviours } = await compare(laboratory, other, [clang, gcc]);
      expect(verdict.kind).toBe('nothing-to-compare');
      expect(behaviours.map(({ kind }) => kind)).toEqual(['not-judged', 'not-judged']);
    }
  });

  it('says nothing about code with an instruction that the judge does not know', async () => {
    const program = contracted(FORGOTTEN_FENCES);
    const profiled = { compiler: 'gcc-12', args: ['-O2', '-pg'] };
    const [behaviour] = await laboratory.behave(program, [profiled]);
    expect(behaviour).toMatchObject({ kind: 'not-judged', what: expect.stringContaining('call') });
  });

  it('needs no sanitizer to have a meaning', async () => {
    const validity = await checkValidity(laboratory, contracted(FORGOTTEN_FENCES), { thorough: true });
    expect(validity.verdict).toBe('valid');
  });
});

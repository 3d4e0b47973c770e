/** The line that holds tests against their truth: whom it blames, and whom it does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import type { Failure } from '../../../src/finding/index.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import type { SourceDefinition } from '../../../src/source/index.ts';
import { type Campaigner, SharedLaboratory } from '../../../src/triage/care/campaigner.ts';
import { Doubts } from '../../../src/triage/care/doubts.ts';
import { mayHaveTruth, TruthLine } from '../../../src/triage/care/truth-line.ts';
import { world } from '../../target/world.ts';
import { findingsThatTell } from '../findings-that-tell.ts';
import { noAvoidance } from '../no-avoidance.ts';

const printing = (word: string, more: Partial<Program> = {}): Program => ({
  ...programOf(`#include <stdio.h>\nint main(void) { puts("${word}"); return 0; }\n`),
  promises: 'defined',
  ...more,
});

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

/** The target's object of a program. */
async function objectOf(program: Program, compiler = 'gcc-12'): Promise<Uint8Array> {
  const [execution] = await laboratory.compile(program, [{ compiler, args: ['-O2'] }]);
  return execution!.output;
}

interface Told {
  readonly events: CampaignEvent[];
  readonly failures: Failure[];
  readonly mistakes: Program[];
}

async function hold(
  tests: readonly (readonly [program: Program, object: Uint8Array, unstaged?: Program])[],
  references: readonly { compiler: string; args: string[] }[] = [{ compiler: 'tcc', args: [] }],
  target = 'gcc-12',
): Promise<Told> {
  const told: Told = { events: [], failures: [], mistakes: [] };
  const definition = { name: 'some', language: 'c' } as SourceDefinition;
  const campaign = {
    target,
    argumentsOf: () => ({ args: ['-O2'] }),
    findings: findingsThatTell(told.failures),
    build: target,
    tell: (event: CampaignEvent) => told.events.push(event),
    keepMistake: ({ program }: { program: Program }) => told.mistakes.push(program),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const shared = new SharedLaboratory(world);
  const options = {
    world,
    shares: { truth: 0.5 },
    references,
  };
  const line = new TruthLine({
    options,
    campaign,
    laboratory: shared,
    doubts: new Doubts(),
    onFinding: () => undefined,
  });
  const record = ChoiceSequence.empty(new Alphabet());
  for (const [index, [program, object, unstaged]] of tests.entries()) {
    const origin = { source: 'some', test: index };
    const before = unstaged === undefined ? {} : { unstaged };
    line.offer({ definition, program, ...before, record, origin, freshFeatures: 0 }, object);
    await line.next()?.(async () => undefined);
  }
  await line.close();
  await shared.close();
  return told;
}

const notes = ({ events }: Told): string[] =>
  events.flatMap((each) => (each.type === 'note' ? each.text : []));
const spent = ({ events }: Told): number =>
  events.reduce((sum, each) => sum + (each.type === 'spent' ? each.ms : 0), 0);

describe('a test that is held against its truth', () => {
  it('costs something and is no finding where it does what it must', async () => {
    const program = printing('right');
    const told = await hold([[program, await objectOf(program)]]);
    expect(spent(told)).toBeGreaterThan(1);
    expect(told.failures).toEqual([]);
    expect(notes(told)).toEqual([]);
  });

  it('is no finding where all compilers contradict the run, which is doubted after three times', async () => {
    const object = await objectOf(printing('something else'));
    const tests = ['one', 'two', 'three'].map((word) => [printing(word), object] as const);
    expect(notes(await hold(tests.slice(0, 2)))).toEqual([]);
    const told = await hold(tests);
    expect(told.failures).toEqual([]);
    expect(notes(told)).toEqual([expect.stringContaining('clang-')]);
    expect(notes(told)[0]).toContain('was wrong 3 times');
  });

  it('is a finding by the word of the program alone, where it brings its truth', async () => {
    const truth = { kind: 'output', stdout: new TextEncoder().encode('what it says\n') } as const;
    const program = printing('what it does', { truth });
    const told = await hold([[program, await objectOf(program)]], []);
    expect(told.failures.map(({ signature }) => signature.kind)).toEqual(['wrong-code']);
    expect(told.failures[0]?.difference?.expected).toContain('what it says');
  });

  it('is run for another machine where it brings its truth, and let be there where it does not', async () => {
    const target = 'aarch64-linux-gnu-gcc-12';
    const program = printing('what it does');
    const truthOf = (text: string): Partial<Program> => ({
      truth: { kind: 'output', stdout: new TextEncoder().encode(text) },
    });
    const object = await objectOf(program, target);
    const wrong = await hold([[{ ...program, ...truthOf('what it says\n') }, object]], [], target);
    expect(wrong.failures.map(({ signature }) => signature.kind)).toEqual(['wrong-code']);
    const right = await hold([[{ ...program, ...truthOf('what it does\n') }, object]], [], target);
    expect(right.failures).toEqual([]);
    expect(spent(right)).toBeGreaterThan(1);
    expect((await hold([[program, object]], [], target)).events).toEqual([]);
  });

  it('is a finding where it never ends, and another compiler makes it end as it must', async () => {
    const object = await objectOf(programOf('int main(void) { for (;;) ; return 0; }\n'));
    const { failures } = await hold([[printing('the end'), object]]);
    expect(failures.map(({ signature }) => signature.key)).toEqual([
      'wrong-code | the program never ends | gcc-12',
    ]);
    expect(failures[0]?.difference?.expected).toContain('the end');
  }, 240_000);

  it('is no finding where a stage changed what it prints, which is said once', async () => {
    const unstaged = printing('before');
    const program = printing('after');
    const object = await objectOf(program);
    const told = await hold([
      [program, object, unstaged],
      [program, object, unstaged],
    ]);
    expect(told.failures).toEqual([]);
    expect(notes(told)).toEqual([expect.stringContaining('a mistake of the stage')]);
    expect(told.mistakes).toEqual([program, program]);
  });

  it('is let be where its meaning is not known', async () => {
    expect(mayHaveTruth(printing('x'))).toBe(true);
    expect(mayHaveTruth(printing('x', { promises: 'valid' }))).toBe(false);
    expect(mayHaveTruth(printing('x', { language: 'c++' }))).toBe(false);
    expect(mayHaveTruth(printing('x', { truth: { kind: 'contract' } }))).toBe(false);
    const options = { args: [], tier: 'documented', isForElsewhere: true } as const;
    expect(mayHaveTruth(printing('x', { options }))).toBe(false);
    const told = await hold([[printing('x', { promises: 'valid' }), new Uint8Array(4)]]);
    expect(told.events).toEqual([]);
  });
});

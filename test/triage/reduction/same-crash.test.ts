/** A crash keeps its signature, and its program the meaning that its source promises: with a real compiler and sanitizers. */
import { expect, it, onTestFinished } from 'vitest';

import { openFailureTest } from '../../../src/triage/reduction/open-failure-test.ts';
import type { FailureAnswer } from '../../../src/triage/reduction/same-failure.ts';
import { signatureOf } from '../../../src/triage/signature-of.ts';
import { type Finding, Findings } from '../../../src/finding/index.ts';
import { csmithScoped } from '../../../src/generators/csmith-scoped.ts';
import { programOf } from '../../../src/program/index.ts';
import type { ProcessDefinition } from '../../../src/source/index.ts';
import { openTarget } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../../target/world.ts';
import { usualExecutionLimits } from '../../../src/serve/index.ts';

const compiler = 'clang-19-stock';
const program = (body: string): string =>
  `#pragma clang __debug llvm_fatal_error\nint main(void) { volatile int n = 40; ${body} return 0; }\n`;

/** As a campaign writes it down. */
async function crashOf(text: string): Promise<Finding> {
  const target = await openTarget(compiler, world);
  const [execution] = await target.execute({
    program: programOf(text),
    configurations: [{ args: [], emit: 'discarded-object' }],
    limits: usualExecutionLimits,
  });
  const signature = await signatureOf(target, execution!, world.searchPath);
  await target.close();
  const findings = new Findings(temporaryFolder(), () => []);
  return findings.add({
    signature,
    text: execution!.text,
    compiler,
    args: [],
    build: 'stock',
    program: programOf(text),
    sequence: () => new Uint8Array(),
    origin: { source: 'csmith-scoped' },
  });
}

it(
  'is asked for a meaning where the source promises one, once it is half as large',
  { timeout: 60_000 },
  async () => {
    const { record, folder } = await crashOf(program('n++; '.repeat(200)));
    const ask = async (definition: ProcessDefinition, text: string): Promise<FailureAnswer> => {
      const { test } = await openFailureTest(record, folder, definition, world);
      onTestFinished(() => test.close());
      return test.ask(programOf(text));
    };
    const { promises: _, ...promisesNothing } = csmithScoped;
    const shiftsTooFar = program('n = 1 << n;');
    expect(await ask(csmithScoped, program('n++;'))).toMatchObject({ isInteresting: true });
    expect(await ask(csmithScoped, shiftsTooFar)).toMatchObject({
      isInteresting: false,
      how: 'undefined behaviour',
    });
    expect(await ask(csmithScoped, program('n = 1 << n;'.repeat(60)))).toMatchObject({ isInteresting: true });
    expect(await ask(promisesNothing, shiftsTooFar)).toMatchObject({ isInteresting: true });
  },
);

it('may mean nothing where it did so from the start', { timeout: 60_000 }, async () => {
  const { record, folder } = await crashOf(program('n = 1 << n; '.repeat(60)));
  const { test } = await openFailureTest(record, folder, csmithScoped, world);
  onTestFinished(() => test.close());
  expect(await test.ask(programOf(program('n = 1 << n;')))).toMatchObject({ isInteresting: true });
});

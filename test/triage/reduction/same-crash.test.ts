/** A crash keeps its signature, and its program the meaning that its source promises: with a real compiler and sanitizers. */
import { expect, it, onTestFinished } from 'vitest';

import { openFailureTest } from '../../../src/triage/reduction/open-failure-test.ts';
import type { FailureAnswer } from '../../../src/triage/kinds/kind.ts';
import { signatureOf } from '../../../src/oracle/crash/signature-of.ts';
import { type Finding, Findings } from '../../../src/finding/index.ts';
import { csmithScoped } from '../../../src/generators/csmith-scoped.ts';
import { programOf, type Promises } from '../../../src/program/index.ts';
import { openTarget } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../../target/world.ts';
import { usualExecutionLimits } from '../../../src/serve/index.ts';

const compiler = 'clang-19-stock';
const program = (body: string): string =>
  `#pragma clang __debug llvm_fatal_error\nint main(void) { volatile int n = 40; ${body} return 0; }\n`;

/** As a campaign writes it down. */
async function crashOf(text: string, promises?: Promises): Promise<Finding> {
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
    program: { ...programOf(text), ...(promises && { promises }) },
    sequence: () => new Uint8Array(),
    origin: { source: 'csmith-scoped' },
  });
}

it(
  'is asked for a meaning where its program promised one, once it is half as large',
  { timeout: 60_000 },
  async () => {
    const large = program('n++; '.repeat(200));
    const ask = async ({ record, folder }: Finding, text: string): Promise<FailureAnswer> => {
      const { test } = await openFailureTest(record, folder, csmithScoped, world);
      onTestFinished(() => test.close());
      return test.ask(programOf(text));
    };
    const defined = await crashOf(large, 'defined');
    const shiftsTooFar = program('n = 1 << n;');
    expect(await ask(defined, program('n++;'))).toMatchObject({ isInteresting: true });
    expect(await ask(defined, shiftsTooFar)).toMatchObject({
      isInteresting: false,
      how: 'undefined behaviour',
    });
    expect(await ask(defined, program('n = 1 << n;'.repeat(60)))).toMatchObject({ isInteresting: true });
    // The source promises more than this program of it, which a stage has changed.
    expect(await ask(await crashOf(large, 'valid'), shiftsTooFar)).toMatchObject({ isInteresting: true });
    expect(await ask(await crashOf(large), shiftsTooFar)).toMatchObject({ isInteresting: true });
  },
);

it('may mean nothing where it did so from the start', { timeout: 60_000 }, async () => {
  const { record, folder } = await crashOf(program('n = 1 << n; '.repeat(60)), 'defined');
  const { test } = await openFailureTest(record, folder, csmithScoped, world);
  onTestFinished(() => test.close());
  expect(await test.ask(programOf(program('n = 1 << n;')))).toMatchObject({ isInteresting: true });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectWrongCode } from '../../../src/triage/care/inspect.ts';
import { Laboratory } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

const gcc = { compiler: 'gcc-12', args: ['-O0'] };
const starter = (...args: readonly string[]): typeof gcc => ({
  compiler: 'clang-19-starter',
  args: ['-O2', ...args],
});

describe('a comparison', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());
  const program = programOf(Buffer.from('int main(void) { return 3; }'));

  it('says nothing where all do the same', async () => {
    expect(await inspectWrongCode(laboratory, program, [gcc, starter()])).toEqual({ kind: 'nothing' });
  });

  it('makes a finding of a compiler that crashes on the way', async () => {
    const crashing = starter('-mllvm', '-cgfuzz-provoke=assertion');
    const inspection = await inspectWrongCode(laboratory, program, [gcc, starter(), crashing]);
    expect(inspection).toMatchObject({
      kind: 'failure',
      seen: { ...crashing, signature: { kind: 'crash', message: expect.stringMatching(/./) } },
    });
  });
});

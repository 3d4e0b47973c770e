/** The side line that compares compilers. */
import { expect, it } from 'vitest';
import { CompareLine } from '../../../src/triage/care/compare-line.ts';
import type { LineParts } from '../../../src/triage/care/line-parts.ts';

function lineOver(isJudged: true | undefined): CompareLine {
  return new CompareLine({
    options: { shares: { compare: 0.1 }, references: [] },
    campaign: {
      definitions: new Map([['a', { name: 'a', language: 'c', isJudged }]]),
      argumentsOf: () => ({ args: [] }),
      target: 'gcc-12',
    },
    laboratory: { open: () => Promise.reject(new Error('opened')) },
    // Proving asks for nothing else.
  } as unknown as LineParts);
}

it('needs no linker for programs that are judged without being linked', async () => {
  await lineOver(true).prove();
  await expect(lineOver(undefined).prove()).rejects.toThrow('opened');
});

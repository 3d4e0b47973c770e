import { expect, it } from 'vitest';
import { crashSignature } from '../../../src/oracle/index.ts';

it('names a fatal error after what was said of it, not after a warning before it', () => {
  const text =
    'test.c:5:9: warning: self-comparison always evaluates to false\nCannot select: t1\nIn function: f\n';
  const { message } = crashSignature({ outcome: 'fatal-error', text, signal: undefined });
  expect(message).toMatch(/^Cannot select/);
});

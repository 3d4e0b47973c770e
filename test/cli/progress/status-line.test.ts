import { describe, expect, it } from 'vitest';

import { statusLine } from '../../../src/cli/progress/status-line.ts';
import { fakeContext } from '../fake-context.ts';

describe('the status line', () => {
  it('is written over, fits the terminal, and comes ten times a second at most', () => {
    const { context, output } = fakeContext();
    let nowMs = 0;
    const status = statusLine({ ...context, columns: 10, monotonicMs: () => nowMs });
    status.show('much too long for this');
    status.show('too soon');
    nowMs = 100;
    status.show('later');
    status.clear();
    expect(output.stderr).toBe('\r\u001B[Kmuch too \r\u001B[Klater\r\u001B[K');
  });

  it('is silent where there is no terminal', () => {
    const { context, output } = fakeContext();
    const status = statusLine(context);
    status.show('hello');
    status.clear();
    expect(output.stderr).toBe('');
  });
});

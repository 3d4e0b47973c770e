import { describe, expect, it } from 'vitest';
import { paintFor, wantsColours } from '../../../src/cli/progress/campaign-listener.ts';
import { findingText } from '../../../src/cli/progress/finding-text.ts';

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
  ])('with %o on a terminal (%s): %s', (env, isTerminal, expected) => {
    expect(wantsColours(env, isTerminal)).toBe(expected);
  });

  it('say nothing that a word does not say as well', () => {
    const shipped = { name: 'some-bug' } as never;
    const paint = paintFor({}, true);
    for (const finding of [
      { id: 'f00d', title: 'a crash' },
      { id: 'f00d', title: 'a crash', shipped },
    ]) {
      const plain = findingText(finding, paintFor({}, false));
      // oxlint-disable-next-line eslint/no-control-regex
      expect(findingText(finding, paint).replaceAll(/\u001B\[[\d;]*m/g, '')).toBe(plain);
      expect(plain.includes('known')).toBe('shipped' in finding);
    }
  });

  it('let no text of a compiler command the terminal', () => {
    expect(findingText({ id: 'f00d', title: '\u001B[2J' }, paintFor({}, true))).not.toContain('\u001B[2J');
  });
});

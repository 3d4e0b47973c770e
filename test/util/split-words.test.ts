import { spawnSync } from 'node:child_process';
import { array, assert, constantFrom, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/util/split-words.ts';
import { runs } from '../runs.ts';

/** Letters that mean something to a shell that expands nothing. */
const line = array(
  constantFrom('a', 'b', '-O2', ' ', '  ', '"', "'", '\\ ', '\\"', '"a b"', "'c  d'", '""'),
  {
    maxLength: 12,
  },
).map((pieces) => pieces.join(''));

function asShell(text: string): string[] | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', `for word in ${text}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').slice(0, -1) : undefined;
}

function ours(text: string): string[] | undefined {
  try {
    return splitWords(text);
  } catch {
    return undefined;
  }
}

describe('splitting a line into words', () => {
  it('does as a shell does, and refuses what a shell refuses', () => {
    assert(
      property(line, (text) => {
        pre(!text.endsWith('\\'));
        expect(ours(text)).toEqual(asShell(text));
      }),
      { numRuns: runs(150), seed: 1 },
    );
  });

  it.each([
    ['"-O2', 'a quote " without its partner'],
    ["-O2 '-DX", "a quote ' without its partner"],
    ['-O2 \\', 'a backslash with nothing behind it'],
  ])('says what is wrong with %s', (text, told) => {
    expect(() => splitWords(text)).toThrow(told);
  });
});

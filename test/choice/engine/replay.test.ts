import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import type { Draw } from '../../../src/choice/engine/draw.ts';
import { replay } from '../../../src/choice/engine/replay.ts';

function statements(draw: Draw): string[] {
  const list: string[] = [];
  while (draw.boolean(0.8)) {
    list.push(draw.scope('statement', () => `${draw.pick(['let', 'if', 'for'])} ${draw.integer(0, 99)}`));
  }
  return list;
}

describe('replay', () => {
  it('reproduces an unmutated record exactly, with no fresh draw', () => {
    const alphabet = new Alphabet();
    for (let seed = 0; seed < 50; seed++) {
      const first = replay(statements, { alphabet, seed });
      const again = replay(statements, { alphabet, sequence: first.record, seed: seed + 1 });
      expect(again.outcome === 'ok' && first.outcome === 'ok' && again.value).toEqual(
        first.outcome === 'ok' && first.value,
      );
      expect(again.record.equals(first.record)).toBe(true);
      expect(again.freshCount).toBe(0);
    }
  });
});

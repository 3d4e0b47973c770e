import { isDeepStrictEqual } from 'node:util';

import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';

import { jsonText } from '../../../src/generators/index.ts';
import { inProcessSource } from '../../../src/source/index.ts';
import { checkLaws, hunt } from './hunt.ts';

const source = inProcessSource(jsonText, { timeoutMs: Infinity });

/** JSON with comments is JSON where there are none, so the two must agree. */
function differs(text: string): boolean {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors);
  return errors.length > 0 || !isDeepStrictEqual(value, JSON.parse(text));
}

describe('the JSON example', () => {
  it('writes nothing but JSON, whatever its choices', () => {
    checkLaws(source, (text) => JSON.parse(text));
  });

  it('finds that jsonc-parser 3.3 loses a member named __proto__, and reduces it to that member', async () => {
    const found = await hunt(source, jsonText, differs, 1_000);
    expect(found?.reduced).toBe('{"__proto__":null}');
    expect(parse('{"__proto__":null}')).toEqual({});
  });
});

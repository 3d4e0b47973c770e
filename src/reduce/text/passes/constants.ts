/** Constants become smaller, and lose what they are written with. */
import { isNumber, type Tokens } from '../tokens.ts';
import type { Candidate } from '../text-reduction.ts';
import { replace } from './edits.ts';

export function* constants(tokens: Tokens): Generator<Candidate> {
  for (const [at, token] of tokens.entries()) {
    const span = { from: at, to: at + 1 };
    if (/^"./.test(token)) yield [replace(span, ['""'])];
    if (!isNumber(token)) continue;
    const plain = token.replace(/[uUlLfF]+$/, '');
    const value = Number(plain);
    const smaller = ['0', '1', plain];
    if (Number.isSafeInteger(value)) smaller.push(`${value >> 1}`, `${value - 1}`, `${value}`);
    for (const each of new Set(smaller)) if (each !== token) yield [replace(span, [each])];
  }
}

/** Makes constants smaller and their spelling simpler. */
import { isNumberToken, type Tokens } from '../tokens.ts';
import type { TextEdits } from '../text-reduction.ts';
import { replaceTokens } from './edits.ts';

export function* constants(tokens: Tokens): Generator<TextEdits> {
  for (const [at, token] of tokens.entries()) {
    const span = { from: at, to: at + 1 };
    if (/^"./.test(token)) yield [replaceTokens(span, ['""'])];
    if (!isNumberToken(token)) continue;
    const plain = token.replace(/[uUlLfF]+$/, '');
    const value = Number(plain);
    const smaller = ['0', '1', plain];
    if (Number.isSafeInteger(value)) smaller.push(`${value >> 1}`, `${value - 1}`, `${value}`);
    for (const each of new Set(smaller)) if (each !== token) yield [replaceTokens(span, [each])];
  }
}

/**
 * Bytes without a language: chunks of them, each in a scope. It is the source that takes in inputs of other
 * engines, and the last resort for a harness whose inputs no source writes.
 */
import type { Draw } from '../choice/index.ts';
import type { FunctionDefinition } from '../source/index.ts';

/** Bytes of a chunk, which mutants drop, repeat, move and exchange. Texts are cut after each line, too. */
const MOST_OF_CHUNK = 16;
const MOST_BYTES = 1 << 20;
const MORE = 0.9;
const LINE_FEED = 10;

function chunkOf(draw: Draw): number[] | undefined {
  if (!draw.boolean(MORE)) return undefined;
  const length = draw.integer(1, MOST_OF_CHUNK);
  return Array.from({ length }, () => draw.word(8));
}

function generate(draw: Draw): { readonly files: { readonly input: Uint8Array } } {
  const bytes: number[] = [];
  while (bytes.length < MOST_BYTES) {
    const chunk = draw.scope('chunk', () => chunkOf(draw));
    if (chunk === undefined) break;
    bytes.push(...chunk);
  }
  // A program has at least one byte.
  return { files: { input: Uint8Array.from(bytes.length === 0 ? [0] : bytes) } };
}

function* answersFor(input: Uint8Array): Iterable<number> {
  for (let at = 0; at < input.length;) {
    let end = Math.min(at + MOST_OF_CHUNK, input.length);
    const line = input.indexOf(LINE_FEED, at);
    if (line !== -1 && line < end) end = line + 1;
    yield 1;
    yield end - at;
    yield* input.subarray(at, end);
    at = end;
  }
  if (input.length < MOST_BYTES) yield 0;
}

const bytesSource: FunctionDefinition = {
  name: 'bytes',
  summary: 'bytes without a language, in chunks; it takes in inputs of other engines',
  language: 'text',
  entry: import.meta.url,
  generate,
  answersFor,
};
export default bytesSource;

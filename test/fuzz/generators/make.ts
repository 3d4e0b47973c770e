/** Tests of the generator `functions`, found by what is in their text. */
import { join } from 'node:path';
import { encodeSequence } from '../../../src/choice/index.ts';
import { SourcePool } from '../../../src/source/index.ts';
import { findSource } from '../../../src/generators/sources.ts';

export const functionsModule: string = join(import.meta.dirname, 'functions.mjs');

const MIN_CHARACTERS = 600;

export interface Made {
  readonly text: string;
  readonly sequence: Uint8Array;
}

/** The first test of some size, by its seed, whose text has all of these. */
export async function testWith(...parts: readonly string[]): Promise<Made> {
  const generators = new SourcePool(await findSource(functionsModule, '/'), 1);
  try {
    for (let seed = 0; seed < 1_000; seed++) {
      const made = await generators.make({ seed });
      if (made.outcome !== 'ok') throw new Error(`no test: ${made.outcome}`);
      const text = Buffer.from(made.program.files[0]!.bytes).toString();
      if (text.length > MIN_CHARACTERS && parts.every((part) => text.includes(part)))
        return {
          text,
          sequence: encodeSequence(made.record, { source: { name: 'functions', version: '1' } }),
        };
    }
    throw new Error(`no test has ${parts.join(' and ')}`);
  } finally {
    await generators.close();
  }
}

/**
 * The bytes of an entry's sequence. An entry is named after them. So the bytes hold only the choices and the
 * source's name: a different origin must not make a different test.
 */
import { type ChoiceSequence, encodeSequence } from '../choice/index.ts';

export function entrySequence(record: ChoiceSequence, source: string): Uint8Array {
  return encodeSequence(record, { source: { name: source, version: '1' } });
}

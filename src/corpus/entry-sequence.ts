/**
 * The bytes of an entry's sequence. An entry is named after them. So nothing stands in them but the choices and who
 * draws them: where a test came from must not make it another test.
 */
import { type ChoiceSequence, encodeSequence } from '../choice/index.ts';

export function entrySequence(record: ChoiceSequence, source: string): Uint8Array {
  return encodeSequence(record, { source: { name: source, version: '1' } });
}

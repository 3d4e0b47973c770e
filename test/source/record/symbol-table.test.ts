import { describe, expect, it } from 'vitest';
import { Alphabet } from '../../../src/choice/index.ts';
import { ProtocolError } from '../../../src/source/record/protocol-error.ts';
import { SymbolTable } from '../../../src/source/record/symbol-table.ts';

/** An entry as a generator writes it: a kind, the number of bytes, and the bytes, filled up to eight. */
function entryOfLabel(bytes: Buffer): Buffer {
  const entry = Buffer.alloc(8 + Math.ceil(bytes.length / 8) * 8);
  entry[0] = 1;
  entry.writeUInt16LE(bytes.length, 2);
  bytes.copy(entry, 8);
  return entry;
}

describe('the table of symbols of a generator', () => {
  it('refuses a label that grows when it is decoded, and can still tell the next generator everything', () => {
    const alphabet = new Alphabet();
    const table = new SymbolTable(alphabet);
    table.takeIn(entryOfLabel(Buffer.from('statement')), 1);
    expect(() => table.takeIn(entryOfLabel(Buffer.alloc(30_000, 255)), 1)).toThrow(ProtocolError);
    expect(new SymbolTable(alphabet).appendNews()).toHaveLength(8 + 16);
  });

  it('refuses a label that the alphabet has no number for', () => {
    const alphabet = new Alphabet();
    for (let i = alphabet.size; i < 65_536; i++) alphabet.label(String(i));
    expect(() => new SymbolTable(alphabet).takeIn(entryOfLabel(Buffer.from('x')), 1)).toThrow(ProtocolError);
  });

  it('holds the longest label that the alphabet takes, whatever its letters are', () => {
    const alphabet = new Alphabet();
    const label = '\u4e2d'.repeat(21_845);
    expect(alphabet.labelOf(alphabet.label(label))).toBe(label);
    expect(() => new SymbolTable(alphabet).appendNews()).not.toThrow();
    expect(() => alphabet.label(`${label}x`)).toThrow('at most 21845');
  });
});

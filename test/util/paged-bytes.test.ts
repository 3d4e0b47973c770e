import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGE_BYTES, PagedBytes } from '../../src/util/paged-bytes.ts';

it('holds what was written, 0 elsewhere, and makes only the pages that were written to', () => {
  const writes = fc.array(fc.tuple(fc.nat(2 ** 22), fc.nat(255)));
  fc.assert(
    fc.property(writes, fc.nat(2 ** 22), (all, elsewhere) => {
      const bytes = new PagedBytes();
      const model = new Map(all);
      for (const [at, byte] of all) bytes.set(at, byte);
      for (const at of [...model.keys(), elsewhere]) expect(bytes.get(at)).toBe(model.get(at) ?? 0);
      const pages = new Set(all.map(([at]) => at - (at % PAGE_BYTES)));
      expect([...bytes.pages()].map(([first]) => first)).toEqual([...pages].toSorted((a, b) => a - b));
    }),
  );
});

it('gives its first bytes in a row, however few', () => {
  const bytes = new PagedBytes();
  bytes.set(PAGE_BYTES + 1, 7);
  bytes.set(3 * PAGE_BYTES, 9);
  for (const count of [0, 1, PAGE_BYTES + 2, 2 * PAGE_BYTES, 5 * PAGE_BYTES]) {
    const row = bytes.toBytes(count);
    expect(row).toHaveLength(count);
    expect(row[PAGE_BYTES + 1]).toBe(count > PAGE_BYTES + 1 ? 7 : undefined);
    expect(row[3 * PAGE_BYTES]).toBe(count > 3 * PAGE_BYTES ? 9 : undefined);
  }
});

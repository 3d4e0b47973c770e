/**
 * A byte for each number from 0 on, in pages that are made at their first write.
 *
 * Invariant: unwritten bytes read as 0, and take no memory except eight bytes for each page below them.
 */
export const PAGE_BYTES = 4_096;
const PAGE_SHIFT = 12;
const IN_PAGE = PAGE_BYTES - 1;

/** The number of the page that contains a byte. */
export function pageOf(at: number): number {
  return at >>> PAGE_SHIFT;
}

export class PagedBytes {
  readonly #pages: (Uint8Array | undefined)[] = [];

  get(at: number): number {
    const page = this.#pages[pageOf(at)];
    return page === undefined ? 0 : page[at & IN_PAGE]!;
  }

  set(at: number, byte: number): void {
    this.page(at)[at & IN_PAGE] = byte;
  }

  /**
   * The page that contains the number, for callers that write many numbers of it. Its first byte belongs to
   * `at` rounded down.
   */
  page(at: number): Uint8Array {
    const pages = this.#pages;
    const number = pageOf(at);
    const page = pages[number];
    if (page !== undefined) return page;
    while (pages.length <= number) pages.push(undefined);
    return (pages[number] = new Uint8Array(PAGE_BYTES));
  }

  /** Existing pages with the number of their first byte, in order. */
  *pages(): Generator<readonly [first: number, bytes: Uint8Array]> {
    for (const [number, page] of this.#pages.entries())
      if (page !== undefined) yield [number * PAGE_BYTES, page];
  }

  /** The first `count` bytes in a row. */
  toBytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (const [first, page] of this.pages())
      if (first < count) bytes.set(page.subarray(0, count - first), first);
    return bytes;
  }
}

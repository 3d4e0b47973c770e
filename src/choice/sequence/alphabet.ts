/**
 * Alphabet: small numbers for the two ingredients of a choice sequence, scope labels and choice sites.
 *
 * A site is a question: a kind and its bounds. A program has tens of thousands of choices but only some
 * hundred different sites and labels. So a sequence stores a 16-bit symbol for each, and the alphabet stores
 * the text or bounds once. Sequences that are compared, spliced or replayed together share one alphabet.
 *
 * Invariant: a symbol never changes its meaning, and the same question always gets the same symbol. Integers
 * with data-dependent bounds could fill the table. After `maxIntegerSites` of them, the bounds of further
 * integers stand inline, in the words of the choice, as long as the alphabet lives.
 */
import { choiceTuning } from '../tuning.ts';

/** Ends the innermost open scope. */
export const CLOSE = 0;
/** An integer whose bounds stand in its words, both within int64. */
export const INLINE_SIGNED = 1;
/** An integer whose bounds stand in its words, both within uint64. */
export const INLINE_UNSIGNED = 2;
const FIRST_FREE_SYMBOL = 3;

export const MAX_SYMBOLS = 65_536;
/**
 * UTF-16 units of a label: as UTF-8 it then has at most 65,535 bytes, a number of 16 bits in a generator's
 * table.
 */
const MAX_LABEL = 21_845;
const DEFAULT_MAX_INTEGER_SITES = choiceTuning.maxIntegerSites.value;
const SMALL_PICK = choiceTuning.smallPick.value;
const MAX_PICK = 2 ** 32;
const CACHE_SIZE = choiceTuning.cacheSize.value;

export const INT64_MIN: bigint = -(2n ** 63n);
export const INT64_MAX: bigint = 2n ** 63n - 1n;
export const UINT64_MAX: bigint = 2n ** 64n - 1n;

export type ChoiceKind = 'pick' | 'weighted' | 'integer' | 'word';

/** The kind of a symbol, as a small number for hot loops. */
export const SymbolKind = { close: 0, scope: 1, pick: 2, weighted: 3, integer: 4, word: 5 } as const;

const KIND_NAMES: readonly (ChoiceKind | undefined)[] = [
  undefined,
  undefined,
  'pick',
  'weighted',
  'integer',
  'word',
];

/** Bounds of a choice. Every choice, of any kind, is a whole number between `min` and `max`. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** One question a generator can ask. */
export interface Site extends Bounds {
  readonly kind: ChoiceKind;
}

/** A misuse of the drawing interface by a generator; its message is for the generator's author. */
export class DrawError extends Error {
  override readonly name: string = 'DrawError';
}

/** Thrown if a value of the test draws lazily, after the end of the record. */
export class LateDrawError extends DrawError {
  override readonly name = 'LateDrawError';
}

export class Alphabet {
  /** {@link SymbolKind} of each symbol. */
  readonly kinds: Uint8Array = new Uint8Array(MAX_SYMBOLS);
  /** Number of 32-bit words in a choice of this symbol. */
  readonly widths: Uint8Array = new Uint8Array(MAX_SYMBOLS);
  /** Change of depth by an op: 1 for a scope, -1 for its end, 0 for a choice. */
  readonly depthSteps: Int8Array = new Int8Array(MAX_SYMBOLS);
  /** Lower bound of a one-word site; meaningless for wider sites. */
  readonly mins: Float64Array = new Float64Array(MAX_SYMBOLS);
  /** Number of possible values of a one-word site; infinite for symbols without words. */
  readonly counts: Float64Array = new Float64Array(MAX_SYMBOLS).fill(Number.POSITIVE_INFINITY);

  /** Further integers have their bounds inline. */
  readonly maxIntegerSites: number;
  readonly #labels: (string | undefined)[] = [];
  readonly #sites: (Site | undefined)[] = [];
  readonly #labelSymbols = new Map<string, number>();
  readonly #siteSymbols = new Map<string, number>();
  readonly #smallPicks = new Uint16Array(SMALL_PICK);
  readonly #smallWeighted = new Uint16Array(SMALL_PICK);
  readonly #wordSymbols = new Uint16Array(65);
  readonly #cacheMin = new Float64Array(CACHE_SIZE).fill(Number.NaN);
  readonly #cacheMax = new Float64Array(CACHE_SIZE);
  readonly #cacheSymbol = new Uint16Array(CACHE_SIZE);
  #size = FIRST_FREE_SYMBOL;
  #integerSites = 0;
  /** The last integer with bigint bounds, so that its text is not made again. */
  #lastBig: { readonly min: bigint; readonly max: bigint; readonly symbol: number } | undefined;

  constructor(options: { readonly maxIntegerSites?: number } = {}) {
    this.maxIntegerSites = options.maxIntegerSites ?? DEFAULT_MAX_INTEGER_SITES;
    this.depthSteps[CLOSE] = -1;
    for (const symbol of [INLINE_SIGNED, INLINE_UNSIGNED]) {
      this.kinds[symbol] = SymbolKind.integer;
      this.widths[symbol] = 6;
    }
  }

  /** Number of known symbols, which are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  label(text: string): number {
    const known = this.#labelSymbols.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_LABEL)
      throw new DrawError(`a label of ${text.length} characters; at most ${MAX_LABEL} are possible`);
    const symbol = this.#allocate(SymbolKind.scope);
    this.#labels[symbol] = text;
    this.depthSteps[symbol] = 1;
    this.#labelSymbols.set(text, symbol);
    return symbol;
  }

  pick(count: number): number {
    if (count < SMALL_PICK) {
      const known = this.#smallPicks[count];
      if (known !== 0 && known !== undefined) return known;
    }
    if (!Number.isInteger(count) || count < 1) {
      throw new DrawError(
        count === 0
          ? 'pick from an empty list of options'
          : `pick of ${count} options; it must be a whole number from 1`,
      );
    }
    if (count > MAX_PICK) throw new DrawError(`pick of ${count} options; more than 2^32 are no options`);
    const symbol = this.#intern({ kind: 'pick', min: 0n, max: BigInt(count) - 1n });
    if (count < SMALL_PICK) this.#smallPicks[count] = symbol;
    return symbol;
  }

  weighted(count: number): number {
    const known = this.#smallWeighted[count];
    if (known !== undefined && known !== 0) return known;
    if (!Number.isInteger(count) || count < 1)
      throw new DrawError('weighted choice from an empty list of options');
    const symbol = this.#intern({ kind: 'weighted', min: 0n, max: BigInt(count) - 1n });
    if (count < SMALL_PICK) this.#smallWeighted[count] = symbol;
    return symbol;
  }

  /** Symbol for an integer between safe bounds, or an inline symbol if the table is full. */
  integer(min: number, max: number): number {
    const slot = ((min * 31) ^ (max * 17)) & (CACHE_SIZE - 1);
    if (this.#cacheMin[slot] === min && this.#cacheMax[slot] === max) return this.#cacheSymbol[slot]!;
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max)) {
      throw new DrawError(
        `integer between ${min} and ${max}: number bounds must be safe integers; use bigint bounds`,
      );
    }
    const symbol = this.bigInteger(BigInt(min), BigInt(max));
    this.#cacheMin[slot] = min;
    this.#cacheMax[slot] = max;
    this.#cacheSymbol[slot] = symbol;
    return symbol;
  }

  bigInteger(min: bigint, max: bigint): number {
    const last = this.#lastBig;
    if (last !== undefined && min === last.min && max === last.max) return last.symbol;
    const symbol = this.#bigInteger(min, max);
    if (symbol > INLINE_UNSIGNED) this.#lastBig = { min, max, symbol };
    return symbol;
  }

  #bigInteger(min: bigint, max: bigint): number {
    if (min > max)
      throw new DrawError(`integer between ${min} and ${max}: the lower bound is above the upper one`);
    const signed = min >= INT64_MIN && max <= INT64_MAX;
    if (!signed && (min < 0n || max > UINT64_MAX)) {
      throw new DrawError(`integer between ${min} and ${max}: both bounds must fit int64, or both uint64`);
    }
    const key = `integer ${min} ${max}`;
    const known = this.#siteSymbols.get(key);
    if (known !== undefined) return known;
    if (this.#integerSites >= this.maxIntegerSites || this.#size >= MAX_SYMBOLS) {
      return signed ? INLINE_SIGNED : INLINE_UNSIGNED;
    }
    this.#integerSites++;
    return this.#intern({ kind: 'integer', min, max });
  }

  word(bits: number): number {
    const known = this.#wordSymbols[bits];
    if (known !== undefined && known !== 0) return known;
    if (!Number.isInteger(bits) || bits < 1 || bits > 64) {
      throw new DrawError(`word of ${bits} bits; it must be a whole number from 1 to 64`);
    }
    const symbol = this.#intern({ kind: 'word', min: 0n, max: 2n ** BigInt(bits) - 1n });
    this.#wordSymbols[bits] = symbol;
    return symbol;
  }

  /** The symbol of a site from elsewhere, for example from a file. */
  site(site: Site): number {
    switch (site.kind) {
      case 'integer':
        return this.bigInteger(site.min, site.max);
      case 'pick':
        return this.pick(Number(site.max) + 1);
      case 'weighted':
        return this.weighted(Number(site.max) + 1);
      case 'word':
        return this.word(site.max.toString(2).length);
    }
  }

  isScope(symbol: number): boolean {
    return this.kinds[symbol] === SymbolKind.scope;
  }

  /** Text of a scope's symbol. */
  labelOf(symbol: number): string {
    const label = this.#labels[symbol];
    if (label === undefined) throw new Error(`symbol ${symbol} is no label`);
    return label;
  }

  kindOf(symbol: number): ChoiceKind {
    const name = KIND_NAMES[this.kinds[symbol] ?? 0];
    if (name === undefined) throw new Error(`symbol ${symbol} is no choice`);
    return name;
  }

  /** Site of an interned choice symbol; for inline symbols the sequence holds the site. */
  siteOf(symbol: number): Site {
    const site = this.#sites[symbol];
    if (site === undefined) throw new Error(`symbol ${symbol} has no site of its own`);
    return site;
  }

  #intern(site: Site): number {
    const key = `${site.kind} ${site.min} ${site.max}`;
    const known = this.#siteSymbols.get(key);
    if (known !== undefined) return known;
    const symbol = this.#allocate(SymbolKind[site.kind]);
    const count = site.max - site.min + 1n;
    // One word, only if plain numbers hold all values exactly.
    const isExact = site.min >= Number.MIN_SAFE_INTEGER && site.max <= Number.MAX_SAFE_INTEGER;
    this.widths[symbol] = count <= 2n ** 32n && isExact ? 1 : 2;
    this.mins[symbol] = Number(site.min);
    this.counts[symbol] = Number(count);
    this.#sites[symbol] = site;
    this.#siteSymbols.set(key, symbol);
    return symbol;
  }

  #allocate(kind: number): number {
    if (this.#size >= MAX_SYMBOLS) {
      throw new DrawError(
        `more than ${MAX_SYMBOLS} different scope labels and choices; ` +
          'a label names a kind of thing (statement, expression), not one instance of it',
      );
    }
    const symbol = this.#size++;
    this.kinds[symbol] = kind;
    return symbol;
  }
}

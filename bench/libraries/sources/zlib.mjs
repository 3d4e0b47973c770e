/**
 * Streams of zlib and gzip, written bit by bit: stored blocks, fixed and dynamic codes. Lengths, distances and sums are
 * right, or in one stream of ten not quite.
 */

const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const distanceExtra = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;

export default {
  name: 'zlib',
  summary: 'streams of zlib and gzip',
  language: 'text',
  generate(draw) {
    const isGzip = draw.boolean(0.4);
    const spoils = draw.boolean(0.1);
    const bits = new Bits();
    const content = [];
    for (let block = 0; block < 12; block++) {
      const goesOn = draw.scope('block', () => {
        const isLast = !draw.boolean(0.6) || block === 11;
        bits.put(isLast ? 1 : 0, 1);
        draw.weighted([
          [2, stored],
          [3, fixed],
          [5, dynamic],
        ])(draw, bits, content);
        return !isLast;
      });
      if (!goesOn) break;
    }
    const bytes = Uint8Array.from([
      ...(isGzip ? gzipHead(draw) : zlibHead(draw)),
      ...bits.finish(),
      ...(isGzip
        ? [...little(crc32(content), 4), ...little(content.length, 4)]
        : little(adler32(content), 4).toReversed()),
      ...(draw.boolean(0.05) ? [0x1f, 0x8b, 0] : []),
    ]);
    if (spoils) bytes[draw.integer(0, 4_095) % bytes.length] ^= 1 << draw.integer(0, 7);
    return spoils && draw.boolean() ? bytes.subarray(0, 1 + (draw.integer(0, 4_095) % bytes.length)) : bytes;
  },
};

class Bits {
  #bytes = [];
  #held = 0;
  #count = 0;

  /** The least bit first. */
  put(value, count) {
    for (let bit = 0; bit < count; bit++) {
      this.#held |= ((value >> bit) & 1) << this.#count++;
      if (this.#count === 8) this.align();
    }
  }

  /** A code of Huffman, whose greatest bit comes first. */
  code({ code, length }) {
    for (let bit = length - 1; bit >= 0; bit--) this.put((code >> bit) & 1, 1);
  }

  align() {
    if (this.#count > 0) this.#bytes.push(this.#held);
    this.#held = this.#count = 0;
  }

  finish() {
    this.align();
    return this.#bytes;
  }
}

function stored(draw, bits, content) {
  bits.put(0, 2);
  bits.align();
  const bytes = draw.scope('bytes', () => {
    const count = draw.pick([0, 1, 5, 40, 300]);
    const first = draw.integer(0, 255);
    return Array.from({ length: count }, (_, index) => (first + index * 7) & 255);
  });
  for (const half of [bytes.length, ~bytes.length])
    for (const byte of little(half & 0xffff, 2)) bits.put(byte, 8);
  for (const byte of bytes) bits.put(byte, 8);
  content.push(...bytes);
}

function fixed(draw, bits, content) {
  bits.put(1, 2);
  const lengths = Array.from({ length: 288 }, (_, s) => (s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8));
  write(bits, content, symbolsOf(draw, content.length), codesOf(lengths), codesOf(Array(30).fill(5)));
}

function dynamic(draw, bits, content) {
  bits.put(2, 2);
  const symbols = symbolsOf(draw, content.length);
  const literals = new Set([END, ...symbols.map(({ symbol }) => symbol)]);
  const distances = new Set(
    symbols.flatMap(({ distance }) => (distance === undefined ? [] : [distance.symbol])),
  );
  if (draw.boolean(0.5)) literals.add(draw.integer(0, 285));
  const all = [
    lengthsFor(draw, literals, 286, 15),
    lengthsFor(draw, distances.size === 0 ? new Set([0]) : distances, 30, 15),
  ];
  const counts = all.map((lengths, index) =>
    Math.max(
      index === 0 ? 257 : 1,
      lengths.findLastIndex((length) => length > 0) + 1 + (draw.boolean(0.1) ? 1 : 0),
    ),
  );
  const [nlen, ndist] = [Math.min(counts[0], 286), Math.min(counts[1], 30)];
  const runs = runsOf(draw, [...all[0].slice(0, nlen), ...all[1].slice(0, ndist)]);
  const ofRuns = lengthsFor(draw, new Set(runs.map(({ symbol }) => symbol)), 19, 7);
  const ncode = Math.max(4, orderOfLengths.findLastIndex((symbol) => ofRuns[symbol] > 0) + 1);
  bits.put(nlen - 257, 5);
  bits.put(ndist - 1, 5);
  bits.put(ncode - 4, 4);
  for (const symbol of orderOfLengths.slice(0, ncode)) bits.put(ofRuns[symbol], 3);
  const codes = codesOf(ofRuns);
  for (const { symbol, extra, bitsOfExtra } of runs) {
    bits.code(codes[symbol]);
    bits.put(extra, bitsOfExtra);
  }
  write(bits, content, symbols, codesOf(all[0]), codesOf(all[1]));
}

/** Literals and matches that stay within what was written before. */
function symbolsOf(draw, before) {
  const symbols = [];
  let have = before;
  for (let count = 0; count < 300; count++) {
    const symbol = draw.scope('symbol', () => {
      if (!draw.boolean(0.93)) return undefined;
      if (have === 0 || draw.boolean(0.6))
        return {
          symbol: draw.weighted([
            [3, draw.integer(97, 104)],
            [1, draw.integer(0, 255)],
          ]),
        };
      const length = draw.integer(0, 28);
      const most = distanceBase.findLastIndex(
        (base, index) => base + (1 << distanceExtra[index]) - 1 <= have,
      );
      const at = draw.boolean(0.02) ? draw.integer(0, 29) : draw.integer(0, Math.max(0, most));
      return {
        symbol: 257 + length,
        extra: draw.integer(0, 31) & ((1 << lengthExtra[length]) - 1),
        distance: { symbol: at, extra: draw.integer(0, 8_191) & ((1 << distanceExtra[at]) - 1) },
      };
    });
    if (symbol === undefined) break;
    symbols.push(symbol);
    have += symbol.distance === undefined ? 1 : lengthBase[symbol.symbol - 257] + symbol.extra;
    if (have > 20_000) break;
  }
  return symbols;
}

function write(bits, content, symbols, literals, distances) {
  for (const { symbol, extra, distance } of symbols) {
    bits.code(literals[symbol]);
    if (distance === undefined) {
      content.push(symbol);
      continue;
    }
    bits.put(extra, lengthExtra[symbol - 257]);
    bits.code(distances[distance.symbol]);
    bits.put(distance.extra, distanceExtra[distance.symbol]);
    const length = lengthBase[symbol - 257] + extra;
    const from = content.length - distanceBase[distance.symbol] - distance.extra;
    for (let i = 0; i < length; i++) content.push(content[from + i] ?? 0);
  }
  bits.code(literals[END]);
}

/** Lengths of a complete code, as uneven as the choices say. */
function lengthsFor(draw, used, count, longest) {
  const lengths = Array(count).fill(0);
  const order = [...used].filter((symbol) => symbol < count).toSorted((a, b) => a - b);
  if (order.length === 1) lengths[order[0]] = 1;
  if (order.length < 2) return lengths;
  // Leaves are split until there are enough of them.
  const leaves = [1, 1];
  const isUneven = draw.boolean();
  while (leaves.length < order.length) {
    leaves.sort((a, b) => a - b);
    const fit = leaves.filter((depth) => depth < longest).length;
    const at = isUneven ? fit - 1 : 0;
    leaves.push(++leaves[at]);
  }
  for (const [index, symbol] of order.entries()) lengths[symbol] = leaves[index];
  return lengths;
}

function codesOf(lengths) {
  let code = 0;
  const codes = [];
  for (let length = 1; length <= 15; length++) {
    code <<= 1;
    for (const [symbol, own] of lengths.entries())
      if (own === length) codes[symbol] = { code: code++, length };
  }
  return codes;
}

/** Lengths of codes as runs: 16 repeats the one before, 17 and 18 are zeros. */
function runsOf(draw, lengths) {
  const runs = [];
  const repeats = draw.boolean(0.9);
  for (let at = 0; at < lengths.length;) {
    let run = 1;
    while (lengths[at + run] === lengths[at]) run++;
    const isZero = lengths[at] === 0;
    if (repeats && isZero && run >= 11)
      runs.push({ symbol: 18, extra: Math.min(run, 138) - 11, bitsOfExtra: 7 });
    else if (repeats && isZero && run >= 3)
      runs.push({ symbol: 17, extra: Math.min(run, 10) - 3, bitsOfExtra: 3 });
    else if (repeats && at > 0 && lengths[at - 1] === lengths[at] && run >= 3)
      runs.push({ symbol: 16, extra: Math.min(run, 6) - 3, bitsOfExtra: 2 });
    else runs.push({ symbol: lengths[at], extra: 0, bitsOfExtra: 0 });
    const { symbol, extra } = runs.at(-1);
    at += symbol < 16 ? 1 : extra + (symbol === 18 ? 11 : 3);
  }
  return runs;
}

function zlibHead(draw) {
  const first =
    0x08 |
    (draw.weighted([
      [6, 7],
      [1, draw.integer(0, 7)],
    ]) <<
      4);
  const second = draw.integer(0, 3) << 6;
  return [first, second + ((31 - ((first * 256 + second) % 31)) % 31)];
}

function gzipHead(draw) {
  return draw.scope('head', () => {
    const flags = draw.weighted([
      [3, 0],
      [4, draw.integer(0, 31)],
    ]);
    const text = (chance) =>
      flags & chance ? [...Array.from({ length: draw.integer(0, 90) }, (_, i) => 97 + (i % 26)), 0] : [];
    const extra = flags & 4 ? draw.integer(0, 90) : 0;
    const head = [
      0x1f,
      0x8b,
      8,
      flags,
      ...little(draw.integer(0, 0xffff), 4),
      draw.pick([0, 2, 4]),
      draw.integer(0, 255),
    ];
    if (flags & 4) head.push(...little(extra, 2), ...Array(extra).fill(65));
    head.push(...text(8), ...text(16));
    if (flags & 2) head.push(...little(crc32(head) & 0xffff, 2));
    return head;
  });
}

function little(value, count) {
  return Array.from({ length: count }, (_, index) => (value >>> (8 * index)) & 255);
}

function adler32(bytes) {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

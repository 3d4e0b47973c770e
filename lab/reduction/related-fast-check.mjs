/**
 * The 24 challenges of test/quality/related-challenges.ts for fast-check: node related-fast-check.mjs SEEDS.
 *
 * Prints for each challenge how often the minimal test was reached, and the result that came most often else.
 */
import * as fc from 'fast-check';

const nat = (most) => fc.integer({ min: 0, max: most });
const from = (min, max) => fc.integer({ min, max });
const list = (item, maxLength) => fc.array(item, { maxLength });
const fixed = (item, length) => fc.array(item, { minLength: length, maxLength: length });
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const leavesOf = (node) => (typeof node === 'string' ? [node] : [...leavesOf(node[0]), ...leavesOf(node[1])]);
const count = (node, leaf) => leavesOf(node).filter((each) => each === leaf).length;
const depthOf = (value) => (typeof value === 'number' ? 0 : 1 + Math.max(0, ...value.map(depthOf)));
const atLevel = (value, level) =>
  typeof value === 'number'
    ? level === 0
      ? [value]
      : []
    : value.flatMap((each) => atLevel(each, level - 1));

const SAFE = 2n ** 53n;
const wide = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const name = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('x', 'y'))
  .map(([letter, more]) => letter + more);
const { nest } = fc.letrec((tie) => ({
  nest: fc.oneof({ maxDepth: 5, withCrossShrink: true }, nat(20), list(tie('nest'), 4), list(tie('nest'), 4)),
}));
const { tree } = fc.letrec((tie) => ({
  leaf: fc.constantFrom('o', 'a', 'b'),
  node: fc.tuple(tie('tree'), tie('tree')),
  tree: fc.oneof({ maxDepth: 6, withCrossShrink: true }, tie('leaf'), tie('node'), tie('node')),
}));

const challenges = [
  [nat(12).chain((n) => fixed(nat(99), n)), (v) => v.length >= 4 && v.at(-1) >= 50, '[0,0,0,50]'],
  [
    from(1, 12).chain((n) => fixed(fc.constantFrom('a', 'b', '!'), n).map((signs) => [n, ...signs])),
    (v) => v.at(-1) === '!' && v.includes('b'),
    '[2,"b","!"]',
  ],
  [
    list(nat(9), 8).chain((first) =>
      fc.tuple(fc.constant(first), fixed(fc.boolean(), first.length), fixed(nat(9), first.length)),
    ),
    ([first, flags, last]) => first.some((each, at) => each > 4 && flags[at] && last[at] > 6),
    '[[5],[true],[7]]',
  ],
  [
    fc.tuple(from(1, 5), from(1, 5)).chain(([width, rows]) => fixed(fixed(nat(9), width), rows)),
    (rows) => rows.length >= 2 && rows[0].length >= 2 && sum(rows.at(-1)) >= 9,
    '[[0,0],[0,9]]',
  ],
  [fc.tuple(nat(30), nat(30)), ([a, b]) => a === b && a > 6, '[7,7]'],
  [fc.tuple(nat(40), nat(80)), ([a, b]) => b === 2 * a && a > 8, '[9,18]'],
  [
    fc.record({ declared: list(name, 5), used: list(name, 5) }),
    ({ declared, used }) => declared.some((each) => used.includes(each) && each !== 'ax'),
    '{"declared":["ay"],"used":["ay"]}',
  ],
  [list(nat(60), 8), (v) => v.some((each) => each > 11 && v.includes(each + 1)), '[12,13]'],
  [fc.tuple(nat(60), nat(60)), ([a, b]) => a + b === 70, '[10,60]'],
  [fc.tuple(nat(60), nat(60)), ([a, b]) => a - b === 13, '[13,0]'],
  [
    fc.tuple(nat(30), fc.constantFrom('x', 'y'), nat(30), list(nat(30), 4), nat(30)),
    ([a, , b, , c]) => a + b + c === 50,
    '[0,"x",20,[],30]',
  ],
  [list(nat(50), 8), (v) => v.some((each, at) => at >= 2 && each === v[at - 2] + 7), '[0,0,7]'],
  [wide, (text) => BigInt(text) > SAFE + 12n, `"${SAFE + 13n}"`],
  [wide, (text) => BigInt(text) >= 2n ** 60n && BigInt(text) % 4n === 3n, `"${2n ** 60n + 3n}"`],
  [list(wide, 5), (v) => v.some((text) => BigInt(text) > 3n * SAFE), `["${3n * SAFE + 1n}"]`],
  [
    fc.tuple(wide, wide),
    ([a, b]) => BigInt(a) > SAFE && BigInt(b) > BigInt(a),
    `["${SAFE + 1n}","${SAFE + 2n}"]`,
  ],
  [nest, (v) => depthOf(v) >= 3, '[[[]]]'],
  [nest, (v) => atLevel(v, 3).some((each) => each > 5), '[[[6]]]'],
  [
    list(list(list(fc.constantFrom('x', 'y', 'z'), 3), 3), 3),
    (parts) => parts.some((part) => part.some((section) => section.includes('y') && part.length > 1)),
    '[[[],["y"]]]',
  ],
  [
    nest,
    (v) =>
      typeof v !== 'number' &&
      v.some((each) => typeof each !== 'number' && each.filter((item) => item === 3).length === 2),
    '[[3,3]]',
  ],
  [tree, (v) => count(v, 'a') > 0 && count(v, 'b') > 0, '["a","b"]'],
  [tree, (v) => /b.*a/.test(leavesOf(v).join('')), '["b","a"]'],
  [
    tree,
    (v) => typeof v !== 'string' && count(v[0], 'a') > 0 && count(v[1], 'b') > 0 && leavesOf(v).length >= 3,
    '["a",["o","b"]]',
  ],
  [tree, (v) => /b[oa]+b/.test(leavesOf(v).join('')), '["b",["o","b"]]'],
];

const seeds = Number(process.argv[2]);
for (const [index, [arbitrary, fails, minimal]] of challenges.entries()) {
  const found = new Map();
  for (let seed = 1; seed <= seeds; seed++) {
    const property = fc.property(arbitrary, (value) => !fails(value));
    const { counterexample } = fc.check(property, { seed, numRuns: 1_000_000 });
    const text = counterexample === null ? 'none' : JSON.stringify(counterexample[0]);
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  const [other] = [...found].filter(([text]) => text !== minimal).toSorted((a, b) => b[1] - a[1]);
  console.log(index + 1, found.get(minimal) ?? 0, 'of', seeds, other ?? '');
}

/** The arguments of fuzzDecode, as shim.go reads them: a text with its length before it, and numbers of eight bytes. */
const text = (written) => {
  const bytes = new TextEncoder().encode(written);
  return [...new Uint8Array(Uint32Array.of(bytes.length).buffer), ...bytes];
};
const number = (given) => [...new Uint8Array(BigInt64Array.of(BigInt(given)).buffer)];

function items(draw, depth) {
  const all = [];
  const next = () => {
    const isMore = draw.boolean(0.6);
    if (isMore) all.push(value(draw, depth));
    return isMore;
  };
  while (draw.scope('item', next));
  return all.join(', ');
}

function value(draw, depth = 0) {
  const kind = draw.pick(depth < 4 ? ['scalar', 'list', 'map'] : ['scalar']);
  if (kind === 'list') return `[${items(draw, depth + 1)}]`;
  if (kind === 'map') return `{${items(draw, depth + 1)}}`;
  return draw.pick(['a: 1', '&x b', '*x', '"\\u00e9"', "'c'", '!!str 12', '~', '-1.5e3']);
}

export default {
  name: 'args',
  summary: 'the arguments of fuzzDecode',
  language: 'text',
  generate: (draw) =>
    Uint8Array.from([
      ...draw.scope('text', () => text(value(draw))),
      ...draw.scope('indent', () => number(draw.integer(0, 255))),
      ...draw.scope('strict', () => number(draw.boolean(0.5) ? 1 : 0)),
    ]),
};

/** Texts of Markdown: blocks in blocks, spans in spans, tables, references, HTML and entities. */

const words = [
  'a',
  'word',
  'foo',
  'bar',
  'x_y',
  '2 < 3',
  'ünï',
  '\\*',
  '\\',
  'a*b',
  '\u00a0',
  '1.',
  '#',
  '-',
  '|',
  '`',
];
const entities = '&amp; &lt; &copy; &#35; &#X22; &#xFFFFFF; &nosuch; &#0; &AElig; &'.split(' ');
const addresses = ['/u', 'http://a.b/c?d=e&f', '<a b>', '', '#x', 'mailto:a@b.c', '/u(v)', '/\\)', 'a\tb'];
const html = [
  '<b>',
  '</b>',
  '<br/>',
  '<a href="x">',
  "<i c='d' e=f>",
  '<!-- c -->',
  '<?p ?>',
  '<!D e>',
  '<![CDATA[x]]>',
  '<1>',
  '<b',
  '<script>',
];
const htmlBlocks = [
  '<div>\n*a*\n</div>',
  '<!-- a\n\nb -->',
  '<pre>\nx\n\ny</pre>',
  '<?php\n?>',
  '<![CDATA[\n]]>',
  '<x-y>\nb\n',
  '</td>',
  '<script>\n</script>',
];
const links = [
  'http://a.b',
  'www.a.b.c/d',
  'a.b-c@d.ef',
  '<http://a.b>',
  '<a@b.c>',
  'https://x.y/(z)',
  'ftp://q.r.',
  'http://a_b.c',
];

export default {
  name: 'markdown',
  summary: 'texts of Markdown',
  language: 'text',
  generate(draw) {
    const room = draw.pick([40, 150, 500, 1_500]);
    return blocks(draw, room, 1) + draw.pick(['\n', '\n', '  ', '\\']);
  },
};

function blocks(draw, room, least = 0) {
  const all = [];
  for (let left = room; left > 0;) {
    const next = draw.scope('block', () =>
      all.length < least || draw.boolean(0.85) ? block(draw, room >> draw.integer(1, 3)) : undefined,
    );
    if (next === undefined) break;
    all.push(next);
    left -= next.length + 2;
  }
  return all.join(
    draw.weighted([
      [6, '\n\n'],
      [3, '\n'],
      [1, '\r\n\r\n'],
      [1, '\n\n\n'],
    ]),
  );
}

function block(draw, room) {
  const deep = room > 10 ? 1 : 0;
  return draw.weighted([
    [5, () => lines(draw, room)],
    [2, () => `${'#'.repeat(draw.integer(1, 7))} ${spans(draw, room)}${draw.pick(['', ' #', ' ##  ', '#'])}`],
    [1, () => `${lines(draw, room)}\n${draw.pick(['===', '---', '=', '- -', '  ---  '])}`],
    [1, () => draw.pick(['---', '***', '_ _ _', '- - -', '**  * ** *', '--', '    ***'])],
    [2, () => fence(draw, room)],
    [1, () => indented(lines(draw, room), draw.pick(['    ', '\t', '  \t', '     ']))],
    [3 * deep, () => indented(blocks(draw, room), draw.pick(['> ', '>', '   > ', '>> ']))],
    [4 * deep, () => items(draw, room)],
    [3, () => table(draw, room)],
    [1, () => draw.pick(htmlBlocks)],
    [2, () => `[${label(draw)}]: ${draw.pick(addresses)}${title(draw)}`],
  ])();
}

function indented(text, by) {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
}

function fence(draw, room) {
  const mark = draw.pick(['```', '~~~', '`````', '~~~~']);
  return `${mark}${draw.pick(['', 'c', ' a b', ' &amp;', ' `'])}\n${lines(draw, room)}\n${draw.pick([mark, mark, '', '``', `  ${mark}  `])}`;
}

function items(draw, room) {
  const mark = draw.pick(['-', '*', '+', '1.', '1)', '10.', '123456789)', '1234567890.']);
  const all = [];
  while (all.length < 8) {
    const next = draw.scope('item', () => {
      if (!draw.boolean(0.7)) return undefined;
      const task = draw.weighted([
        [5, ''],
        [1, '[ ] '],
        [1, '[x] '],
        [1, '[X]'],
      ]);
      const inside = indented(blocks(draw, room >> 1), ' '.repeat(mark.length + 1));
      return `${mark}${draw.pick([' ', ' ', '  ', '\t', ''])}${task}${inside.trimStart()}`;
    });
    if (next === undefined) break;
    all.push(next);
  }
  return all.join(draw.pick(['\n', '\n', '\n\n']));
}

function table(draw, room) {
  const columns = draw.integer(1, 5);
  const row = () =>
    draw.scope('row', () => {
      const cells = Array.from(
        {
          length:
            columns +
            draw.weighted([
              [8, 0],
              [1, 1],
              [1, -1],
            ]),
        },
        () => spans(draw, room >> 3).replaceAll('\n', ' '),
      );
      return draw.pick([`| ${cells.join(' | ')} |`, cells.join('|'), `|${cells.join('|')}`]);
    });
  const under = Array.from({ length: columns }, () => draw.pick(['---', ':--', '--:', ':-:', '-', ':']));
  const rows = Array.from({ length: draw.integer(0, 3) }, row);
  return [row(), draw.pick([`|${under.join('|')}|`, under.join(' | ')]), ...rows].join('\n');
}

function lines(draw, room) {
  const all = [];
  while (all.length < 6) {
    const next = draw.scope('line', () =>
      all.length === 0 || draw.boolean(0.6) ? spans(draw, room, 1) : undefined,
    );
    if (next === undefined) break;
    all.push(next);
  }
  return all.join(draw.pick(['\n', '\n', '  \n', '\\\n', ' \n']));
}

function spans(draw, room, least = 0) {
  const all = [];
  for (let left = room; left > 0;) {
    const next = draw.scope('span', () =>
      all.length < least || draw.boolean(0.8) ? span(draw, room >> draw.integer(1, 3)) : undefined,
    );
    if (next === undefined) break;
    all.push(next);
    left -= next.length + 1;
  }
  return all.join(draw.pick([' ', ' ', '']));
}

function span(draw, room) {
  const deep = room > 3 ? 1 : 0;
  const around = (mark) =>
    `${mark}${spans(draw, room)}${draw.weighted([
      [8, mark],
      [1, mark[0]],
      [1, ''],
    ])}`;
  return draw.weighted([
    [6, () => draw.pick(words)],
    [5 * deep, () => around(draw.pick(['*', '_', '**', '__', '***', '~', '~~', '____']))],
    [2, () => around(draw.pick(['`', '``', '$', '$$']))],
    [3 * deep, () => `${draw.pick(['', '!'])}[${spans(draw, room)}](${draw.pick(addresses)}${title(draw)})`],
    [2 * deep, () => `${draw.pick(['', '!'])}[${spans(draw, room)}][${label(draw)}]`],
    [2, () => `[${label(draw)}]${draw.pick(['', '[]', '(', ':'])}`],
    [1, () => `[[${draw.pick(words)}${draw.pick(['', '|'])}${draw.pick(words)}]]`],
    [2, () => draw.pick(html)],
    [2, () => draw.pick(entities)],
    [2, () => draw.pick(links)],
    [1, () => draw.pick(words).repeat(draw.integer(1, 40))],
  ])();
}

function title(draw) {
  return draw.weighted([
    [4, ''],
    [1, ' "t"'],
    [1, " 't &amp; u'"],
    [1, ' (t)'],
    [1, ' "t'],
    [1, '\n"t"'],
  ]);
}

function label(draw) {
  return draw.pick(['a', 'A', 'foo', 'Foo  bar', 'ẞ', 'x\\]', '', ' ', 'word', 'b'.repeat(20)]);
}

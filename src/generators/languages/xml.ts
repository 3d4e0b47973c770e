/**
 * XML as a source by name: documents with their own DTD, entities, namespaces, CDATA, comments.
 *
 * The text uses only declared names: an enclosing element declares prefixes, and the DTD declares entities.
 * So every choice gives a well-formed text, unless damage changed it.
 */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { listWithin, oddCharacter, roomWithin, spaced, wholeNumber, word } from './parts.ts';
import { textSource } from './text-source.ts';

const MOST_NESTED = 100;
const LEAST_ROOM = 24;
const MOST_ENTITIES = 6;

interface Around {
  readonly entities: readonly string[];
  readonly prefixes: readonly string[];
}

const xmlSource: FunctionDefinition = textSource({
  name: 'xml',
  summary: 'XML documents with a DTD, entities, namespaces, CDATA; a part of them is damaged',
  file: 'test.xml',
  entry: import.meta.url,
  odd: [
    ...spaced(
      String.raw`< > </ /> & ; " ' = <! <? ?> <![CDATA[ ]]> <!-- --> -- &lt; &#0; &#x110000; &undeclared; &#`,
    ),
    ...spaced(String.raw`%a; : xmlns xmlns:a="" xml: <a </a> encoding="UTF-16"`),
    '<!DOCTYPE a>',
    '<?xml version="1.1"?>',
    '\u0000',
    '\ufffe',
    '\u0085',
    '\ufeff',
  ],
  write(draw, bytes) {
    const declaration = draw.weighted([
      [5, ''],
      [3, '<?xml version="1.0"?>\n'],
      [2, '<?xml version="1.0" encoding="UTF-8"?>\n'],
      [1, "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n"],
    ]);
    const root = anyName(draw);
    const entities: string[] = [];
    const before = draw.scope('dtd', () => (draw.boolean(0.4) ? dtd(draw, root, entities, bytes) : ''));
    const prolog = miscellaneous(draw);
    const around = { entities, prefixes: [] };
    return declaration + before + prolog + element(draw, bytes, around, root) + miscellaneous(draw);
  },
  encode,
});
export default xmlSource;

/** A DTD; the entities that it declares are added to the list. */
function dtd(draw: Draw, root: string, entities: string[], bytes: number): string {
  const inside = listWithin(draw, 'declaration', Math.min(bytes, 400), () =>
    draw.weighted([
      [4, () => entity(draw, entities)],
      [2, () => `<!ELEMENT ${anyName(draw)} ${contents(draw)}>`],
      [2, () => `<!ATTLIST ${anyName(draw)} ${anyName(draw)} ${attributeType(draw)}>`],
      [1, () => `<!NOTATION ${word(draw)} ${draw.pick(['SYSTEM ""', 'PUBLIC "-//x//y"'])}>`],
      [1, () => comment(draw)],
    ])(),
  );
  // Many readers declare nothing after a parameter entity, so it comes last.
  const last = draw.boolean(0.3) ? `\n${draw.pick(lastDeclarations)}` : '';
  return `<!DOCTYPE ${root} [\n${inside.join('\n')}${last}\n]>\n`;
}

const lastDeclarations = [
  '<!ENTITY % p "<!--a-->">%p;',
  '<!ENTITY % p "<!ELEMENT a ANY>">\n%p; %p;',
  '<!ENTITY % имя "">%имя;\n',
  '<!ENTITY % p PUBLIC "-//x//y" "z.dtd">',
  '<!NOTATION n SYSTEM "n"><!ENTITY u SYSTEM "u" NDATA n>',
];

function entity(draw: Draw, entities: string[]): string {
  const name = `e${entities.length}`;
  // An entity contains text and earlier entities, so that no entity contains itself.
  const parts = listWithin(draw, 'part', 40, () =>
    draw.weighted([
      [3, () => word(draw)],
      [2, () => draw.pick(named)],
      [entities.length > 0 ? 3 : 0, () => `&${draw.pick(entities)};`],
      [1, () => `<${draw.pick(['b', 'i'])}/>`.repeat(draw.integer(0, 3))],
    ])(),
  );
  // An entity with elements may stand between tags, but not in an attribute.
  const hasElement = parts.some((part) => part.includes('<'));
  // There are few entities, since each may contain the one before it several times.
  const isUsed = !hasElement && entities.length < MOST_ENTITIES;
  if (isUsed) entities.push(name);
  return `<!ENTITY ${isUsed ? '' : 'unused'}${name} "${parts.join('')}">`;
}

function contents(draw: Draw): string {
  const [a, b] = [word(draw), word(draw)];
  return draw.pick([
    'EMPTY',
    'ANY',
    '(#PCDATA)',
    `(${a}${draw.pick(['', '?', '*', '+'])})`,
    `(#PCDATA|${a}x|${b}y)*`,
    `(${a},(${b}|${a})+)`,
    `((${a}?,${b}*)|(${b},${a})+)`,
  ]);
}

function attributeType(draw: Draw): string {
  const value = word(draw);
  return draw.pick([
    'CDATA #IMPLIED',
    'CDATA #REQUIRED',
    `CDATA "${value}"`,
    `CDATA #FIXED "${value}"`,
    'ID #IMPLIED',
    'IDREF #IMPLIED',
    'NMTOKENS #IMPLIED',
    `(${value}|other) "${value}"`,
  ]);
}

function element(draw: Draw, room: number, around: Around, root?: string): string {
  return draw.scope('element', () => {
    const own = draw.scope('namespace', () => (draw.boolean(0.15) ? draw.pick(['p', 'q', 'x']) : undefined));
    const prefixes = own === undefined ? around.prefixes : [...new Set([...around.prefixes, own])];
    const prefix = draw.weighted([
      [3, ''],
      [prefixes.length, 'some'],
    ]);
    const local = root ?? anyName(draw);
    const called = prefix === '' || root !== undefined ? local : `${draw.pick(prefixes)}:${local}`;
    const declared = own === undefined ? '' : ` xmlns:${own}="${draw.pick(spaces)}"`;
    const usual = draw.weighted([
      [12, ''],
      [1, ' xmlns="urn:a"'],
      [1, ' xmlns=""'],
    ]);
    const open = `<${called}${declared}${usual}${attributes(draw, around)}`;
    const inner = content(draw, room, { ...around, prefixes });
    if (inner !== '') return `${open}>${inner}</${called}>`;
    return draw.pick([`${open}/>`, `${open} />`, `${open}></${called}>`, `${open}\n></${called}\t>`]);
  });
}

/** Names of other alphabets, and the names that take their place if the encoding lacks a letter. */
const foreignNames: Readonly<Record<string, string>> = {
  имя: 'n1',
  名前: 'n2',
  éa: 'n3',
  Ωf: 'n4',
  'a·b': 'n5',
};

function anyName(draw: Draw): string {
  return draw.weighted([
    [12, () => word(draw)],
    [1, () => draw.pick(Object.keys(foreignNames))],
  ])();
}

const spaces = ['urn:a', 'urn:b', 'http://www.w3.org/1999/xhtml', 'http://www.w3.org/2001/XInclude'];

/** Attributes of different names. */
function attributes(draw: Draw, around: Around): string {
  const names = new Set<string>();
  let all = '';
  while (
    draw.scope('attribute', () => {
      if (!draw.boolean(0.35)) return false;
      const key = draw.weighted([
        [8, () => anyName(draw)],
        [1, () => draw.pick(['xml:lang', 'xml:space', 'xml:base'])],
      ])();
      const value = attributeValue(draw, around);
      if (!names.has(key))
        all += `${draw.pick([' ', '\n  '])}${key}=${key === 'xml:space' ? '"default"' : value}`;
      names.add(key);
      return true;
    })
  );
  return all;
}

function attributeValue(draw: Draw, { entities }: Around): string {
  const inside = draw.weighted([
    [4, () => word(draw)],
    [2, () => wholeNumber(draw)],
    [2, () => escaped(draw)],
    [1, () => oddCharacter(draw)],
    [1, () => draw.pick(['', ' a  b ', '\t', '>', 'a'.repeat(300)])],
    [entities.length > 0 ? 2 : 0, () => `&${draw.pick(entities)};`],
  ])();
  return draw.boolean(0.8) ? `"${inside}"` : `'${inside}'`;
}

function content(draw: Draw, room: number, around: Around): string {
  if (room < LEAST_ROOM) return draw.boolean() ? text(draw, around) : '';
  const nesting = draw.scope('nesting', () =>
    draw.boolean(0.05) ? draw.integer(2, Math.min(MOST_NESTED, room >> 2)) : 0,
  );
  const parts = listWithin(draw, 'part', room, () =>
    draw.weighted([
      [Math.log2(room), () => element(draw, roomWithin(draw, room), around)],
      [4, () => text(draw, around)],
      [1, () => cdata(draw)],
      [1, () => comment(draw)],
      [0.5, () => instruction(draw)],
    ])(),
  );
  return '<n>'.repeat(nesting) + parts.join('') + '</n>'.repeat(nesting);
}

function text(draw: Draw, { entities }: Around): string {
  return draw.weighted([
    [4, () => `${word(draw)} `],
    [2, () => wholeNumber(draw)],
    [2, () => escaped(draw)],
    [2, () => draw.pick(['\n', '\r\n', '  ', '\t'])],
    [1, () => oddCharacter(draw).repeat(draw.integer(1, 40))],
    [entities.length > 0 ? 3 : 0, () => `&${draw.pick(entities)};`],
  ])();
}

const named = ['&lt;', '&gt;', '&amp;', '&quot;', '&apos;'];

function escaped(draw: Draw): string {
  return draw.weighted([
    [3, () => draw.pick(named)],
    [
      1,
      () =>
        draw.pick(['&#9;', '&#10;', '&#13;', '&#xD7FF;', '&#xE000;', '&#xFFFD;', '&#x10FFFF;', '&#00065;']),
    ],
    [1, () => `&#${draw.integer(0x20, 0xd7ff)};`],
  ])();
}

function cdata(draw: Draw): string {
  const inside = draw.pick(['', ']', ']]', '<a>&b;</a>', '\r\n', ']] >', '&lt;', '-->']);
  return `<![CDATA[${inside}${draw.boolean(0.2) ? oddCharacter(draw) : ''}]]>`;
}

function comment(draw: Draw): string {
  return `<!--${draw.pick(['', ' ', '<a>', '&b;', ']]>', ' - ', '?>'])}${draw.boolean(0.2) ? oddCharacter(draw) : ''}-->`;
}

function instruction(draw: Draw): string {
  return `<?${draw.pick(['p', 'php', 'xml-stylesheet', '名前'])}${draw.pick(['', ' ', ' a="b"', ' ?', ' <&>'])}?>`;
}

/** Comments and instructions before and after the root. */
function miscellaneous(draw: Draw): string {
  return draw.scope('miscellaneous', () =>
    draw.weighted([
      [8, () => ''],
      [1, () => `${comment(draw)}\n`],
      [1, () => `${instruction(draw)}\n`],
    ])(),
  );
}

/** A reader learns the encoding from the first bytes, or from the declaration. */
function encode(draw: Draw, document: string): string | Uint8Array {
  return draw.scope('encoding', () =>
    draw.weighted<() => string | Uint8Array>([
      [12, () => document],
      [1, () => `\ufeff${document}`],
      [2, () => Buffer.from(`\ufeff${withEncoding(document, 'UTF-16')}`, 'utf16le')],
      [1, () => Buffer.from(`\ufeff${withEncoding(document, 'UTF-16')}`, 'utf16le').swap16()],
      [2, () => Buffer.from(withEncoding(inReach(document, 0xff), 'ISO-8859-1', true), 'latin1')],
      [1, () => withEncoding(inReach(document, 0x7f), 'US-ASCII', true)],
    ])(),
  );
}

/** The text, with its encoding in its declaration, which is written if necessary. */
function withEncoding(document: string, encoding: string, mustBe: boolean = false): string {
  if (/^<\?xml [^>]*encoding=/.test(document))
    return document.replace(/encoding=(["'])utf-8/i, `encoding=$1${encoding}`);
  if (!mustBe) return document;
  return `<?xml version="1.0" encoding="${encoding}"?>\n${document.replace(/^<\?xml[^>]*>\n?/, '')}`;
}

/** Characters that the encoding lacks are written as numbers. */
function inReach(document: string, last: number): string {
  const plain = Object.entries(foreignNames).reduce(
    (all, [foreign, own]) => all.replaceAll(foreign, own),
    document,
  );
  return plain.replaceAll(/[^\0-\x7f]/gu, (character) => {
    const code = character.codePointAt(0)!;
    return code > last ? `&#${code};` : character;
  });
}

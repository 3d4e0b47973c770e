/** Draws docs/mutators.md: each operator as a small tree before and after, from real runs of the operators. */
import { Alphabet, type ChoiceSequence, type Draw, makeRandom, replay } from '../../src/choice/index.ts';
import { mutateBy, type OperatorName } from '../../src/mutate/index.ts';

/** Lists in lists: scopes of one label at several depths, and a question before each element. */
function list(draw: Draw): string {
  const items: string[] = [];
  while (draw.boolean(0.55)) {
    items.push(draw.scope('item', () => (draw.boolean(0.3) ? list(draw) : String(draw.integer(1, 9)))));
  }
  return `[${items.join(' ')}]`;
}

const alphabet = new Alphabet();

interface Made {
  readonly text: string;
  readonly record: ChoiceSequence;
}

function made(options: { seed?: number; sequence?: ChoiceSequence }): Made {
  const { record, ...outcome } = replay(list, { seed: 1, ...options, alphabet });
  if (outcome.outcome !== 'ok') throw new Error(outcome.outcome);
  return { text: outcome.value, record };
}

/** The first fresh test with a list in a list, of a size that fits on a page. */
function example(from: number): Made {
  for (let seed = from; ; seed++) {
    const test = made({ seed });
    const { length } = test.text.replaceAll(/[^0-9]/g, '');
    if (length >= 4 && length <= 6 && /\[.*\[/.test(test.text)) return test;
  }
}

const parent: Made = example(1);
const donor: Made = example(1_000);

/** The purpose of each operator, in a sentence. An operator without one does not compile. */
const purposes: Readonly<Record<OperatorName, string>> = {
  replace:
    'Replaces one choice. Structure is preferred to constants, because it decides the shape of a test.',
  scatter: 'Replaces several choices, four to six, wherever they stand.',
  delete:
    'Deletes a scope; half of the time together with the choice before it, which says that there is one.',
  swap: 'Exchanges two scopes of one label that do not overlap.',
  clone: 'Copies a scope next to itself, or next to or over another scope of its label.',
  redraw: 'Empties a scope, so that the generator draws it afresh.',
  lift: 'Replaces a scope by a scope of the same label that lies inside it.',
  splice: 'Puts scopes of another test over scopes of the same label.',
  truncate: 'Cuts off the end, so that the generator draws it afresh.',
  havoc: 'Applies two, four or eight of the others, in places that do not overlap.',
  storm: 'Does the same with sixteen to 128 of them; they replace a fifth of the parent.',
};

export function mutatorsPage(): string {
  const operators = Object.keys(purposes) as OperatorName[];
  return [
    '# The operators, drawn',
    '',
    'cgfuzz never changes the text of a program. An operator changes the choices, and the generator writes a new program from',
    'them. If the generator now asks for more choices than there are, cgfuzz draws these anew. Each picture below is a real',
    'run on a small test, a list whose items are numbers or lists. Each line below the first is a scope `item`. Before each',
    'scope comes the choice that there is one more.',
    '',
    'The code of each operator lies in [src/mutate](../src/mutate); [mutate.ts](../src/mutate/mutate.ts) says how often each',
    'one comes. A test draws this page anew and compares: `CGFUZZ_DRAW=1 npx vitest run test/mutate` writes it.',
    '',
    ...operators.flatMap(section),
  ].join('\n');
}
function section(operator: OperatorName): string[] {
  const child = firstChild(operator);
  return [
    `## ${operator}`,
    '',
    purposes[operator],
    ...(operator === 'splice' ? ['', `The other test is \`${donor.text}\`.`] : []),
    '',
    `\`${parent.text}\` becomes \`${child.text}\`:`,
    '',
    ...picture(['before', '', ...tree(parent.text)], ['after', '', ...tree(child.text)]),
    '',
  ];
}

/** The first mutant, by its seed, that is another test and fits on a page. */
function firstChild(operator: OperatorName): Made {
  for (let seed = 1; seed < 10_000; seed++) {
    const mutation = mutateBy(operator, parent.record, makeRandom(seed), { donors: [donor.record] });
    if (mutation === undefined || mutation.changes.length === 0) continue;
    const child = made({ sequence: mutation.sequence, seed });
    if (child.text !== parent.text && child.text.length > 2 && child.text.length < 40) return child;
  }
  throw new Error(`${operator} changes nothing`);
}

type Element = string | readonly Element[];

/** The elements of a list in its written form. */
function parse(text: string): readonly Element[] {
  return JSON.parse(text.replaceAll(' ', ', ').replaceAll(/\d/g, '"$&"')) as Element[];
}

/** A line for each scope `item`: the number that it holds, or `list` and its own items below. */
function tree(text: string): string[] {
  const below = (items: readonly Element[], indent: string): string[] =>
    items.flatMap((item, index) => {
      const isLast = index === items.length - 1;
      const line = `${indent}${isLast ? '└─' : '├─'} ${typeof item === 'string' ? item : 'list'}`;
      return typeof item === 'string' ? [line] : [line, ...below(item, `${indent}${isLast ? '   ' : '│  '}`)];
    });
  return ['list', ...below(parse(text), '')];
}

function picture(...columns: readonly (readonly string[])[]): string[] {
  const height = Math.max(...columns.map(({ length }) => length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns
      .map((lines) => (lines[row] ?? '').padEnd(24))
      .join('')
      .trimEnd(),
  );
  return ['```', ...rows, '```'];
}

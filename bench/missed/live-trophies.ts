/**
 * Live markers on the trophies of wrong code: does an object alone tell of the bug?
 *
 * The values that a trophy prints go into a condition. A live marker stands where the values are right, and a dead one
 * where they are wrong. Compilers that fold the wrong value lose the live marker. Each trophy is asked as it is, and
 * with functions and data that are `static` and free to be inlined.
 */
import { familyOfName, stockCompilers } from '../../src/build/index.ts';
import { programOfTrophy, trophies, type Trophy } from '../../src/finding/index.ts';
import type { Laboratory } from '../../src/laboratory/index.ts';
import { keptBy } from '../../src/oracle/missed/kept-markers.ts';
import { deadMarker, liveMarker, markerHead, type Program } from '../../src/program/index.ts';
import { stockName } from '../../src/target/index.ts';
import { UserError } from '../../src/util/user-error.ts';
import type { Measurement } from '../harness.ts';
import { codeIn, readTrophyPage } from '../trophies/page.ts';

export async function* liveTrophies(laboratory: Laboratory): AsyncIterable<Measurement> {
  const answers = { seen: [] as string[], unseen: [] as string[], unasked: [] as string[] };
  for (const trophy of trophies().filter(({ kind }) => kind.startsWith('wrong'))) {
    const answer = await ask(laboratory, trophy).catch((error: unknown): LiveAnswer => {
      if (!(error instanceof UserError)) throw error;
      return { kind: 'unasked', how: error.message };
    });
    answers[answer.kind].push(`${trophy.name} (${answer.how})`);
    console.error(`${trophy.name}: ${answer.kind}, ${answer.how}`);
  }
  yield {
    name: 'trophies of wrong code that live markers see',
    value: answers.seen.length,
    unit: `of ${answers.seen.length + answers.unseen.length}`,
    how: `${answers.seen.join(', ') || 'none'}; not asked: ${answers.unasked.join(', ') || 'none'}`,
  };
}

interface LiveAnswer {
  readonly kind: 'seen' | 'unseen' | 'unasked';
  readonly how: string;
}

async function ask(laboratory: Laboratory, trophy: Trophy): Promise<LiveAnswer> {
  const program = programOfTrophy(trophy);
  const text = textOf(program);
  const marked = trophy.compiler.startsWith('opt') ? undefined : withMarkers(text, valuesOf(trophy));
  if (marked === undefined) return { kind: 'unasked', how: 'no values in main' };
  const compiler = stockCompilers.some(({ name }) => name === trophy.compiler)
    ? stockName({ name: trophy.compiler, family: familyOfName(trophy.compiler)! })
    : trophy.compiler;
  const configuration = { compiler, args: [...trophy.args, ...(trophy.args.includes('-w') ? [] : ['-w'])] };
  const states: string[] = [];
  for (const [how, variant] of [
    ['as it is', marked],
    ['open', opened(marked)],
  ] as const) {
    const [kept] = await keptBy(laboratory, withText(program, variant), [configuration]);
    if (kept !== undefined && kept.live.size === 0) return { kind: 'seen', how };
    states.push(kept === undefined ? 'refused' : kept.dead.size === 0 ? 'right value folded' : 'not folded');
  }
  return { kind: states.every((each) => each === 'refused') ? 'unasked' : 'unseen', how: states.join(', ') };
}

/** The words that the program prints if it is compiled right, or what `main` returns then. */
function valuesOf({ name }: Trophy): readonly string[] {
  const expected = codeIn(readTrophyPage(name).parts.get('Expected') ?? '')?.text ?? '';
  return expected.replace(/^exit \d+\n/, '').split(/[^\w.+-]+/);
}

const PRINTS = /(?:__builtin_)?printf\(\s*"[^"]*",\s*((?:(?!printf)[^])*?)\);\s*\}\s*$/;
/** A plain number tells nothing. */
const RETURNS = /\breturn (?!\d+;)([^;]+);\s*\}\s*$/;

function withMarkers(text: string, values: readonly string[]): string | undefined {
  const printed = PRINTS.exec(text)?.[1];
  const right =
    printed === undefined
      ? RETURNS.exec(text)?.[1]?.replace(/^[^]*$/, (value) => `!(${value})`)
      : splitArguments(printed)
          .map((each, index) => `(${each}) == ${values[index] ?? '?'}`)
          .join(' && ');
  if (right === undefined || right.includes('?') || !/\bmain\b/.test(text)) return undefined;
  const pair = `if (${right}) ${liveMarker(0)}(); else ${deadMarker(0)}();\n  return 0;\n}\n`;
  const marked = text.replace(printed === undefined ? RETURNS : PRINTS, () => pair);
  return markerHead([0], [0], /extern "C"/.test(text) ? 'c++' : 'c') + marked;
}

/** Arguments of a call; commas inside parentheses and brackets separate nothing. */
function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** Nothing forbids inlining any more, and data of the file are its own. */
function opened(text: string): string {
  return text
    .replaceAll(/\bnoinline\s*,\s*|,\s*noinline\b/g, '')
    .replaceAll(/__attribute__\s*\(\(noinline\)\)\s*(?:static\s+)?/g, 'static ')
    .replaceAll(
      /^(?=(?:int|long|long long|short|char|__int128) \*?\w+(?:\[\d+\])*(?: = [^;]*)?;)/gm,
      'static ',
    );
}

function textOf({ files, main }: Program): string {
  return Buffer.from(files.find(({ path }) => path === main)?.bytes ?? []).toString();
}

function withText(program: Program, text: string): Program {
  const bytes = Buffer.from(text);
  return {
    ...program,
    files: program.files.map((file) => (file.path === program.main ? { ...file, bytes } : file)),
  };
}

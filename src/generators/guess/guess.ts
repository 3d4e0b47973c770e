/**
 * The definition of a generator that nobody has described. It has the language that the generator writes, and a way to
 * reach its choices that holds in a trial.
 */
import { basename } from 'node:path';
import { type Checked, examineSource, type ProcessDefinition, recogniseEngines } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';
import { generatorFile, type WayIn } from './kind-of-file.ts';
import { tryRun } from './try-run.ts';

/** A few programs show whether a way holds; the check that follows looks closer. */
const TRIAL = { programs: 3, mutants: 8 } as const;

export interface Guessed {
  readonly definition: ProcessDefinition;
  /** For people, as in `a script in Python`. */
  readonly what: string;
  /** False if it wrote the same twice by itself. */
  readonly isRandom: boolean;
}

export interface GuessOptions {
  readonly signal: AbortSignal;
  readonly searchPath: string;
  readonly onProgress: (text: string) => void;
}

export async function guessDefinition(path: string, options: GuessOptions): Promise<Guessed> {
  const file = generatorFile(path);
  const name = basename(path);
  if (file === undefined)
    throw new UserError(`${name} is no generator that cgfuzz could start`, [
      'it starts programs, and scripts with #! in their first line; Python, Perl, Ruby and Lua also by their endings',
      `is it a program? chmod +x ${name}; all that a definition says: docs/plug-in-a-generator.md`,
    ]);
  options.onProgress(`${name}: two runs by itself`);
  const [first, second] = [
    await tryRun(file.plain, options.signal),
    await tryRun(file.plain, options.signal),
  ];
  if (typeof first === 'string')
    throw new UserError(`${name} makes no program when it is called without words: ${first}`, [
      'write a definition with the words that it needs: docs/plug-in-a-generator.md',
    ]);
  const described = {
    name: name.replace(/\.\w+$/, ''),
    summary: `what ${name} writes`,
    language: first.language,
    writes: first.writes,
  };
  const way = await bestWay(file.ways, described, options);
  const isRandom = typeof second === 'string' || second.text !== first.text;
  return { definition: { ...described, ...way }, what: file.what, isRandom };
}

type Described = Pick<ProcessDefinition, 'name' | 'summary' | 'language' | 'writes'>;

const ranks: readonly Checked['verdict'][] = ['good', 'weak', 'one choice decides everything', 'not good'];

/** The first way that a campaign can use, or the way that comes nearest. */
async function bestWay(ways: readonly WayIn[], described: Described, options: GuessOptions): Promise<WayIn> {
  const [first] = ways;
  const guesses = recogniseEngines(first!.command, options.searchPath);
  const named = [guesses.draws, ...guesses.guesses].filter((lines) => lines.length > 0);
  const all = [...ways, ...named.map((engines): WayIn => ({ ...first!, engines }))];
  const tried: { readonly way: WayIn; readonly rank: number }[] = [];
  for (const [index, way] of all.entries()) {
    options.onProgress(`way ${index + 1} of ${all.length} to reach its choices`);
    const { verdict } = await examineSource(
      { ...described, ...way },
      { ...TRIAL, searchPath: options.searchPath },
    );
    tried.push({ way, rank: ranks.indexOf(verdict) });
    if (verdict === 'good' || verdict === 'weak') break;
  }
  return tried.toSorted((a, b) => a.rank - b.rank)[0]!.way;
}

const CALLS = '// How cgfuzz calls ';

/** The file name of the generator that such a module calls, if its first line says so. */
export function generatorOf(definition: string): string | undefined {
  return definition.startsWith(CALLS) ? definition.slice(CALLS.length).split(', ', 1)[0] : undefined;
}

/** The module of a definition, for a person to read and change. */
export function definitionText(
  { definition, what }: Pick<Guessed, 'definition' | 'what'>,
  path: string,
): string {
  const fields = Object.entries(definition).map(([key, value]) => `  ${key}: ${literal(value)},`);
  return [
    `${CALLS}${basename(path)}, ${what}. Change what is wrong; every field: docs/plug-in-a-generator.md`,
    'export default {',
    ...fields,
    '};',
    '',
  ].join('\n');
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return `{ ${Object.entries(value as object)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')} }`;
}

/**
 * `cgfuzz source advise`: a first table for a generator that the wrappers built, with the worth of each line.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import { findSource } from '../../generators/index.ts';
import {
  type Advice,
  type FoundTable,
  type ProcessDefinition,
  type SourceDefinition,
  type TableFigures,
  type WeighedLine,
  adviseSource,
  isInProcess,
  lineText,
} from '../../source/index.ts';
import { removeTree } from '../../util/remove-tree.ts';
import { grouped } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { type Context, exitCodes } from '../command.ts';
import { sourceProgress } from '../progress/source-progress.ts';
import type { CheckFlags } from './check.ts';

export type AdviseFlags = Pick<CheckFlags, 'programs' | 'mutants' | 'json' | 'seed'> & {
  readonly out: string | undefined;
};

export async function runSourceAdvise(
  context: Context,
  name: string,
  { programs = 40, mutants = 60, json, seed, out }: AdviseFlags,
): Promise<number> {
  const definition = linkedProcess(await findSource(name, context.cwd));
  const path = tablePath(context, definition, out);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-advise-'));
  const progress = sourceProgress(context);
  const options = {
    programs,
    mutants,
    seed,
    folder,
    say: (text: string) => context.stderr(`${text}\n`),
    onProgress: progress.show,
    onTable: (found: FoundTable) => writeFileAtomic(path, tableFile(definition.name, found)),
  };
  const advice = await adviseSource(definition, options).finally(() => {
    progress.clear();
    removeTree(folder);
  });
  if (json) context.stdout(`${JSON.stringify({ source: definition.name, table: path, ...advice })}\n`);
  else for (const line of shown(advice)) context.stdout(`${line}\n`);
  const table = relative(context.cwd, path);
  context.stderr(
    definition.table === path
      ? `${table} is written\n`
      : `${table} is written; name it in the definition: table: '${relative(join(definition.module ?? path, '..'), path)}'\n`,
  );
  return exitCodes.ok;
}

function linkedProcess(definition: SourceDefinition): ProcessDefinition {
  if (!isInProcess(definition) && definition.reach === 'linked' && definition.scopes === 'own')
    return definition;
  throw new UserError(`${definition.name} can have no table`, [
    "advice is for programs that cgfuzz-cc or cgfuzz-c++ built: reach: 'linked', scopes: 'own'",
    'how to build one: docs/plug-in-a-generator.md',
  ]);
}

function tablePath(
  context: Context,
  { module, name, table }: ProcessDefinition,
  out: string | undefined,
): string {
  if (out !== undefined) return resolve(context.cwd, out);
  const path = module === undefined ? resolve(context.cwd, `${name}.table`) : swapped(module, '.table');
  if (existsSync(path) && table === undefined)
    throw new UserError(`${relative(context.cwd, path)} is there already`, ['name another file: --out FILE']);
  return path;
}

function swapped(path: string, end: string): string {
  return path.slice(0, path.length - extname(path).length) + end;
}

/** The table as a file: each line with facts about its function. */
function tableFile(name: string, { lines, after }: FoundTable): string {
  return [
    `# Written by cgfuzz source advise for ${name}: ${summed(after)}`,
    '# draw: answers one question; fixed: decides nothing; seed: all that is drawn inside follows from one choice;',
    '# scope: makes one thing.',
    ...lines.flatMap((line) => [
      '',
      `# ${calls(line)} calls in a program, ${line.sharePercent.toFixed(1)}% of the choices`,
      lineText(line),
    ]),
    '',
  ].join('\n');
}

function summed({ choices, scopes, overrunPercent, single, mixed }: TableFigures): string {
  return `${grouped(Math.round(choices))} choices and ${grouped(Math.round(scopes))} scopes in the median, ${whole(overrunPercent)} overrun; identical mutants: ${whole(single.identicalPercent)} of single, ${whole(mixed.identicalPercent)} of mixed; of the others, at least 90% of the text kept: ${whole(single.similarPercent)}, ${whole(mixed.similarPercent)}`;
}

function shown({ lines, before, after, whole: all }: Advice): string[] {
  return [
    `without a table: ${summed(before)}`,
    `with ${lines.length} lines: ${summed(after)}`,
    '',
    'worth of each line: figures of the table without it, with fewer mutants',
    columns(['', 'calls', 'share', 'choices', 'scopes', 'overrun', 'identical', 'similar', 'function']),
    columns(['', '', '', ...figures(all), '(with all lines)']),
    ...lines.map((line) =>
      columns([line.kind, calls(line), whole(line.sharePercent), ...figures(line.without), named(line)]),
    ),
  ];
}

function named({ symbol, asks }: WeighedLine): string {
  return asks === undefined ? symbol : `${symbol}: ${asks}`;
}

/** The shares are for single mutants and for mixed mutants. */
function figures({ choices, scopes, overrunPercent, single, mixed }: TableFigures): string[] {
  return [
    grouped(Math.round(choices)),
    grouped(Math.round(scopes)),
    whole(overrunPercent),
    `${Math.round(single.identicalPercent)}/${whole(mixed.identicalPercent)}`,
    `${Math.round(single.similarPercent)}/${whole(mixed.similarPercent)}`,
  ];
}

const WIDTHS = [6, 9, 6, 10, 8, 8, 10, 10] as const;

function columns(words: readonly string[]): string {
  return words
    .map((word, index) =>
      index === 0
        ? word.padEnd(WIDTHS[0])
        : index < WIDTHS.length
          ? word.padStart(WIDTHS[index]!)
          : `  ${word}`,
    )
    .join('');
}

function calls(line: WeighedLine): string {
  return line.calls >= 10 ? grouped(Math.round(line.calls)) : line.calls.toFixed(1);
}

function whole(percent: number): string {
  return `${Math.round(percent)}%`;
}

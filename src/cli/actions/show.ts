/** The work of `cgfuzz show`: a choice sequence for a person, or for a script. */
import {
  Alphabet,
  type Decoded,
  type Envelope,
  FORMAT_VERSION,
  SequenceFileError,
  decodeSequence,
  findScopes,
  listEvents,
  showSequence,
  sizeText,
} from '../../choice/index.ts';
import { grouped, printable } from '../../util/text.ts';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';
import { findSource } from '../../generators/index.ts';
import { SourcePool } from '../../source/index.ts';
import { type Context, exitCodes } from '../command.ts';
import { readInput } from '../read-input.ts';
import { remake } from '../../session/remake.ts';
import { refuseModules, sourceOf } from '../../session/sources-given.ts';

interface ShowFlags {
  readonly depth: number | undefined;
  readonly full: boolean;
  readonly scope: string | undefined;
  readonly program: boolean;
  readonly source: string | undefined;
  readonly json: boolean;
}

export function showAction(
  context: Context,
  { depth, full, scope, json, program, source: generator }: ShowFlags,
  [path = '-']: readonly string[],
): Promise<number> | number {
  const bytes = readInput(context.cwd, path);
  if (program) return showProgram(context, path, bytes, generator);
  const { sequence, envelope } = decode(path, bytes);
  if (scope !== undefined && findScopes(sequence, scope).length === 0) throw noScope(sequence, scope);
  if (json) {
    const { source, ...rest } = envelope;
    const { choiceCount, scopeCount } = sequence;
    context.stdout(
      `${JSON.stringify({ source, format: FORMAT_VERSION, bytes: bytes.length, choices: choiceCount, scopes: scopeCount, ...rest })}\n`,
    );
    writeLines(
      context.stdout,
      mapped(listEvents(sequence, envelope.meanings), (event) => JSON.stringify(event)),
    );
    return exitCodes.ok;
  }
  const columns = context.columns ?? 80;
  context.stdout(header(envelope, sequence, bytes.length, columns));
  const shown = showSequence(sequence, {
    columns,
    full,
    ...(envelope.meanings === undefined ? {} : { meanings: envelope.meanings }),
    ...(depth === undefined ? {} : { depth }),
    ...(scope === undefined ? {} : { scope }),
  });
  writeLines(context.stdout, shown);
  return exitCodes.ok;
}

/** Writes only the program, so that it can go to a file; several files have a line before each. */
async function showProgram(
  { cwd, raw, stderr }: Context,
  path: string,
  bytes: Uint8Array,
  generator: string | undefined,
): Promise<number> {
  const { sequence, envelope } = decode(path, bytes);
  const definition = await (generator === undefined
    ? sourceOf(envelope.source.name, [], cwd, refuseModules(cwd))
    : findSource(generator, cwd));
  const sources = new SourcePool(definition, 1, { alphabet: sequence.alphabet });
  try {
    const { files } = await remake(sources, sequence, path, stderr);
    for (const { path: name, bytes: content } of files) {
      if (files.length > 1) raw.stdout(`--- ${name}\n`);
      raw.stdout(Buffer.from(content).toString());
    }
    return exitCodes.ok;
  } finally {
    await sources.close();
  }
}

function decode(path: string, bytes: Uint8Array): Decoded {
  try {
    return decodeSequence(bytes, new Alphabet());
  } catch (error) {
    if (!(error instanceof SequenceFileError)) throw error;
    throw new UserError(`cannot show ${path}: ${error.message}`, error.hints);
  }
}

function header(
  { source, seed, provenance }: Envelope,
  { choiceCount, scopeCount }: Decoded['sequence'],
  size: number,
  columns: number,
): string {
  const rows: [string, string][] = [
    ['generator', `${source.name} ${source.version}`],
    ...(seed === undefined ? [] : [['seed', String(seed)] satisfies [string, string]]),
    ...(provenance === undefined ? [] : [['made by', JSON.stringify(provenance)] satisfies [string, string]]),
    ['holds', sizeText(choiceCount, scopeCount)],
    ['file', `${grouped(size)} bytes, format ${FORMAT_VERSION}`],
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(9)}  ${printable(value)}`);
  return `${lines.map((line) => (line.length <= columns ? line : `${line.slice(0, columns - 1)}…`)).join('\n')}\n\n`;
}

function noScope(sequence: Decoded['sequence'], wanted: string): UserError {
  const labels = new Set<string>();
  for (let op = 0; op < sequence.ops.length; op++) {
    if (sequence.isScope(op)) labels.add(printable(sequence.alphabet.labelOf(sequence.ops[op]!)));
  }
  const known = [...labels];
  const meant = didYouMean(wanted, known);
  const some = known.slice(0, 12).join(', ');
  return new UserError(`no scope named "${wanted}"`, [
    known.length === 0
      ? 'it has no scopes at all'
      : `known scopes: ${some}${known.length > 12 ? `, and ${known.length - 12} more` : ''}`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
  ]);
}

/** Writes large pieces: one write for each line would take longer than the rest. */
function writeLines(write: (text: string) => void, lines: Iterable<string>): void {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    write(text);
    text = '';
  }
  if (text !== '') write(text);
}

function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Generator<To> {
  for (const item of items) yield map(item);
}

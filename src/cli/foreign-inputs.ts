/** Inputs that other engines keep: files of libFuzzer, AFL++ and honggfuzz, and shards of Centipede. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { inputsOfShard } from '../centipede/index.ts';
import { readsInputs, sequenceOfInput, type SourceDefinition } from '../source/index.ts';
import type { ChoiceSequence } from '../choice/index.ts';
import { readWhole } from '../util/read-whole.ts';
import { UserError } from '../util/user-error.ts';

const SHARD = /^(?:distilled-.*|corpus)\.\d{6}$/;
/** AFL++ explains its folder of crashes in such a file. */
const NO_INPUT = /^(?:\.|README\.txt$)/;

/** The inputs of a file or a folder. Folders whose names begin with a dot are left out: AFL++ keeps notes there. */
export function inputsIn(cwd: string, path: string): Uint8Array[] {
  const there = resolve(cwd, path);
  if (!statSync(there, { throwIfNoEntry: false }))
    throw new UserError(`cannot import ${path}: there is no such file`, [`looked for: ${there}`]);
  if (!statSync(there).isDirectory()) return inputsOfFile(there);
  return readdirSync(there, { withFileTypes: true })
    .filter((entry) => !NO_INPUT.test(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(there, entry.name);
      if (entry.isDirectory()) return inputsIn(cwd, inside);
      return entry.isFile() ? inputsOfFile(inside) : [];
    });
}

function inputsOfFile(file: string): Uint8Array[] {
  const bytes = readWhole(file);
  return SHARD.test(basename(file)) ? inputsOfShard(bytes) : [bytes];
}

/**
 * The source among these that reads inputs, as a function; its answer is undefined for an input that it cannot
 * write.
 */
export function readerAmong(definitions: readonly SourceDefinition[]): {
  readonly name: string;
  readonly read: (input: Uint8Array) => ChoiceSequence | undefined;
} {
  const reader = definitions.find(readsInputs);
  if (reader !== undefined)
    return { name: reader.name, read: (input): ChoiceSequence | undefined => sequenceOfInput(reader, input) };
  const names = definitions.map(({ name }) => name);
  throw new UserError(
    names.length === 0
      ? 'no source is named that takes in inputs'
      : `${names.join(', ')} cannot take in inputs: a file does not say which choices would make it`,
    [
      'the source bytes takes in any input: --source bytes',
      'a module of yours does, if its definition has answersFor: docs/in-process-sources.md',
    ],
  );
}

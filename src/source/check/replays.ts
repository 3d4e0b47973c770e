/** Replays: the first difference between two runs that should be equal, and its possible cause. */
import { printable } from '../../util/text.ts';
import type { Program } from '../../program/index.ts';
import { isInProcess, type SourceDefinition } from '../definition.ts';
import { describeGenerated } from '../describe.ts';
import type { Made } from '../made.ts';
import type { Source, SourceSettings } from '../source.ts';
import { constantNames, placesName } from '../process/memory-layout.ts';
import { openSource } from '../open-source.ts';

/** The first difference between two programs that should be equal. */
export function replayDifference(fresh: Made, again: Made): string[] | undefined {
  if (fresh.outcome !== 'ok') return undefined;
  if (again.outcome !== 'ok') return ['a replay made no program', ...describeGenerated(again)];
  const isSameRecord = again.record.equals(fresh.record);
  const line = firstDifference(fresh.program, again.program);
  if (isSameRecord && line === undefined) return undefined;
  return [
    isSameRecord ? 'a replay drew the same choices and made another program' : 'a replay drew other choices',
    ...(isSameRecord ? [] : [`first other choice: ${firstOtherChoice(fresh, again)}`]),
    ...(line ?? []),
  ];
}

function firstOtherChoice(a: Made, b: Made): string {
  const length = Math.min(a.record.ops.length, b.record.ops.length);
  let op = 0;
  while (op < length && a.record.ops[op] === b.record.ops[op]) op++;
  return op === a.record.ops.length && op === b.record.ops.length
    ? 'the same questions, other answers'
    : `number ${op} of ${a.record.ops.length}`;
}

function firstDifference(a: Program, b: Program): string[] | undefined {
  for (const file of a.files) {
    const other = b.files.find(({ path }) => path === file.path);
    if (other === undefined) return [`${file.path} is missing the second time`];
    const [left, right] = [file, other].map(({ bytes }) => Buffer.from(bytes).toString().split('\n'));
    const line = left!.findIndex((text, i) => text !== right![i]);
    if (line >= 0 || left!.length !== right!.length) {
      const at = line < 0 ? left!.length : line;
      return [
        `first difference, ${file.path}:${at + 1}:`,
        `  first  ${printable(left![at] ?? '(end)')}`.slice(0, 120),
        `  second ${printable(right![at] ?? '(end)')}`.slice(0, 120),
      ];
    }
  }
  return a.files.length === b.files.length ? undefined : ['there are more files the second time'];
}

export function causes(source: Source, definition: SourceDefinition): string[] {
  if (isInProcess(definition)) {
    return [
      'likely causes:',
      '  it keeps state between programs: a counter, a cache, a random generator of a module',
      '  it reads something that changes: random numbers that it did not draw, the time, a file, the environment',
    ];
  }
  const seen = source.seen();
  const likely = [
    ...(seen.has('draws in other threads')
      ? ['it draws in several threads, whose order is chance: run it with one thread']
      : []),
    ...([...seen.keys()].every((name) => constantNames.has(name))
      ? [
          'it only starts another program, as a script does: name that one as the command',
          'its randomness is not libc: if it reads the processor (rdtsc, rdrand) or has entropy built in, seed it by hand',
        ]
      : []),
    'it keeps state between programs: use process: exec or fork',
    'it reads something that changes: a file, the environment, its own address space, the processor',
  ];
  return [`seen randomness: ${seenText(source)}`, 'likely causes:', ...likely.map((cause) => `  ${cause}`)];
}

export function seenText(source: Source): string {
  const seen = [...source.seen()]
    .filter(([name]) => name !== placesName)
    .map(([name, times]) => `${name} ${times} times`);
  return seen.length === 0 ? 'none that the library knows' : seen.join(', ');
}

/** True if different addresses in each run lead to another program. */
export async function addressesMatter(
  definition: SourceDefinition,
  first: Made,
  options: SourceSettings,
): Promise<string[]> {
  if (isInProcess(definition) || definition.reach === 'stream' || definition.randomAddresses === true)
    return [];
  const source = openSource(
    { ...definition, randomAddresses: true },
    { ...options, alphabet: first.record.alphabet },
  );
  try {
    for (let time = 0; time < 3; time++) {
      await source.close();
      const again = await source.run({ sequence: first.record, isAnew: true });
      const difference = replayDifference(first, again);
      if (difference !== undefined)
        return [
          'it depends on the addresses that the machine gives it, which are kept fixed here; elsewhere replays may differ',
          ...difference.map((text) => `  ${text}`),
        ];
    }
    return ['the same program at any addresses'];
  } finally {
    await source.close();
  }
}

/**
 * Check: real runs of a source, to prove that it is deterministic under replay, and to say what to do where it is not.
 */
import { printable } from '../../util/text.ts';
import type { Program } from '../../program/index.ts';
import { isInProcess, type SourceDefinition } from '../definition.ts';
import { describeGenerated } from '../describe.ts';
import type { Made } from '../made.ts';
import type { Source, SourceSettings } from '../source.ts';
import { constantNames } from '../process/memory-layout.ts';
import { openSource } from '../open-source.ts';
import { scopeProfile } from './scope-profile.ts';
import { slowdown } from './slowdown.ts';
import { median } from '../../util/numbers.ts';

export interface Checked {
  readonly isGood: boolean;
  /** For people, in order. */
  readonly lines: readonly string[];
}

export interface ExamineOptions extends SourceSettings {
  /** List the labels of the scopes. */
  readonly listsScopes?: boolean;
}

export async function examineSource(
  definition: SourceDefinition,
  programs: number,
  options: ExamineOptions = {},
): Promise<Checked> {
  const source = openSource(definition, options);
  try {
    return await checkOpen(source, definition, programs, options);
  } finally {
    await source.close();
  }
}

async function checkOpen(
  source: Source,
  definition: SourceDefinition,
  programs: number,
  options: ExamineOptions,
): Promise<Checked> {
  const made: Made[] = [];
  const replayCpuUs: number[] = [];
  let first: Made | undefined;
  for (let seed = 0; seed < programs; seed++) {
    const fresh = await source.run({ seed });
    made.push(fresh);
    if (fresh.outcome !== 'ok') continue;
    first ??= fresh;
    for (let time = 0; time < 2; time++) {
      const again = await source.run({ seed: seed + 1_000 + time, sequence: fresh.record });
      replayCpuUs.push(again.cost.cpuUs);
      const difference = differenceOf(fresh, again);
      if (difference !== undefined)
        return { isGood: false, lines: [...difference, ...causes(source, definition)] };
    }
  }
  if (first === undefined) {
    const bad = made[0];
    return {
      isGood: false,
      lines: ['no program was made', ...(bad === undefined ? [] : describeGenerated(bad))],
    };
  }
  const good = made.filter((one) => one.outcome === 'ok');
  const counts = good.map(({ record }) => record.choiceCount);
  const ms = (list: readonly number[]): string => `${(median(list) / 1_000).toFixed(1)} ms`;
  const lines = [
    `replayed ${good.length} programs twice each: identical records, identical bytes`,
    `choices in a program: ${median(counts)} (median), ${Math.max(...counts)} (largest)`,
    `scopes in a program: ${median(good.map(({ record }) => record.scopeCount))} (median)`,
    `CPU for a program: ${ms(good.map(({ cost }) => cost.cpuUs))}, replayed ${ms(replayCpuUs)} (medians)`,
    ...(isInProcess(definition) ? [] : await slowdown(definition, programs, options)),
    ...(isInProcess(definition) ? [] : [`randomness: ${seenText(source)}`]),
    ...made
      .filter((one) => one.outcome !== 'ok')
      .map((one) => `not every program: ${describeGenerated(one)[0]}`),
    ...(await addressesMatter(definition, first, options)),
    ...advice(source, definition, counts),
    ...(options.listsScopes === true ? scopeProfile(good.map(({ record }) => record)) : []),
  ];
  return { isGood: median(counts) > 0, lines };
}

/** The first difference between two programs that ought to be equal. */
function differenceOf(fresh: Made, again: Made): string[] | undefined {
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

function causes(source: Source, definition: SourceDefinition): string[] {
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

function seenText(source: Source): string {
  const seen = [...source.seen()].map(([name, times]) => `${name} ${times} times`);
  return seen.length === 0 ? 'none that the library knows' : seen.join(', ');
}

/** Whether other addresses each time give another program. */
async function addressesMatter(
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
      const again = await source.run({ sequence: first.record });
      const difference = differenceOf(first, again);
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

function advice(source: Source, definition: SourceDefinition, counts: readonly number[]): string[] {
  const seen = source.seen();
  return [
    ...(median(counts) === 0
      ? [
          isInProcess(definition)
            ? 'it draws nothing: every program is the same. Ask for choices: draw.pick, draw.integer and the like'
            : 'it draws nothing: every program is the same. Is it linked statically, or does it bring its own randomness?',
        ]
      : []),
    ...(seen.has('draws in other threads')
      ? ['some draws come from other threads: their order is chance']
      : []),
  ];
}

/** The arguments under which programs of a finding are compiled: those of the finding, with each program's own options. */
import type { DrawnOptions, Program } from '../program/index.ts';
import type { FindingRecord } from './record.ts';

/** A program that was read from a file has no options of its own. */
export function argumentsFor(
  { args, options }: Pick<FindingRecord, 'args' | 'options'>,
  program: Pick<Program, 'options'>,
): readonly string[] {
  if (options === undefined || program.options === undefined) return args;
  return [...args.slice(0, args.length - options.args.length), ...program.options.args];
}

/** Facts about a finding that follow from the options of its program. */
export function withOptionsOf(
  record: Pick<FindingRecord, 'args' | 'options'>,
  program: Pick<Program, 'options'>,
): Pick<FindingRecord, 'args' | 'options'> {
  const { options } = program;
  if (options === undefined || record.options === undefined) return { args: record.args };
  return { args: argumentsFor(record, program), options };
}

/** The options, where these arguments end with them: a compiler that others are compared with has arguments of its own. */
export function optionsIn(
  args: readonly string[],
  options: DrawnOptions | undefined,
): Pick<FindingRecord, 'options'> {
  const tail = args.slice(args.length - (options?.args.length ?? 0));
  return options?.args.every((arg, index) => arg === tail[index]) === true ? { options } : {};
}

/** Parts of `repro.sh` that scripts of several kinds of findings share. */
import { otherMachineOf } from '../../build/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import { stepsOfPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf } from './finding-command.ts';

/** The command that makes code from a file: `form` is `-c` or `-S`. */
export function codeCommand(record: FindingRecord, form: string, mainPath: string, to: string): string {
  return stepsOfPipeline(record.args) === undefined
    ? `"$CC" ${wordsOf(record)} ${form} ${quoted(mainPath)} -o ${to}`
    : `generate ${quoted(mainPath)} ${form} ${to}`;
}

/** The command that runs a program for another machine. */
export function runnerOf({ compiler, args }: FindingRecord): string {
  return (otherMachineOf(compiler, args)?.runner ?? []).map((word) => `${quoted(word)} `).join('');
}

/** The arguments for a shell. */
export function wordsOf(record: FindingRecord): string {
  return argumentsOf(record).map(quoted).join(' ');
}

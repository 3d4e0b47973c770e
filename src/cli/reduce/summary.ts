/** The result of a reduction, for a person. */
import { relative } from 'node:path';
import { grouped, roughTime } from '../../util/text.ts';
import type { Context } from '../command.ts';

export interface ReductionSummary {
  readonly end: 'minimal' | 'budget' | 'slow' | 'aborted';
  readonly choices: { readonly from: number; readonly to: number };
  readonly bytes: { readonly from: number; readonly to: number };
  readonly evaluations: number;
  readonly cpuMs: number;
  /** The later work of a text reducer. */
  readonly text?: {
    readonly tool: string;
    readonly guard: string;
    readonly bytes: { readonly from: number; readonly to: number };
  };
  /** A file, or a finding's folder. */
  readonly result: string;
}

const endings: Readonly<Record<ReductionSummary['end'], string>> = {
  minimal: 'nothing near is simpler',
  budget: 'stopped by --evaluations; the same command goes on',
  slow: 'choices earned little, and were left to the step on text',
  aborted: 'interrupted; the same command goes on',
};

export function reductionSummary(
  { end, choices, bytes, evaluations, cpuMs, text, result }: ReductionSummary,
  { cwd }: Pick<Context, 'cwd'>,
): string {
  return [
    `${grouped(bytes.from)} to ${grouped(bytes.to)} bytes, ${grouped(choices.from)} to ${grouped(choices.to)} choices; ${grouped(evaluations)} evaluations, ${roughTime(cpuMs)} of CPU; ${endings[end]}`,
    ...(text === undefined
      ? []
      : [
          `${text.tool} on its text: ${grouped(text.bytes.from)} to ${grouped(text.bytes.to)} bytes; what sanitizers and warnings called worse than ${text.guard} was refused`,
        ]),
    relative(cwd, result) || '.',
    '',
  ].join('\n');
}

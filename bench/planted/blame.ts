/** Blame: which planted defect a finding is about. Only the planted target knows, and it is asked after the campaign. */
import type { Laboratory } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import type { Found } from './hunt.ts';
import { crashOwner, planting, spoilerIn, truthOf } from './truth.ts';

export interface Blame {
  /** Defects that show themselves in the program, each switched on alone. */
  readonly showing: readonly string[];
  /** The one that makes the program fail as the finding says. */
  readonly owner: string | undefined;
}

/** Arguments that the program itself needs, such as its level of the language: they follow those of the campaign. */
export function ownArgs({ args }: Found['record']): readonly string[] {
  return args.slice(planting('all').args.length);
}

export async function blameFor(
  laboratory: Laboratory,
  { record }: Found,
  program: Program,
  args: readonly string[],
): Promise<Blame> {
  const { showing } = await truthOf(laboratory, program, args);
  return { showing, owner: await ownerIn(laboratory, record, program, { args, showing }) };
}

/** The defect that is at work where the program goes wrong; else the only one that shows itself at all. */
async function ownerIn(
  laboratory: Laboratory,
  { kind, culprit }: Found['record'],
  program: Program,
  { args, showing }: { readonly args: readonly string[]; readonly showing: readonly string[] },
): Promise<string | undefined> {
  const owner =
    kind === 'hang' || kind === 'out-of-memory'
      ? showing.find((name) => name.startsWith(kind === 'hang' ? 'hang-' : 'memory-'))
      : kind === 'wrong-code'
        ? await spoilerIn(laboratory, program, args, culprit)
        : await crashOwner(laboratory, program, args);
  return owner ?? (showing.length === 1 ? showing[0] : undefined);
}

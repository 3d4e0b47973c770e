/** Blame: which planted defect a finding is about. Only the planted target knows, and it is asked after the campaign. */
import { cacheFolder } from '../../src/build/index.ts';
import { IrJudge, type Laboratory } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import type { Found } from './hunt.ts';
import { crashOwner, irSpoilerIn, planting, spoilerIn, truthOf } from './truth.ts';

const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

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
  if (record.kind === 'wrong-ir') {
    const owner = await irOwner(laboratory, record, program, args);
    return { showing: owner === undefined ? [] : [owner], owner };
  }
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

async function irOwner(
  laboratory: Laboratory,
  { culprit, difference }: Found['record'],
  program: Program,
  args: readonly string[],
): Promise<string | undefined> {
  if (culprit === undefined || difference === undefined) return undefined;
  const judge = await IrJudge.open(world, () => undefined);
  try {
    const { expected } = difference;
    return await irSpoilerIn({ laboratory, judge }, program, args, { culprit, expected });
  } finally {
    await judge.close();
  }
}

/** Blame: which planted defect a finding is about. Only the planted target knows, and it is asked after the campaign. */
import { cacheFolder } from '../../src/build/index.ts';
import { type Laboratory } from '../../src/laboratory/index.ts';
import { IrJudge } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import type { Found } from './hunt.ts';
import { fixingArgs } from '../../lab/planted/switches.ts';
import { crashOwner, irSpoilerIn, PLANTED, planting, spoilerIn, type Truth, truthOf } from './truth.ts';

const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

export interface Blame {
  /** Defects that show themselves in the program, each switched on alone. */
  readonly showing: readonly string[];
  /** The one that makes the program fail as the finding says. */
  readonly owner: string | undefined;
}

/** Arguments that the program itself needs, such as its level of the language: they follow those of the campaign. */
export function ownArgs({ args }: Found['record']): readonly string[] {
  const own = args.slice(planting('all').args.length);
  const fixed = fixingArgs(PLANTED, '');
  const isFixed = own[fixed.length - 1]?.startsWith(fixed.at(-1)!) === true;
  return isFixed ? own.slice(fixed.length) : own;
}

/** The `fixed` defects were off in that campaign. */
export async function blameFor(
  laboratory: Laboratory,
  { record }: Found,
  program: Program,
  args: readonly string[],
  fixed: readonly string[] = [],
): Promise<Blame> {
  if (record.kind === 'wrong-ir') {
    const owner = await irOwner(laboratory, record, program, { args, fixed });
    return { showing: owner === undefined ? [] : [owner], owner };
  }
  const truth = await truthOf(laboratory, program, args, { fixed });
  return {
    showing: truth.showing,
    owner: await ownerIn(laboratory, record, program, { args, fixed, truth }),
  };
}

interface Circumstances {
  readonly args: readonly string[];
  readonly fixed: readonly string[];
}

/** The defect that is at work where the program goes wrong; else the only one that shows itself at all. */
async function ownerIn(
  laboratory: Laboratory,
  { kind, culprit }: Found['record'],
  program: Program,
  { args, fixed, truth }: Circumstances & { readonly truth: Truth },
): Promise<string | undefined> {
  const { showing, ending } = truth;
  if (kind === 'wrong-code')
    return (await spoilerIn(laboratory, program, { args, fixed, near: culprit })) ?? onlyOne(showing);
  if (kind === 'hang' || kind === 'out-of-memory')
    return (
      showing.find((name) => name.startsWith(kind === 'hang' ? 'hang-' : 'memory-')) ??
      onlyOne(ending) ??
      onlyOne(showing)
    );
  return (await crashOwner(laboratory, program, args, ending)) ?? onlyOne(ending) ?? onlyOne(showing);
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

async function irOwner(
  laboratory: Laboratory,
  { culprit, difference }: Found['record'],
  program: Program,
  { args, fixed }: Circumstances,
): Promise<string | undefined> {
  if (culprit === undefined || difference === undefined) return undefined;
  const judge = await IrJudge.open(world, () => undefined);
  try {
    const { expected } = difference;
    return await irSpoilerIn({ laboratory, judge }, program, args, { culprit, expected, fixed });
  } finally {
    await judge.close();
  }
}

/**
 * Findings of blocks that never run and are not removed any more. A program fails in the same way if the other
 * configuration still removes such a block by the same pass.
 *
 * Cheap questions first: two compiles, then a run that proves the block dead and its function alive, then the pass.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import {
  checkValidity,
  findMends,
  findMissed,
  inspectMissed,
  keptBy,
  levelBelow,
  type MissedBlock,
  summed,
  withoutFacts,
} from '../../oracle/index.ts';
import type { CompilerConfiguration, Laboratory } from '../../laboratory/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { LazyValidity } from '../reduction/lazy-validity.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

export const missedTriage: TriageKind = {
  isCostly: true,
  needsMeaning: true,
  endsWithoutMeaning: true,
  async openTests(opening) {
    const laboratories = await opening.laboratories();
    const validity = opening.validityBy(laboratories[0]);
    return { tests: laboratories.map((each) => new SameMissed(opening.record, each, validity)), validity };
  },
  finish,
};

class SameMissed implements FailureTest {
  readonly #record: FindingRecord;
  readonly #laboratory: Laboratory;
  readonly #validity: LazyValidity;

  /** It owns the laboratory from then on. */
  constructor(record: FindingRecord, laboratory: Laboratory, validity: LazyValidity) {
    this.#record = record;
    this.#laboratory = laboratory;
    this.#validity = validity;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (!(await this.seems(program))) return no('nothing is missed');
    const { asked, better } = sidesOf(this.#record, program);
    const found = await inspectMissed(this.#laboratory, program, asked, better);
    if (found === undefined) return no('no run proves that the block is dead');
    const { signature } = found;
    if (signature.key !== this.#record.signature) return no(signature.key);
    if (!(await this.#validity.allows(program))) return no('undefined behaviour');
    return { isInteresting: true, how: signature.key, said: '' };
  }

  /** Tells by two compiles whether such a block stays. */
  async seems(program: Program): Promise<boolean> {
    const { asked, better } = sidesOf(this.#record, program);
    return (await findMissed(this.#laboratory, program, asked, better)) !== undefined;
  }

  async close(): Promise<void> {
    await this.#laboratory.close();
  }
}

function missedOf({ id, missed }: FindingRecord): MissedBlock {
  if (missed === undefined) throw new Error(`finding ${id} names no block`);
  return missed;
}

/** The two configurations that a finding compares, for any program. */
function sidesOf(
  record: FindingRecord,
  program: Program,
): { readonly asked: CompilerConfiguration; readonly better: readonly CompilerConfiguration[] } {
  const { how, removing } = missedOf(record);
  const asked = { compiler: record.compiler, ...argumentsAgain(record, program.options) };
  const lower = levelBelow(asked);
  if (how === 'refinement') return { asked, better: [withoutFacts(asked)] };
  if (how === 'inversion') return { asked, better: lower === undefined ? [] : [lower] };
  return { asked, better: [{ compiler: removing.compiler, args: asked.args }] };
}

/** The marker of the small program, the releases that keep it, and the options that make the compiler remove it. */
async function finish(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const version = await versionOf(record, laboratory);
  const { asked, better } = sidesOf(record, program);
  const found = await inspectMissed(laboratory, program, asked, better);
  if (found === undefined) return version;
  const { marker } = found.missed;
  folder.saveOutput(`${marker} stays`);
  const { mends, isHeuristic } = await findMends(laboratory, program, asked, marker);
  const names = [...new Set([record.compiler, ...relativesOf(record, laboratory)])];
  const configurations = names.map((compiler) => ({ compiler, args: record.args }));
  const kept = await keptBy(laboratory, program, configurations);
  const affected = summed(
    configurations.map((configuration, index) => {
      const markers = kept[index]?.dead;
      const state = markers === undefined ? 'unclear' : markers.has(marker) ? 'failing' : 'right';
      return { configuration, state };
    }),
  );
  return {
    ...version,
    missed: { ...found.missed, mends, isHeuristic },
    ...(mends[0] === undefined ? {} : { culprit: { kind: 'flags', flags: mends[0].split(' ') } }),
    affected,
    validity: await checkValidity(laboratory, program, { args: record.args }),
  };
}

/**
 * The form of a finding for an optimiser's maintainers: one pass, the module before it, and the command that
 * shows the fault. The files lie in the finding's folder.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { type CompilerConfiguration, hasContract, type Laboratory } from '../../laboratory/index.ts';
import {
  type Culprit,
  evidenceByRunning,
  evidenceOf,
  expectationIn,
  findJudge,
  inspectIr,
  IrJudge,
  onePassOfCrash,
} from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';

type Form = Pick<Partial<FindingRecord>, 'ir' | 'culprit'>;
type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

/** For a crash of a clang; undefined for a crash outside the optimiser. */
export async function formOfCrash(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Form> {
  const { compiler, args, kind, message, pass } = record;
  if (kind !== 'crash') return {};
  const found = await onePassOfCrash(laboratory, program, { compiler, args }, { message, pass });
  return found === undefined ? {} : { culprit: found.culprit, ...kept(folder, found.evidence) };
}

/**
 * For wrong code of a clang with a known pass: by the judge of IR, which allows a reduction, or by running.
 */
export async function formOfWrongCode(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
  culprit: Culprit,
): Promise<Form> {
  const { compiler, args, difference } = record;
  if (culprit.kind !== 'pass' || difference === undefined) return {};
  if (program.beside !== undefined || hasContract(program)) return {};
  const asked = { compiler, args };
  const judged = await judgedEvidence(laboratory, program, asked, culprit);
  const spoiled = { program, asked, culprit };
  return kept(folder, judged ?? (await evidenceByRunning(laboratory, spoiled, expectationIn(difference))));
}

/** Undefined if there is no judge, or if it blames another pass. */
async function judgedEvidence(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  culprit: Culprit & { readonly kind: 'pass' },
): Promise<Evidence> {
  if (findJudge(laboratory.world) === undefined) return undefined;
  const judge = await IrJudge.open(laboratory.world, () => undefined);
  try {
    const tools = { laboratory, judge };
    const found = await inspectIr(tools, program, asked, { near: culprit });
    if (found.kind !== 'wrong' || found.culprit.kind !== 'pass' || found.culprit.pass !== culprit.pass)
      return undefined;
    const evidence = await evidenceOf(tools, program, asked, found);
    return evidence?.passes === undefined ? undefined : evidence;
  } finally {
    await judge.close();
  }
}

function kept(folder: Finding['folder'], evidence: Evidence): Form {
  const { passes, ...modules } = evidence ?? {};
  folder.saveModules(modules);
  return passes === undefined ? {} : { ir: { passes } };
}

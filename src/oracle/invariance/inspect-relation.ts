/**
 * From a broken relation to the facts for a finding: the fewest options that break it, the pass to blame, a
 * signature.
 *
 * Invariant: the difference appeared twice, in separate compiles. Equal bugs give equal signatures: a
 * signature holds only the relation and the pass.
 */
import type { Laboratory } from '../../laboratory/index.ts';
import type { Signature } from '../crash/crash-signature.ts';
import type { Culprit } from '../culprit/culprit.ts';
import { checkRelation, type RelationAnswer, type RelationQuestion } from './check-relation.ts';
import { findDifferingPass } from './differing-pass.ts';
import { nameOfRelation, type CodeRelation } from './relations.ts';

type Broken = Extract<RelationAnswer, { readonly kind: 'differs' | 'refused' }>;

/** A broken relation, in the form for a finding. */
export interface BrokenRelation extends CodeRelation {
  /** The section that differs; absent if the compiler refused the second way. */
  readonly section?: string;
}

export interface BrokenFound {
  readonly relation: BrokenRelation;
  readonly signature: Signature;
  readonly culprit?: Culprit;
  /** For people: the place of the difference, or the compiler's complaint. */
  readonly says: string;
}

/** Undefined if the relation holds at the second attempt. */
export async function inspectRelation(
  laboratory: Laboratory,
  question: RelationQuestion,
): Promise<BrokenFound | undefined> {
  const first = await checkRelation(laboratory, question);
  if (!isBroken(first)) return undefined;
  const least = await narrowed(laboratory, question, first);
  const answer = await checkRelation(laboratory, least);
  if (!isBroken(answer)) return undefined;
  const { compiler } = least.configuration;
  const family = (await laboratory.target(compiler)).compiler?.family ?? compiler;
  return { ...(await blamed(laboratory, least, answer, family)), says: saidBy(answer) };
}

async function blamed(
  laboratory: Laboratory,
  question: RelationQuestion,
  answer: Broken,
  family: string,
): Promise<Omit<BrokenFound, 'says'>> {
  const { relation } = question;
  const about = `${family} ${nameOfRelation(relation)}`;
  if (answer.kind === 'refused') {
    const { message } = answer;
    return { relation, signature: signatureOf(`refused | ${about} | ${message}`, message, undefined) };
  }
  const { section } = answer.difference;
  const culprit = await findDifferingPass(laboratory, question);
  const pass = passOfCulprit(culprit);
  // If the option is about debug information, the pass that makes debug instructions is blamed for all back
  // ends.
  const isDebug = relation.added.some((word) => word.startsWith('-g'));
  const parts = ['depends', about, pass ?? section, ...(isDebug ? architectureIn(question) : [])];
  const signature = signatureOf(parts.join(' | '), '', pass);
  return { relation: { ...relation, section }, signature, culprit };
}

/** The architecture in a clang's arguments; none if it is the usual one. */
function architectureIn({ configuration }: RelationQuestion): readonly string[] {
  const target = configuration.args.findLast((arg) => arg.startsWith('--target='));
  return target === undefined ? [] : [target.slice('--target='.length).split('-')[0]!];
}

function signatureOf(key: string, message: string, pass: string | undefined): Signature {
  return { kind: 'depends', key, message, frames: [], pass };
}

/** The name of the pass; undefined if it is unknown. */
export function passOfCulprit(culprit: Culprit | undefined): string | undefined {
  return culprit?.kind === 'pass' || culprit?.kind === 'dump' ? culprit.pass : undefined;
}

export function isBroken(answer: RelationAnswer): answer is Broken {
  return answer.kind === 'differs' || answer.kind === 'refused';
}

/** True if both answers show the same complaint, or both show a difference. */
export function isSameBreach(answer: RelationAnswer, message: string): boolean {
  return answer.kind === 'refused' ? answer.message === message : answer.kind === 'differs' && message === '';
}

/** For people. */
export function saidBy(answer: Broken): string {
  return answer.kind === 'refused' ? answer.said : answer.difference.says;
}

/**
 * The same question with the fewest options that break the relation in the same way; plain `-g` replaces any
 * other debug option.
 */
async function narrowed(
  laboratory: Laboratory,
  question: RelationQuestion,
  answer: Broken,
): Promise<RelationQuestion> {
  const message = answer.kind === 'refused' ? answer.message : '';
  const breaks = async (relation: CodeRelation): Promise<boolean> =>
    isSameBreach(await checkRelation(laboratory, { ...question, relation }), message);
  const { way, added } = question.relation;
  if (way === 'assembly') {
    // If the options alone make a difference, the assembly is not its cause.
    for (const relation of [
      { way, added: [] },
      { way: 'options', added },
    ] as const)
      if (added.length > 0 && (await breaks(relation))) return { ...question, relation };
    return question;
  }
  if (way !== 'options') return question;
  const isDebug = added.some((word) => word.startsWith('-g') || word.startsWith('-fdebug'));
  const plain = { way, added: ['-g'] } as const;
  if (isDebug && added.join(' ') !== '-g' && (await breaks(plain))) return { ...question, relation: plain };
  const least = await fewest(added, (some) => breaks({ way, added: some }));
  return { ...question, relation: { way, added: least } };
}

/** Removes halves first, then single options. */
async function fewest(
  all: readonly string[],
  breaks: (some: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let words = all;
  for (let half = words; words.length > 1; words = half) {
    const middle = words.length >> 1;
    const halves = [words.slice(0, middle), words.slice(middle)];
    if (await breaks(halves[0]!)) half = halves[0]!;
    else if (await breaks(halves[1]!)) half = halves[1]!;
    else break;
  }
  for (const word of words.length > 1 ? words : []) {
    const rest = words.filter((each) => each !== word);
    if (await breaks(rest)) words = rest;
  }
  return words;
}

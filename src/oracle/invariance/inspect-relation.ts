/**
 * From a relation that does not hold to what a finding needs: the fewest options that break it, the pass to blame, a
 * signature.
 *
 * Invariant: a difference came twice, both times from compiles of its own. Equal bugs give equal signatures: a signature holds
 * the relation and the pass, and nothing of the program.
 */
import type { Laboratory } from '../compare/laboratory.ts';
import type { Signature } from '../crash/crash-signature.ts';
import type { Culprit } from '../culprit/culprit.ts';
import { checkRelation, type RelationAnswer, type RelationQuestion } from './check-relation.ts';
import { findDifferingPass } from './differing-pass.ts';
import { nameOfRelation, type CodeRelation } from './relations.ts';

type Broken = Extract<RelationAnswer, { readonly kind: 'differs' | 'refused' }>;

/** A relation that does not hold, as a finding keeps it. */
export interface BrokenRelation extends CodeRelation {
  /** The section that differs; absent if the second way is refused. */
  readonly section?: string;
}

export interface BrokenFound {
  readonly relation: BrokenRelation;
  readonly signature: Signature;
  readonly culprit?: Culprit;
  /** For people: where the difference is, or what the compiler complains of. */
  readonly says: string;
}

/** Undefined if the relation holds on a second look. */
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
  // A pass that makes debug instructions is blamed for what any back end makes of them.
  const isDebug = relation.added.some((word) => word.startsWith('-g'));
  const parts = ['depends', about, pass ?? section, ...(isDebug ? architectureIn(question) : [])];
  const signature = signatureOf(parts.join(' | '), '', pass);
  return { relation: { ...relation, section }, signature, culprit };
}

/** The architecture that a clang is told of; none if it is the usual one. */
function architectureIn({ configuration }: RelationQuestion): readonly string[] {
  const target = configuration.args.findLast((arg) => arg.startsWith('--target='));
  return target === undefined ? [] : [target.slice('--target='.length).split('-')[0]!];
}

function signatureOf(key: string, message: string, pass: string | undefined): Signature {
  return { kind: 'depends', key, message, frames: [], pass };
}

/** The name of the pass; undefined if nobody knows it. */
export function passOfCulprit(culprit: Culprit | undefined): string | undefined {
  return culprit?.kind === 'pass' || culprit?.kind === 'dump' ? culprit.pass : undefined;
}

export function isBroken(answer: RelationAnswer): answer is Broken {
  return answer.kind === 'differs' || answer.kind === 'refused';
}

/** Whether both answers tell of the same complaint, or both of a difference. */
export function isSameBreach(answer: RelationAnswer, message: string): boolean {
  return answer.kind === 'refused' ? answer.message === message : answer.kind === 'differs' && message === '';
}

/** For people. */
export function saidBy(answer: Broken): string {
  return answer.kind === 'refused' ? answer.said : answer.difference.says;
}

/** The same question with as few options as break the relation in the same way; `-g` in place of any other debug option. */
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
    // A difference that options alone make is none of the assembly.
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

/** By halving, then one by one. */
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

/**
 * The vote on who is right when configurations disagree: the truth decides if it is known, otherwise a
 * majority.
 *
 * Compilers of one family share code, and bugs. Agreement of several families outweighs many configurations
 * of one family. Unoptimised configurations come next. Invariant: a program that took too long does not vote,
 * since "too long" depends on the machine.
 */
import { keptText, type LitmusBug, litmusText } from '../../laboratory/index.ts';
import { outcomesOf, type Truth } from '../../program/index.ts';
import type { Behaviour } from '../../laboratory/index.ts';
import { familyOf, isOptimised } from '../../laboratory/index.ts';
import type { Run } from '../../sandbox/index.ts';

/** Behaviour that a program must have, as text in the form of {@link describeRun}. */
export interface Expectation {
  readonly expected: string;
  /** The other correct outcomes, if there are several. */
  readonly alsoRight?: readonly string[];
  /** True if the wrong program does something else each time, and perhaps the right thing at times. */
  readonly isUnstable?: boolean;
}

/** The difference that shows wrong code. */
export interface Difference extends Expectation {
  readonly actual: string;
  /** The bug that the judge of concurrent code found. */
  readonly bug?: LitmusBug;
}

export function isRight(behaviour: string, { expected, alsoRight = [] }: Expectation): boolean {
  return behaviour === expected || alsoRight.includes(behaviour);
}

/** Picks the expectation out of a larger object. */
export function expectationIn({ expected, alsoRight, isUnstable }: Expectation): Expectation {
  return {
    expected,
    ...(alsoRight === undefined ? {} : { alsoRight }),
    ...(isUnstable === true ? { isUnstable } : {}),
  };
}

/** Undefined for a truth that allows no outcome, which says nothing. */
export function expectationOf(truth: Truth): Expectation | undefined {
  if (truth.kind === 'contract') return { expected: keptText };
  const [expected, ...alsoRight] = outcomesOf(truth).map(
    ({ stdout, exitCode = 0 }) => `exit ${exitCode}\n${Buffer.from(stdout).toString()}`,
  );
  if (expected === undefined) return undefined;
  return alsoRight.length === 0 ? { expected } : { expected, alsoRight };
}

export interface Opinion {
  /** The program's end and output as text: equal text means equal behaviour. */
  readonly behaviour: string;
  readonly labels: readonly string[];
  /** The bug that the judge of concurrent code found. */
  readonly bug?: LitmusBug;
}

export type Verdict =
  | { readonly kind: 'agree'; readonly opinion: Opinion }
  | (Expectation & {
      readonly kind: 'differ';
      readonly by: 'truth' | 'vote';
      readonly right: readonly string[];
      /** The behaviours that are wrong. */
      readonly odd: readonly Opinion[];
    })
  /** The votes for two behaviours are equal. */
  | { readonly kind: 'undecided'; readonly opinions: readonly Opinion[] }
  /** Fewer than two configurations can be compared. */
  | { readonly kind: 'nothing-to-compare'; readonly why: string };

export function describeRun({ end, exitCode, signal, stdout }: Run): string {
  const ended = end === 'exit' ? `exit ${exitCode}` : end === 'signal' ? `${signal}` : end;
  return `${ended}\n${end === 'exit' ? stdout : ''}`;
}

/** The behaviour, if the configuration has a vote. */
export function heardFrom(behaviour: Behaviour | undefined): string | undefined {
  if (behaviour?.kind === 'judged') return litmusText(behaviour.verdict);
  return behaviour?.kind === 'ran' && isHeard(behaviour.run) ? describeRun(behaviour.run) : undefined;
}

/** The end by a limit depends on the machine, so it has no vote. */
export function isHeard({ end }: Run): boolean {
  return !['timeout', 'too-much-output', 'out-of-memory', 'not-run'].includes(end);
}

/** The bug that the judge of concurrent code found; an empty object if there is none. */
export function bugIn(behaviour: Behaviour | undefined): { readonly bug?: LitmusBug } {
  const isBroken = behaviour?.kind === 'judged' && behaviour.verdict.kind === 'breaks';
  return isBroken ? { bug: behaviour.verdict.bug } : {};
}

type Heard = Behaviour & { readonly said: string };

export function judge(behaviours: readonly Behaviour[], truth?: Truth): Verdict {
  const heard = behaviours.flatMap((behaviour): Heard[] => {
    const said = heardFrom(behaviour);
    return said === undefined ? [] : [{ ...behaviour, said }];
  });
  const known = truth && expectationOf(truth);
  if (heard.length < (known ? 1 : 2) || (!known && !endsAsItIs(behaviours, heard)))
    return { kind: 'nothing-to-compare', why: whyNot(behaviours) };
  const groups = new Map<string, Heard[]>();
  for (const behaviour of heard) {
    const key = behaviour.said;
    groups.set(key, [...(groups.get(key) ?? []), behaviour]);
  }
  const ranked = [...groups.entries()].toSorted(([, a], [, b]) => compareWeights(weightOf(b), weightOf(a)));
  const opinions = ranked.map(([behaviour, group]): Opinion => ({
    behaviour,
    labels: group.map(({ label }) => label),
    ...bugIn(group[0]),
  }));
  const [first, second] = opinions;
  if (!first) throw new Error('an opinion without a behaviour');
  if (known) {
    const odd = opinions.filter(({ behaviour }) => !isRight(behaviour, known));
    const right = opinions.filter(({ behaviour }) => isRight(behaviour, known));
    return odd.length === 0
      ? { kind: 'agree', opinion: first }
      : { kind: 'differ', by: 'truth', ...known, right: right.flatMap(({ labels }) => labels), odd };
  }
  if (!second) return { kind: 'agree', opinion: first };
  const isTie = compareWeights(weightOf(ranked[0]?.[1] ?? []), weightOf(ranked[1]?.[1] ?? [])) === 0;
  if (isTie) return { kind: 'undecided', opinions };
  return {
    kind: 'differ',
    by: 'vote',
    expected: first.behaviour,
    right: first.labels,
    odd: opinions.slice(1),
  };
}

/**
 * Compilers may assume that loops end. If no unoptimised build finished, an optimised build that did proves nothing.
 */
function endsAsItIs(all: readonly Behaviour[], heard: readonly Heard[]): boolean {
  const isPlain = ({ configuration }: Behaviour): boolean => !isOptimised(configuration);
  const ran = all.filter((behaviour) => behaviour.kind === 'ran');
  const isCutOff = ran.some((behaviour) => isPlain(behaviour) && behaviour.run.end === 'timeout');
  return !isCutOff || heard.some(isPlain);
}

/** Families, unoptimised families, compilers, configurations: earlier numbers decide first. */
function weightOf(group: readonly Heard[]): number[] {
  const configurations = group.map(({ configuration }) => configuration);
  const plain = configurations.filter((each) => !isOptimised(each));
  return [
    new Set(configurations.map(familyOf)).size,
    new Set(plain.map(familyOf)).size,
    new Set(configurations.map(({ compiler }) => compiler)).size,
    plain.length,
    configurations.length,
  ];
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((weight, at) => weight !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function whyNot(behaviours: readonly Behaviour[]): string {
  const counts = new Map<string, number>();
  for (const behaviour of behaviours) {
    const what = behaviour.kind === 'ran' ? behaviour.run.end : behaviour.kind;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ') || 'no configuration';
}

/** A row for each kind of finding: its title, from its signature, and whether its bug costs little. */
import type { FailureKind, Signature } from '../oracle/index.ts';

interface FindingKind {
  title(signature: Signature): string;
  /** It costs time or memory, or changes code and not what the code does. */
  readonly isLight?: boolean;
}

export const findingKinds: Readonly<Record<FailureKind, FindingKind>> = {
  crash: { title: titleOfFailure },
  hang: { title: titleOfFailure, isLight: true },
  'out-of-memory': { title: titleOfFailure, isLight: true },
  rejected: { title: titleOfFailure },
  'wrong-code': { title: ({ key }) => withoutBars(key, 'wrong-code | ', 'wrong code: ') },
  'wrong-ir': { title: ({ key }) => withoutBars(key, 'wrong-ir | ', 'wrong IR: ') },
  refuted: { title: ({ key }) => withoutBars(key, 'refuted | ', 'refuted: ') },
  depends: { title: ({ key }) => titleOfDependence(key), isLight: true },
  missed: { title: ({ key }) => titleOfMissed(key), isLight: true },
  unreported: { title: ({ key }) => withoutBars(key, 'unreported | ', 'a fault without its report: ') },
};

export function titleOf(signature: Signature): string {
  return findingKinds[signature.kind].title(signature);
}

function withoutBars(key: string, from: string, to: string): string {
  return key.replace(from, to).replaceAll(' | ', ', ');
}

function titleOfFailure({ kind, message, frames, pass }: Signature): string {
  const [frame] = frames;
  const where = frame === undefined ? (pass === undefined ? [] : [`in pass ${pass}`]) : [`in ${frame}`];
  const isTold = message !== '' && kind === 'crash';
  return [isTold ? message : [kind, message].filter(Boolean).join(': '), ...where].join(' ');
}

/** `depends | clang -g | loop-rotate`, or `refused | clang -g -S | message`. */
function titleOfDependence(key: string): string {
  const [how, relation = '', ...more] = key.split(' | ');
  const name = relation.slice(relation.indexOf(' ') + 1);
  const what = more.join(', ');
  return how === 'refused' ? `${name} is refused: ${what}` : `${name} changes the code, ${what}`;
}

/** `missed | gcc regression | vrp1` */
function titleOfMissed(key: string): string {
  const [, what = '', pass = ''] = key.split(' | ');
  const by = pass.startsWith('no ') ? '' : `, removed before by ${pass}`;
  return `a block that never runs stays: ${what}${by}`;
}

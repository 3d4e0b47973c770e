/** The part of a compiler that is to blame, in words. */
import type { Culprit } from '../../oracle/index.ts';

export function culpritText(culprit: Culprit): string {
  switch (culprit.kind) {
    case 'pass':
      return `${culprit.pass}${culprit.rewrite === undefined ? '' : `, ${culprit.rewrite},`} on \`${culprit.on}\` (pass ${culprit.step} of ${culprit.steps} by \`-mllvm -opt-bisect-limit\`)`;
    case 'dump':
      return `${culprit.pass}, the first pass whose dump is another one (\`-fdump-tree-all -fdump-rtl-all\`)`;
    case 'flags':
      return `right with \`${culprit.flags.join(' ')}\``;
    case 'unknown':
      return `unknown: ${culprit.why}`;
  }
}

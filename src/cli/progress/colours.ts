/** Colours for the terminal, by the kind of text; none if the person or the terminal does not want them. */
import { type Paint, type Tone, unpainted } from '../../report/index.ts';

/** Bold, faint and the colours of every terminal, whose palette decides how they look. */
const CODES: Readonly<Record<Tone, string>> = {
  title: '1',
  name: '36',
  finding: '1;31',
  known: '2',
  note: '33',
  curve: '32',
  key: '2',
};

/**
 * Rules of Node: FORCE_COLOR wins over NO_COLOR, which counts if it is not empty. Both win over the
 * terminal's own preference.
 */
export function wantsColours(
  { FORCE_COLOR, NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}

export function paintFor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Paint {
  if (!wantsColours(env, isTerminal)) return unpainted;
  return (tone, text) => `\u001B[${CODES[tone]}m${text}\u001B[0m`;
}

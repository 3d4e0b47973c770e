/**
 * Guards: each wrapper call becomes a function, a macro with the same check, or the bare operation.
 *
 * The edit changes only the name in a call. A guard is removed only if it is known never to step in. The
 * program's run shows this: a program without input has only one path. Invariant: the program computes the
 * same as before.
 */
import type { Draw } from '../../choice/index.ts';
import type { Facts, SourceEdit } from '../../facts/index.ts';
import { type ScannedStatement, statementShape } from '../c/statements.ts';
import { stageTuning } from '../tuning.ts';
import { type GuardForm, macroName, macroOf, type Wrapper, wrapperOf } from './wrappers.ts';

/** Decisions for the whole program. */
export interface GuardSettings {
  /** The weight of each form, for a site whose guard is needed and for a site whose guard is not. */
  readonly weights: Readonly<Record<'function' | GuardForm, number>>;
}

/** Programs with only one form, and programs with several. */
const styles = ['functions', 'macros', 'mixed'] as const;

export function drawGuardSettings(draw: Draw): GuardSettings {
  const most = stageTuning.maxWeight.value;
  const style = draw.pick(styles);
  const bare = draw.integer(0, most);
  const mixed = style === 'mixed' ? [draw.integer(0, most), draw.integer(0, most)] : undefined;
  const [asFunction, checked] = mixed ?? (style === 'macros' ? [0, most] : [most, 0]);
  return { weights: { function: asFunction!, checked: checked!, bare } };
}

/** A call of a wrapper in the text. */
interface GuardSite {
  readonly at: number;
  readonly wrapper: Wrapper;
}

/** A statement with sites, and its inner statements that have sites. */
export interface GuardedStatement {
  readonly label: string;
  readonly sites: readonly GuardSite[];
  readonly inner: readonly GuardedStatement[];
}

/** A quick test; a program may use such a name for something else. */
export function mayHaveGuards(text: string): boolean {
  return text.includes('safe_');
}

/** The body of each function; undefined for a function without sites, which has an empty scope. */
export function guardedIn(
  bodies: readonly ScannedStatement[],
  shapeBits: number = stageTuning.shapeBits.value,
): (GuardedStatement | undefined)[] {
  return bodies.map((body) => guardedStatement(body, shapeBits)[0]);
}

function guardedStatement(statement: ScannedStatement, shapeBits: number): GuardedStatement[] {
  const inner = statement.inner.flatMap((each) => guardedStatement(each, shapeBits));
  const sites = sitesIn(statement);
  if (sites.length === 0 && inner.length === 0) return [];
  return [{ label: labelOf(statement, shapeBits), sites, inner }];
}

function sitesIn({ own }: ScannedStatement): GuardSite[] {
  return own.flatMap(({ kind, text, at }, index) => {
    const wrapper = kind === 'name' && own[index + 1]?.text === '(' ? wrapperOf(text) : undefined;
    return wrapper === undefined ? [] : [{ at, wrapper }];
  });
}

function labelOf(statement: ScannedStatement, bits: number): string {
  return bits === 0 ? statement.kind : `${statement.kind} ${statementShape(statement, bits)}`;
}

/** Sites whose guards did not step in during the run; undefined without a known run. */
export function needlessSites(facts: Facts | undefined): ReadonlySet<number> | undefined {
  const { analysis, run } = facts ?? {};
  if (analysis === undefined || run === undefined) return undefined;
  return new Set(analysis.wrappers.filter((_, index) => !run.fired[index]!).map(({ begin }) => begin));
}

export interface GuardEdits {
  readonly edits: readonly SourceEdit[];
  /** Definitions that the edits need, before the program's text. */
  readonly macros: readonly string[];
}

export function editGuards(
  draw: Draw,
  bodies: readonly (GuardedStatement | undefined)[],
  { weights }: GuardSettings,
  needless: ReadonlySet<number> | undefined,
): GuardEdits {
  const edits: SourceEdit[] = [];
  const macros = new Set<string>();
  const least = stageTuning.leastWeight.value;
  const visit = ({ label, sites, inner }: GuardedStatement): void =>
    draw.scope(label, () => {
      for (const { at, wrapper } of sites) {
        const isFree = !wrapper.isGuarded || needless?.has(at) === true;
        const form = draw.scope(wrapper.kind, () =>
          draw.weighted<'function' | GuardForm>([
            [weights.function + least, 'function'],
            [weights.checked, 'checked'],
            [isFree ? weights.bare : 0, 'bare'],
          ]),
        );
        if (form === 'function') continue;
        macros.add(macroOf(wrapper, form));
        edits.push({ begin: at, end: at + wrapper.name.length, text: macroName(wrapper, form) });
      }
      for (const each of inner) visit(each);
    });
  for (const body of bodies) draw.scope('function', () => body && visit(body));
  return { edits: edits.toSorted((a, b) => a.begin - b.begin), macros: [...macros].toSorted() };
}

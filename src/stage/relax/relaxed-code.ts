/**
 * Relaxations: code that a generator avoids, at places where it does no harm.
 *
 * Statements that never run may contain anything: null and dangling pointers, indices out of bounds,
 * variables without a value, jumps to anywhere. An optimiser must not let any of it affect code that runs.
 * Invariants: in a program that is not adventurous only statements that never ran change; each place is one
 * question, and 0 keeps it.
 */
import type { Draw } from '../../choice/index.ts';
import type { SourceEdit } from '../../facts/index.ts';
import { stageTuning } from '../tuning.ts';
import type { RelaxedPlace } from './places.ts';
import type { RelaxableGlobal } from './globals.ts';
import type { RelaxableFunction, RelaxableStatement } from './relaxable.ts';
import type { Relaxation, RelaxationSettings } from './settings.ts';

export function relaxCode(
  draw: Draw,
  functions: readonly RelaxableFunction[],
  settings: RelaxationSettings,
  globals: readonly RelaxableGlobal[] = [],
): SourceEdit[] {
  const inFunctions = functions.flatMap((each) =>
    draw.scope('function', () => new RelaxedFunction(draw, each, settings).edits()),
  );
  const ofGlobals = globals.flatMap(({ isDead, begin, end }): SourceEdit[] => {
    const share = (isDead ? settings.dead : settings.live)?.initialisation ?? 0;
    const isGone = share > 0 && draw.scope('global', () => draw.boolean(share / 100));
    return isGone ? [{ begin, end, text: '' }] : [];
  });
  return [...ofGlobals, ...inFunctions];
}

class RelaxedFunction {
  readonly #draw: Draw;
  readonly #function: RelaxableFunction;
  readonly #settings: RelaxationSettings;
  readonly #labels = new Map<number, string>();
  readonly #edits: SourceEdit[] = [];

  constructor(draw: Draw, relaxable: RelaxableFunction, settings: RelaxationSettings) {
    this.#draw = draw;
    this.#function = relaxable;
    this.#settings = settings;
  }

  edits(): SourceEdit[] {
    this.#visit(this.#function.body);
    for (const [at, label] of this.#labels) this.#edits.push({ begin: at, end: at, text: `${label}: ; ` });
    return this.#edits;
  }

  /** A statement that runs has no scope if there is no question in it. */
  #visit(statement: RelaxableStatement): void {
    if (!statement.holdsDead && this.#settings.live === undefined) return;
    this.#draw.scope(statement.label, () => {
      if (statement.isPlaceToJump) this.#mayJump(statement);
      const { initialiser } = statement;
      if (initialiser !== undefined && this.#does(statement, 'initialisation')) {
        this.#edits.push({ ...initialiser, text: '' });
        return;
      }
      for (const place of statement.places) this.#mayRelax(statement, place);
      for (const each of statement.inner) this.#visit(each);
    });
  }

  /** Percent of similar places that are relaxed. */
  #shareOf({ ran }: RelaxableStatement, relaxation: Relaxation): number {
    const { dead, live } = this.#settings;
    if (ran === undefined) return 0;
    return (ran ? live : dead)?.[relaxation] ?? 0;
  }

  #does(statement: RelaxableStatement, relaxation: Relaxation): boolean {
    const share = this.#shareOf(statement, relaxation);
    return share > 0 && this.#draw.scope(relaxation, () => this.#draw.boolean(share / 100));
  }

  #mayJump(statement: RelaxableStatement): void {
    const { integers } = this.#function;
    const { begin } = statement;
    const targets = this.#targetsFor(statement);
    const isInReach = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
      from <= begin && begin < to;
    const hasTarget = targets.dead.length + targets.live.length > 0;
    if (!hasTarget || !integers.some(isInReach) || !this.#does(statement, 'goto')) return;
    const isToLive =
      targets.live.length > 0 &&
      (targets.dead.length === 0 || this.#draw.boolean(stageTuning.jumpsToLive.value));
    const target = this.#draw.pick(isToLive ? targets.live : targets.dead);
    const label = this.#labels.get(target) ?? `cgfuzz_label_${target}`;
    this.#labels.set(target, label);
    const condition = this.#draw.pick(integers.filter(isInReach)).name;
    this.#edits.push({ begin, end: begin, text: `if (${condition}) goto ${label}; ` });
  }

  /**
   * A jump that never runs goes anywhere. A jump that runs goes to code that never ran, or onward, so that it does not
   * turn forever.
   */
  #targetsFor({ begin, ran }: RelaxableStatement): Record<'dead' | 'live', readonly number[]> {
    const { targets, liveTargets } = this.#function;
    const live = ran === false ? liveTargets : liveTargets.filter((at) => at > begin);
    return { dead: targets, live };
  }

  #mayRelax(statement: RelaxableStatement, place: RelaxedPlace): void {
    const text = this.#replacement(statement, place);
    if (text !== undefined) this.#edits.push({ begin: place.begin, end: place.end, text });
  }

  #replacement(statement: RelaxableStatement, place: RelaxedPlace): string | undefined {
    switch (place.kind) {
      case 'pointer':
        return this.#pointer(statement, place.type, place.pointee);
      case 'index':
        return this.#does(statement, 'index') ? this.#index(place.begin) : undefined;
      case 'index-expression':
        return this.#does(statement, 'index-expression')
          ? this.#draw.pick([' - ', ' * ', ' / ', ' % '])
          : undefined;
      case 'conflict':
        return this.#does(statement, 'conflict') ? `(${place.written} = ${place.name})` : undefined;
    }
  }

  /** A number, a variable, or the difference of both. */
  #index(at: number): string {
    const inReach = this.#function.integers.filter(({ from, to }) => from <= at && at < to);
    const number = String(this.#draw.integer(0, stageTuning.mostIndex.value));
    if (inReach.length === 0) return number;
    const form = this.#draw.pick(['number', 'name', 'difference'] as const);
    if (form === 'number') return number;
    const { name } = this.#draw.pick(inReach);
    return form === 'name' ? name : `${name} - ${number}`;
  }

  /** Braces keep the inserted statements together in every context. */
  #pointer(statement: RelaxableStatement, type: string, pointee: string): string | undefined {
    if (this.#does(statement, 'null')) return `((${type})0)`;
    const isWhole = pointee !== 'void' && !pointee.startsWith('const void');
    if (isWhole && this.#does(statement, 'dangling')) return `({ ${pointee} cgfuzz_gone; &cgfuzz_gone; })`;
    const fitting = this.#function.parameters.filter((each) => each.type === pointee);
    if (fitting.length > 0 && this.#does(statement, 'parameter'))
      return `(&${this.#draw.pick(fitting).name})`;
    return undefined;
  }
}

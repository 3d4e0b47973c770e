/**
 * Relaxations: what a generator takes care never to write, put where it does no harm.
 *
 * In statements that never run anything goes: null and dangling pointers, indices out of bounds, variables without a value,
 * jumps to anywhere. An optimiser may not let any of it reach what does run. Invariants: where a program is not adventurous
 * only statements change that never ran; each place is one question, and 0 leaves it alone.
 */
import type { Draw } from '../../choice/index.ts';
import type { DeclaredName, Facts, SourceEdit } from '../../facts/index.ts';
import { type ScannedStatement, statementShape } from '../c/statements.ts';
import { stageTuning } from '../tuning.ts';
import {
  initialiserIn,
  isInteger,
  type NamesAt,
  namesAtUses,
  type RelaxedPlace,
  placesIn,
} from './places.ts';
import type { Relaxation, RelaxationSettings } from './settings.ts';

/** Knowledge of the text that is relaxed. */
interface Ground {
  readonly facts: Facts;
  readonly namesAt: NamesAt;
  /** By where a statement begins, whether it ran. */
  readonly ran: ReadonlyMap<number, boolean>;
  /** Variables of the whole file. */
  readonly globals: readonly DeclaredName[];
}

/** Nothing where it is not known what runs. */
export function relaxCode(
  draw: Draw,
  bodies: readonly ScannedStatement[],
  settings: RelaxationSettings,
  facts: Facts | undefined,
): SourceEdit[] {
  const { run, analysis } = facts ?? {};
  if (facts === undefined || run === undefined || analysis === undefined) return [];
  const ran = new Map(analysis.statements.map(({ begin }, index) => [begin, run.ran[index]!]));
  const globals = analysis.names.filter(
    ({ kind, inFunction, at }) => kind === 'variable' && inFunction < 0 && at >= 0,
  );
  const ground = { facts, namesAt: namesAtUses(facts), ran, globals };
  return bodies.flatMap((body) =>
    draw.scope('function', () => new RelaxedFunction(draw, ground, settings, body).edits()),
  );
}

/** Statements that something may be put in front of. */
const single: ReadonlySet<string> = new Set(['expression', 'if', 'for', 'while', 'return', 'declaration']);

class RelaxedFunction {
  readonly #draw: Draw;
  readonly #ground: Ground;
  readonly #settings: RelaxationSettings;
  readonly #body: ScannedStatement;
  readonly #parameters: readonly DeclaredName[];
  /** Places that a jump may go to: statements in lists that never ran. */
  readonly #targets: number[] = [];
  readonly #labels = new Map<number, string>();
  readonly #edits: SourceEdit[] = [];

  constructor(draw: Draw, ground: Ground, settings: RelaxationSettings, body: ScannedStatement) {
    this.#draw = draw;
    this.#ground = ground;
    this.#settings = settings;
    this.#body = body;
    const { functions, names } = ground.facts.analysis;
    const around = functions.find(({ begin, end }) => begin <= body.begin && body.end <= end);
    this.#parameters = (around?.parameters ?? []).map((index) => names[index]!);
  }

  edits(): SourceEdit[] {
    this.#findTargets(this.#body);
    this.#visit(this.#body);
    for (const [at, label] of this.#labels) this.#edits.push({ begin: at, end: at, text: `${label}: ; ` });
    return this.#edits;
  }

  #findTargets({ kind, inner }: ScannedStatement): void {
    for (const each of inner) {
      if (kind === 'block' && single.has(each.kind) && this.#isDead(each)) this.#targets.push(each.begin);
      this.#findTargets(each);
    }
  }

  #isDead({ begin }: ScannedStatement): boolean {
    return this.#ground.ran.get(begin) === false;
  }

  #visit(statement: ScannedStatement, isInList = false): void {
    const label = `${statement.kind} ${statementShape(statement, stageTuning.shapeBits.value)}`;
    this.#draw.scope(label, () => {
      if (isInList && single.has(statement.kind)) this.#mayJump(statement);
      if (statement.kind === 'declaration') this.#mayDropInitialiser(statement);
      else if (statement.kind !== 'case' && statement.kind !== 'goto')
        for (const place of placesIn(statement, this.#ground.namesAt, this.#ground.facts.analysis.types))
          this.#mayRelax(statement, place);
      for (const each of statement.inner) this.#visit(each, statement.kind === 'block');
    });
  }

  /** Percent of the places like this one. */
  #shareOf(statement: ScannedStatement, relaxation: Relaxation): number {
    const { dead, live } = this.#settings;
    const ran = this.#ground.ran.get(statement.begin);
    if (ran === undefined) return 0;
    return (ran ? live : dead)?.[relaxation] ?? 0;
  }

  #does(statement: ScannedStatement, relaxation: Relaxation): boolean {
    const share = this.#shareOf(statement, relaxation);
    return share > 0 && this.#draw.scope(relaxation, () => this.#draw.boolean(share / 100));
  }

  #mayDropInitialiser(statement: ScannedStatement): void {
    const initialiser = initialiserIn(statement);
    if (initialiser !== undefined && this.#does(statement, 'initialisation'))
      this.#edits.push({ ...initialiser, text: '' });
  }

  #mayJump(statement: ScannedStatement): void {
    const { begin } = statement;
    const conditions = this.#conditionsAt(begin);
    if (this.#targets.length === 0 || conditions.length === 0 || !this.#does(statement, 'goto')) return;
    const target = this.#draw.pick(this.#targets);
    const label = this.#labels.get(target) ?? `cgfuzz_label_${target}`;
    this.#labels.set(target, label);
    const condition = this.#draw.pick(conditions);
    this.#edits.push({ begin, end: begin, text: `if (${condition}) goto ${label}; ` });
  }

  /** Names of integers that can be read there, parameters and those of the whole file. */
  #conditionsAt(at: number): string[] {
    const { types } = this.#ground.facts.analysis;
    return [...this.#parameters, ...this.#ground.globals]
      .filter(({ type, from, to }) => isInteger(types[type]!) && from <= at && at < to)
      .map(({ name }) => name);
  }

  #mayRelax(statement: ScannedStatement, place: RelaxedPlace): void {
    const text = this.#replacement(statement, place);
    if (text !== undefined) this.#edits.push({ begin: place.begin, end: place.end, text });
  }

  #replacement(statement: ScannedStatement, place: RelaxedPlace): string | undefined {
    switch (place.kind) {
      case 'pointer':
        return this.#pointer(statement, place.type, place.pointee);
      case 'index':
        return this.#does(statement, 'index')
          ? String(this.#draw.integer(0, stageTuning.mostIndex.value))
          : undefined;
      case 'index-expression':
        return this.#does(statement, 'index-expression')
          ? this.#draw.pick([' - ', ' * ', ' / ', ' % '])
          : undefined;
      case 'conflict':
        return this.#does(statement, 'conflict') ? `(${place.written} = ${place.name})` : undefined;
    }
  }

  /** Braces keep what is put in together, whatever stands around it. */
  #pointer(statement: ScannedStatement, type: string, pointee: string): string | undefined {
    const { types } = this.#ground.facts.analysis;
    if (this.#does(statement, 'null')) return `((${type})0)`;
    const isWhole = pointee !== 'void' && !pointee.startsWith('const void');
    if (isWhole && this.#does(statement, 'dangling')) return `({ ${pointee} cgfuzz_gone; &cgfuzz_gone; })`;
    const fitting = this.#parameters.filter((each) => types[each.type] === pointee);
    if (fitting.length > 0 && this.#does(statement, 'parameter'))
      return `(&${this.#draw.pick(fitting).name})`;
    return undefined;
  }
}

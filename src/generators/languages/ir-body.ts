/**
 * The body of a function of LLVM IR while the source `ir` writes it.
 *
 * Invariant: an instruction uses only values that are made on each path to it.
 */
import type { Draw } from '../../choice/index.ts';
import { irConstant, type IrType } from './ir-types.ts';

/** A function that later functions call. */
export interface IrSignature {
  readonly name: string;
  readonly result: IrType;
  readonly parameters: readonly IrType[];
}

/** The instructions of a function so far, and the values that the next instruction may use. */
export class IrBody {
  readonly draw: Draw;
  readonly functions: readonly IrSignature[];
  readonly declared: Set<string>;
  readonly lines: string[] = [];
  /** Names of values by the text of their type, newest first. */
  values: ReadonlyMap<string, readonly string[]> = new Map();
  /** The block that the next instruction goes to. */
  block = 'entry';
  readonly #taken = new Set<string>();

  constructor(draw: Draw, functions: readonly IrSignature[], declared: Set<string>) {
    this.draw = draw;
    this.functions = functions;
    this.declared = declared;
  }

  say(line: string): void {
    this.lines.push(`  ${line}`);
  }

  begin(block: string): void {
    this.lines.push(`${block}:`);
    this.block = block;
  }

  /** A name that no other value or block of the function has. */
  name(beginning: string): string {
    const drawn = `${beginning}${this.draw.integer(0, 999)}`;
    let name = drawn;
    for (let number = 1; this.#taken.has(name); number++) name = `${drawn}.${number}`;
    this.#taken.add(name);
    return name;
  }

  /** Makes a value known to the instructions that follow. */
  know(type: Pick<IrType, 'text'>, name: string): string {
    const others = this.values.get(type.text) ?? [];
    this.values = new Map(this.values).set(type.text, [name, ...others]);
    return name;
  }

  of(type: Pick<IrType, 'text'>): readonly string[] {
    return this.values.get(type.text) ?? [];
  }

  /** Values that are made inside are unknown afterwards, since other paths do not make them. */
  inside<T>(write: () => T): T {
    const before = this.values;
    const result = write();
    this.values = before;
    return result;
  }
}

/** A value of the type: one that is known, or a constant. */
export function operand(body: IrBody, type: IrType): string {
  const { draw } = body;
  const known = body.of(type);
  return draw.weighted([
    [known.length > 0 ? 4 : 0, () => draw.pick(known)],
    [1, () => irConstant(draw, type)],
  ])();
}

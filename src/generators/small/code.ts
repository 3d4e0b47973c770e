/**
 * SmallCode of the small sources: expressions and statements as pairs of functions. `value` or `run` executes them,
 * and `text` prints them.
 *
 * A program is executed first and printed then: an operation that leaves what C defines notes this while it
 * runs, and its text says more. Each operation means the same either way, so one execution is enough.
 */
import {
  type LaneComparison,
  castText,
  compared,
  computed,
  floated,
  type FloatOperator,
  type WholeOperator,
  wholeText,
} from './operations.ts';
import { converted, I32, type Lane, type LaneType, literalText } from './types.ts';

/** An expression without side effects. */
export interface SmallCode {
  readonly type: LaneType;
  readonly value: () => Lane;
  readonly text: () => string;
}

/** The way in which a statement ends: in order, out of the loop, to its next round, or out of the function. */
export type ActEnding = 'next' | 'break' | 'continue' | 'return';

export interface Act {
  readonly run: () => ActEnding;
  /** Lines without indentation. */
  readonly text: () => string;
}

/** A variable, and its value while the program is executed. */
export class SmallCell {
  readonly name: string;
  readonly type: LaneType;
  readonly initial: Lane;
  value: Lane;

  constructor(name: string, type: LaneType, initial: Lane) {
    this.name = name;
    this.type = type;
    this.initial = initial;
    this.value = initial;
  }
}

export function constantCode(type: LaneType, value: Lane): SmallCode {
  return { type, value: () => value, text: () => parenthesised(literalText(type, value)) };
}

export function read(cell: SmallCell): SmallCode {
  return { type: cell.type, value: () => cell.value, text: () => cell.name };
}

function parenthesised(text: string): string {
  return /^\w+$/.test(text) ? text : `(${text})`;
}

export function casted(type: LaneType, from: SmallCode): SmallCode {
  if (type === from.type) return from;
  // C does not define a negative float as an unsigned number; as a signed number it wraps.
  const isOpen = from.type.kind === 'float' && type.kind === 'whole' && !type.isSigned && type.bits > 1;
  return {
    type,
    value: () => converted(type, from.value())!,
    text: () => `(${castText(type, isOpen ? `((long long)${parenthesised(from.text())})` : from.text())})`,
  };
}

/** An operation on whole numbers; operands of other types are converted first. */
export function operated(
  operator: WholeOperator,
  left: SmallCode,
  right: SmallCode,
  type: LaneType = left.type,
): SmallCode {
  const [a, b] = [casted(type, left), casted(type, right)];
  let isPlain = true;
  return {
    type,
    value: () => {
      const result = computed(operator, type, a.value() as bigint, b.value() as bigint);
      if (!result.isPlain) isPlain = false;
      return result.value;
    },
    text: () => `(${wholeText(operator, type, isPlain, a.text(), b.text())})`,
  };
}

/** A sum or product of floating numbers; a result out of the normal numbers gives the left operand. */
export function floatOperated(operator: FloatOperator, left: SmallCode, right: SmallCode): SmallCode {
  const { type } = left;
  const b = casted(type, right);
  return {
    type,
    value: () => floated(operator, type, left.value() as number, b.value() as number) ?? Number.NaN,
    text: () => `(${castText(type, `${left.text()} ${operator} ${b.text()}`)})`,
  };
}

export function comparedCode(operator: LaneComparison, left: SmallCode, right: SmallCode): SmallCode {
  const b = casted(left.type, right);
  return {
    type: I32,
    value: () => (compared(operator, left.value(), b.value()) ? 1n : 0n),
    text: () => `(${left.text()} ${operator} ${b.text()})`,
  };
}

export function chosen(test: SmallCode, yes: SmallCode, no: SmallCode): SmallCode {
  const other = casted(yes.type, no);
  return {
    type: yes.type,
    value: () => (isTrue(test) ? yes.value() : other.value()),
    text: () => `(${castText(yes.type, `${test.text()} ? ${yes.text()} : ${other.text()}`)})`,
  };
}

export function isTrue(test: SmallCode): boolean {
  const value = test.value();
  return value !== 0n && value !== 0;
}

/** A place that can be read and written; `type` converts what is written. */
export interface PlaceCode extends SmallCode {
  readonly set: (value: Lane) => void;
}

export function placed(cell: SmallCell): PlaceCode {
  return {
    ...read(cell),
    set: (value) => {
      cell.value = value;
    },
  };
}

/** An array, and its elements while the program is executed. */
export interface Cells {
  readonly name: string;
  readonly type: LaneType;
  readonly values: Lane[];
}

/** An element; the index is within the array. */
export function element(cells: Cells, index: SmallCode): PlaceCode {
  return {
    type: cells.type,
    value: () => cells.values[Number(index.value())]!,
    set: (value) => {
      cells.values[Number(index.value())] = value;
    },
    text: () => `${cells.name}[${index.text()}]`,
  };
}

export function assignedAct(place: PlaceCode, value: SmallCode): Act {
  const given = casted(place.type, value);
  return {
    run: () => {
      place.set(given.value());
      return 'next';
    },
    text: () => `${place.text()} = ${given.text()};\n`,
  };
}

export function sequence(acts: readonly Act[]): Act {
  return {
    run: () => {
      for (const act of acts) {
        const ending = act.run();
        if (ending !== 'next') return ending;
      }
      return 'next';
    },
    text: () => acts.map((act) => act.text()).join(''),
  };
}

export function leaving(how: Exclude<ActEnding, 'next'>, text: string = how): Act {
  return { run: () => how, text: () => `${text};\n` };
}

export function ifThen(test: SmallCode, then: Act): Act {
  return {
    run: () => (isTrue(test) ? then.run() : 'next'),
    text: () => `if (${test.text()}) {\n${then.text()}}\n`,
  };
}

/** The text with two spaces for each open brace. */
export function indented(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (/^[})]/.test(line)) depth--;
      const isLabel = /^(?:\w+:|#)/.test(line);
      const result = line === '' || isLabel ? line : '  '.repeat(Math.max(0, depth)) + line;
      if (line.endsWith('{')) depth++;
      return result;
    })
    .join('\n');
}

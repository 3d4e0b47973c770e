/** x86-64 assembly as gcc and clang write it: the instructions of one function, with their operands taken apart. */
import { type Code, readCode } from '../traces.ts';
import { NotAsked } from '../not-asked.ts';

export type Width = 1 | 2 | 4 | 8;

export type Operand =
  | { readonly kind: 'register'; readonly name: string; readonly width: Width; readonly isHigh: boolean }
  | { readonly kind: 'immediate'; readonly value: number }
  | {
      readonly kind: 'memory';
      readonly symbol: string | undefined;
      readonly offset: number;
      readonly base: string | undefined;
      readonly index: string | undefined;
      readonly scale: number;
      /** True if the place holds the symbol's address, and not its value. */
      readonly isGot: boolean;
    }
  | { readonly kind: 'label'; readonly name: string };

export interface Instruction {
  readonly name: string;
  readonly isLocked: boolean;
  readonly operands: readonly Operand[];
  readonly text: string;
}

/** The code of a function, from its lines. */
export function decodeX86(lines: readonly string[]): Code<Instruction> {
  return readCode(lines, decode);
}

function decode(line: string): Instruction {
  const isLocked = /^lock\b/.test(line);
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line.replace(/^lock\s*;?\s*/, ''))!;
  const operands = splitOperands(rest).map((text) => operandOf(text, line));
  return { name, isLocked, operands, text: line };
}

/** Commas separate operands, except inside brackets. */
function splitOperands(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const memoryPattern =
  /^(?:(?<symbol>[A-Za-z_.$][\w.$]*)(?<got>@GOTPCREL)?)?(?<offset>[-+]?\d+)?(?:\((?:%(?<base>\w+))?(?:,%(?<index>\w+)(?:,(?<scale>\d))?)?\))?$/;

function operandOf(text: string, line: string): Operand {
  if (text.startsWith('%')) return registerOf(text.slice(1), line);
  if (text.startsWith('$')) {
    const value = Number(text.slice(1));
    if (!Number.isInteger(value)) throw new NotAsked(line);
    return { kind: 'immediate', value };
  }
  if (/^[.\w$]+$/.test(text) && !/^-?\d/.test(text)) return { kind: 'label', name: text };
  const groups = memoryPattern.exec(text)?.groups;
  if (groups === undefined) throw new NotAsked(line);
  return {
    kind: 'memory',
    symbol: groups['symbol'],
    offset: Number(groups['offset'] ?? 0),
    base: groups['base'],
    index: groups['index'],
    scale: Number(groups['scale'] ?? 1),
    isGot: groups['got'] !== undefined,
  };
}

function registerOf(name: string, line: string): Operand {
  const kind = 'register';
  const numbered = /^(r\d+)([dwb]?)$/.exec(name);
  if (numbered !== null) {
    const widths: Readonly<Record<string, Width>> = { '': 8, d: 4, w: 2, b: 1 };
    return { kind, name: numbered[1]!, width: widths[numbered[2]!]!, isHigh: false };
  }
  const legacy = /^(?<prefix>[re]?)(?<letters>[abcd]x|[sd]i|[sb]p)$/.exec(name)?.groups;
  if (legacy !== undefined) {
    const width = legacy['prefix'] === 'r' ? 8 : legacy['prefix'] === 'e' ? 4 : 2;
    return { kind, name: `r${legacy['letters']}`, width, isHigh: false };
  }
  const byte = /^(?:(?<letter>[abcd])(?<half>[lh])|(?<long>[sd]i|[sb]p)l)$/.exec(name)?.groups;
  if (byte === undefined) throw new NotAsked(line);
  const full = byte['long'] ?? `${byte['letter']}x`;
  return { kind, name: `r${full}`, width: 1, isHigh: byte['half'] === 'h' };
}

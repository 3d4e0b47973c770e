/**
 * Lines of AArch32 code (ARM and Thumb), parsed. Compilers put constants and addresses into words after the
 * code, the pool; here a load from the pool gets the word itself.
 */
import { conditionNames } from './flags.ts';
import { type CodeLine, readLine } from './run-thread.ts';

export interface ArmLine extends CodeLine {
  /** The name without a condition, without the `s` for flags, and without the encoding's width. */
  readonly base: string;
  readonly setsFlags: boolean;
  /** The condition for executing the instruction. */
  readonly condition: string | undefined;
}

const maySetFlags = 'adc add and asr bic eor lsl lsr mov mul mvn neg orn orr ror rrx rsb rsc sbc sub';
const others =
  'addw b bfc bfi bl blx bx cbnz cbz clrex clz cmn cmp dmb dsb isb mcr mla mls movt movw nop pop push rbit ' +
  'sbfx subw sxtb sxth teq tst ubfx uxtb uxth ' +
  'lda ldab ldaex ldaexb ldaexd ldaexh ldah ldm ldmdb ldmfd ldmia ldmib ldr ldrb ldrd ldrex ldrexb ldrexd ldrexh ' +
  'ldrh ldrsb ldrsh stl stlb stlex stlexb stlexd stlexh stlh stm stmdb stmfd stmia stmib str strb strd strex ' +
  'strexb strexd strexh strh';
const flagSetters = new Set(maySetFlags.split(' '));
const known = new Set([...flagSetters, ...others.split(' ')]);

export function readArmLine(text: string): ArmLine {
  const line = readLine(text);
  const name = line.name.replace(/\.[wn]$/, '');
  const condition = conditionNames.find((each) => name.endsWith(each));
  const parts =
    partsOf(name) ?? (condition === undefined ? undefined : partsOf(name.slice(0, -condition.length)));
  const { base, setsFlags } = parts ?? { base: name, setsFlags: false };
  const isPlain = partsOf(name) !== undefined || parts === undefined;
  return { ...line, base, setsFlags, condition: isPlain ? undefined : condition };
}

function partsOf(name: string): Pick<ArmLine, 'base' | 'setsFlags'> | undefined {
  if (known.has(name)) return { base: name, setsFlags: false };
  const base = name.slice(0, -1);
  return name.endsWith('s') && flagSetters.has(base) ? { base, setsFlags: true } : undefined;
}

/** The lines of a function, in which `ldr r0, .L4+4` has become `ldr r0, =x`. */
export function withConstants(lines: readonly string[]): string[] {
  const pool = constantsOf(lines);
  return lines.map((line) => {
    const [, start, label = '', offset = '0'] =
      /^(ldr(?:[a-z]{2})?(?:\.w)? +\w+, *)(\.\w+)(?:\+(\d+))?$/.exec(line) ?? [];
    const word = pool.get(label)?.[Number(offset) / 4];
    return start === undefined || word === undefined ? line : `${start}=${word}`;
  });
}

/** The words after each label; further labels between them are ignored. */
function constantsOf(lines: readonly string[]): Map<string, string[]> {
  const pool = new Map<string, string[]>();
  let open: string[][] = [];
  for (const line of lines) {
    const label = /^(\.\w+):$/.exec(line)?.[1];
    const word = /^\.(?:word|long) +(.+)$/.exec(line)?.[1];
    if (label !== undefined) {
      const words: string[] = [];
      pool.set(label, words);
      open.push(words);
    } else if (word === undefined) open = [];
    else for (const words of open) words.push(word);
  }
  return pool;
}

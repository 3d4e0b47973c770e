/**
 * Flags put on instructions of IR, one at a time, as an optimiser would that believes too much.
 *
 * A copy of the module with a check in place of the flag says if the flag holds in the run. The check calls a function
 * that is `unreachable` if the flag does not hold.
 */
import { findSource } from '../../src/generators/index.ts';
import type { IrJudge, IrTools, Judged } from '../../src/oracle/index.ts';
import { compilerArgsFor, openSource } from '../../src/source/index.ts';

/** One flag that an instruction lacks. */
interface Planting {
  readonly flag: string;
  readonly line: number;
  readonly flagged: string;
  /** Lines that set `%cgfuzz.f` to true if the flag does not hold. */
  readonly check: readonly string[];
  /** The functions that the check calls, and metadata that the flag needs. */
  readonly declared: readonly string[];
}

export interface PlantedFlag {
  readonly flag: string;
  readonly instruction: string;
  /** True if the flag holds each time that the run comes by. */
  readonly holds: boolean;
  /** True if the judge complains of the module. */
  readonly isReported: boolean;
}

/** One of every five flags that programs of loom lack after `-O1`, from a seed on; the caller ends the list. */
export async function* flagsOfPrograms(
  { laboratory, judge }: IrTools,
  { compiler, seed, count = Infinity }: { compiler: string; seed: number; count?: number },
): AsyncIterable<PlantedFlag> {
  const definition = await findSource('loom language=c', process.cwd());
  const source = openSource(definition);
  try {
    for (let at = seed; at < seed + count; at++) {
      const made = await source.run({ seed: at });
      if (made.outcome !== 'ok') continue;
      const asked = { compiler, args: ['-O1', ...compilerArgsFor(definition, made.program)] };
      const [module] = await laboratory.compile(made.program, [asked], {}, 'ir-after-passes');
      if (module?.outcome !== 'ok') continue;
      yield* plantedFlags(judge, Buffer.from(module.output).toString(), 5);
    }
  } finally {
    await source.close();
  }
}

/** A regular sample of the flags that a module's text lacks. Flags that the judge cannot judge are left out. */
async function* plantedFlags(judge: IrJudge, text: string, every: number): AsyncIterable<PlantedFlag> {
  const lines = text.split('\n');
  for (const [at, planting] of [...plantings(lines)].entries()) {
    if (at % every !== 0) continue;
    const checked = await judge.judge(moduleOf(lines, planting, 'check'));
    const holds = checked.kind === 'ok';
    if (!holds && !isCheckFailed(checked)) continue;
    const flagged = await judge.judge(moduleOf(lines, planting, 'flag'));
    if (flagged.kind !== 'ok' && flagged.kind !== 'complaint') continue;
    yield {
      flag: planting.flag,
      instruction: planting.flagged.trim(),
      holds,
      isReported: flagged.kind === 'complaint',
    };
  }
}

function isCheckFailed(judged: Judged): boolean {
  return judged.kind === 'complaint' && judged.complaint.function === 'cgfuzz.check';
}

const CHECK = [
  'define void @cgfuzz.check(i1 %f) {',
  '  br i1 %f, label %y, label %n',
  'y:',
  '  unreachable',
  'n:',
  '  ret void',
  '}',
];

function moduleOf(
  lines: readonly string[],
  { line, flagged, check, declared }: Planting,
  side: 'check' | 'flag',
): Uint8Array {
  const own = lines[line]!;
  const put = side === 'flag' ? [flagged] : [...check, '  call void @cgfuzz.check(i1 %cgfuzz.f)', own];
  const missing = declared.filter((each) => !lines.some((present) => isSameDeclaration(present, each)));
  const end = side === 'flag' ? declared.filter((each) => each.startsWith('!')) : [...missing, ...CHECK];
  return Buffer.from([...lines.slice(0, line), ...put, ...lines.slice(line + 1), ...end, ''].join('\n'));
}

function isSameDeclaration(present: string, wanted: string): boolean {
  const name = /@llvm\.[\w.]+/.exec(wanted)?.[0];
  return name !== undefined && present.startsWith('declare') && present.includes(`${name}(`);
}

const BINARY =
  /^  %\S+ = (?<op>add|sub|mul|shl|lshr|ashr|udiv|sdiv|or) (?<flags>(?:(?:nuw|nsw|exact|disjoint) )*)(?<type>i\d+) (?<a>[^,]+), (?<b>[^,!]+)$/;
const ZEXT = /^  %\S+ = zext (?<type>i\d+) (?<a>\S+) to i\d+$/;
const LOAD =
  /^  (?<result>%\S+) = load (?<type>i(?:8|16|32|64)), ptr (?<p>[^,]+), align \d+(?:, !tbaa !\d+)?$/;

function* plantings(lines: readonly string[]): Iterable<Planting> {
  for (const [line, text] of lines.entries()) {
    const binary = BINARY.exec(text)?.groups;
    if (binary !== undefined) yield* ofBinary(line, text, binary);
    const zext = ZEXT.exec(text)?.groups;
    if (zext !== undefined)
      yield {
        flag: 'nneg',
        line,
        flagged: text.replace('zext ', 'zext nneg '),
        check: [`  %cgfuzz.f = icmp slt ${zext['type']} ${zext['a']}, 0`],
        declared: [],
      };
    const load = LOAD.exec(text)?.groups;
    if (load !== undefined) {
      const { type, p } = load;
      yield {
        flag: 'range',
        line,
        flagged: `${text}, !range !99999`,
        check: [
          `  %cgfuzz.v = load ${type}, ptr ${p}, align 1`,
          `  %cgfuzz.f = icmp ne ${type} %cgfuzz.v, 77`,
        ],
        declared: [`!99999 = !{${type} 77, ${type} 78}`],
      };
    }
  }
}

function* ofBinary(line: number, text: string, groups: Record<string, string>): Iterable<Planting> {
  const { op = '', flags = '', type = '', a = '', b = '' } = groups;
  for (const flag of FLAGS[op] ?? []) {
    if (flags.includes(flag)) continue;
    const ordered = flag === 'nuw' ? `${op} nuw ${flags}` : `${op} ${flags}${flag} `;
    const { check, declared = [] } = checkOf({ op, flag, type, a, b });
    yield { flag: `${op} ${flag}`, line, flagged: text.replace(`${op} ${flags}`, ordered), check, declared };
  }
}

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  add: ['nuw', 'nsw'],
  sub: ['nuw', 'nsw'],
  mul: ['nuw', 'nsw'],
  shl: ['nuw', 'nsw'],
  lshr: ['exact'],
  ashr: ['exact'],
  udiv: ['exact'],
  sdiv: ['exact'],
  or: ['disjoint'],
};

interface Flagged {
  readonly op: string;
  readonly flag: string;
  readonly type: string;
  readonly a: string;
  readonly b: string;
}

function checkOf({ op, flag, type, a, b }: Flagged): Pick<Planting, 'check'> & Partial<Planting> {
  switch (op) {
    case 'add':
    case 'sub':
    case 'mul': {
      const name = `@llvm.${flag === 'nsw' ? 's' : 'u'}${op}.with.overflow.${type}`;
      return {
        check: [
          `  %cgfuzz.o = call {${type}, i1} ${name}(${type} ${a}, ${type} ${b})`,
          `  %cgfuzz.f = extractvalue {${type}, i1} %cgfuzz.o, 1`,
        ],
        declared: [`declare {${type}, i1} ${name}(${type}, ${type})`],
      };
    }
    case 'shl':
      return { check: backAndForth({ type, a, b }, 'shl', flag === 'nsw' ? 'ashr' : 'lshr') };
    case 'lshr':
    case 'ashr':
      return { check: backAndForth({ type, a, b }, op, 'shl') };
    case 'or':
      return {
        check: [`  %cgfuzz.o = and ${type} ${a}, ${b}`, `  %cgfuzz.f = icmp ne ${type} %cgfuzz.o, 0`],
      };
    default: {
      const remainder = op === 'udiv' ? 'urem' : 'srem';
      return {
        check: [
          `  %cgfuzz.o = ${remainder} ${type} ${a}, ${b}`,
          `  %cgfuzz.f = icmp ne ${type} %cgfuzz.o, 0`,
        ],
      };
    }
  }
}

function backAndForth(
  { type, a, b }: Pick<Flagged, 'type' | 'a' | 'b'>,
  forth: string,
  back: string,
): string[] {
  return [
    `  %cgfuzz.o = ${forth} ${type} ${a}, ${b}`,
    `  %cgfuzz.b = ${back} ${type} %cgfuzz.o, ${b}`,
    `  %cgfuzz.f = icmp ne ${type} %cgfuzz.b, ${a}`,
  ];
}

/**
 * Random small programs in assembly, for holding the models of machines against herd7: as the judge reads them, and as herd7
 * does. A line of text is one program: threads between bars, instructions between semicolons.
 */
import { makeRandom, uniformUnit } from '../../src/choice/engine/fresh.ts';
import { outcomesOfCode } from '../../src/laboratory/litmus/judge.ts';

export type WeakName = 'armv8' | 'riscv' | 'power';

const places = ['x', 'y', 'z'];
const MOST_READS = 3;

interface Machine {
  readonly herd: string;
  /** Registers of addresses, of the values 1 and 2, and of what is read, as the judge knows them. */
  readonly address: readonly string[];
  readonly value: readonly string[];
  readonly result: readonly string[];
  readonly prelude: readonly string[];
  readonly returns: string;
  readonly keep: (name: string, result: string) => readonly string[];
  /** An instruction of herd's, and a register as herd shows it. */
  readonly forHerd: (instruction: string) => string;
  readonly shown: (register: string) => string;
  readonly instruction: (random: Random, parts: Parts) => readonly string[];
}

/** Registers that are drawn for one instruction. */
interface Parts {
  readonly address: string;
  readonly value: string;
  readonly result: string;
  readonly label: string;
  /** The text read before, if any. */
  readonly earlier: string | undefined;
}

interface Random {
  readonly below: (bound: number) => number;
}

function randomOf(seed: number): Random {
  const generator = makeRandom(seed);
  return { below: (bound) => Math.floor(uniformUnit(generator) * bound) };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

const scratch = { armv8: 'w12', riscv: 'a6', power: 'r12' };

const armv8: Machine = {
  herd: 'AArch64',
  address: ['x1', 'x2', 'x3'],
  value: ['w4', 'w5'],
  result: ['w6', 'w7', 'w8'],
  returns: 'ret',
  prelude: [
    ...places.flatMap((name, at) => [
      `adrp x${at + 1}, :got:${name}`,
      `ldr x${at + 1}, [x${at + 1}, :got_lo12:${name}]`,
    ]),
    'mov w4, #1',
    'mov w5, #2',
  ],
  keep: (name, result) => [`adrp x9, ${name}`, `add x9, x9, :lo12:${name}`, `str ${result}, [x9]`],
  forHerd: (instruction) => instruction.toUpperCase(),
  shown: (register) => register.toUpperCase().replace('W', 'X'),
  instruction(random, { address, value, result, label, earlier }) {
    const at = `[${address}]`;
    const kind = random.below(earlier === undefined ? 12 : 16);
    if (kind < 3) return [`${pick(random, ['ldr', 'ldr', 'ldar', 'ldapr'])} ${result}, ${at}`];
    if (kind < 7) return [`${pick(random, ['str', 'str', 'stlr'])} ${value}, ${at}`];
    if (kind < 9) return [`dmb ${pick(random, ['ish', 'ishld', 'ishst'])}`];
    if (kind < 12) {
      const order = pick(random, ['', 'a', 'l', 'al']);
      const into = pick(random, [result, 'wzr']);
      return [`${pick(random, ['swp', 'ldadd'])}${order} ${value}, ${into}, ${at}`];
    }
    const data = [`eor ${scratch.armv8}, ${earlier}, ${earlier}`];
    if (kind === 12) return [`cbnz ${earlier}, ${label}`, `${label}:`];
    if (kind === 13) return [`cbnz ${earlier}, ${label}`, `${label}:`, 'isb'];
    if (kind === 14)
      return [...data, `add ${scratch.armv8}, ${scratch.armv8}, #1`, `str ${scratch.armv8}, ${at}`];
    return [`str ${earlier}, ${at}`];
  },
};

const riscvNumbers: Readonly<Record<string, string>> = {
  zero: 'x0',
  t0: 'x5',
  t1: 'x6',
  t2: 'x7',
  s1: 'x9',
  a0: 'x10',
  a1: 'x11',
  a6: 'x16',
  s2: 'x18',
  s3: 'x19',
  t3: 'x28',
};

const riscv: Machine = {
  herd: 'RISCV',
  address: ['s1', 's2', 's3'],
  value: ['t0', 't3'],
  result: ['t1', 't2', 'a0'],
  returns: 'ret',
  prelude: [...places.map((name, at) => `la s${at + 1},${name}`), 'li t0,1', 'li t3,2'],
  keep: (name, result) => [`la a5,${name}`, `sw ${result},0(a5)`],
  forHerd: (instruction) =>
    instruction.replaceAll(/\b(zero|[ast]\d)\b/g, (name) => riscvNumbers[name] ?? name),
  shown: (register) => riscvNumbers[register]!,
  instruction(random, { address, value, result, label, earlier }) {
    const kind = random.below(earlier === undefined ? 12 : 15);
    if (kind < 3) return [`lw ${result},0(${address})`];
    if (kind < 6) return [`sw ${value},0(${address})`];
    if (kind < 9) return [`fence ${pick(random, ['rw,rw', 'rw,w', 'r,rw', 'r,r', 'w,w', 'w,r', 'rw,r'])}`];
    if (kind < 12) {
      const order = pick(random, ['', '.aq', '.rl', '.aqrl']);
      const into = pick(random, [result, 'zero']);
      return [`${pick(random, ['amoswap.w', 'amoadd.w'])}${order} ${into},${value},(${address})`];
    }
    if (kind === 12) return [`bne ${earlier},zero,${label}`, `${label}:`];
    if (kind === 13)
      return [
        `xor ${scratch.riscv},${earlier},${earlier}`,
        `addi ${scratch.riscv},${scratch.riscv},1`,
        `sw ${scratch.riscv},0(${address})`,
      ];
    return [`sw ${earlier},0(${address})`];
  },
};

const power: Machine = {
  herd: 'PPC',
  address: ['r3', 'r4', 'r5'],
  value: ['r6', 'r7'],
  result: ['r9', 'r10', 'r11'],
  returns: 'blr',
  prelude: [
    ...places.flatMap((name, at) => [
      `addis r${at + 3},r2,${name}@toc@ha`,
      `addi r${at + 3},r${at + 3},${name}@toc@l`,
    ]),
    'li r6,1',
    'li r7,2',
  ],
  keep: (name, result) => [`addis r14,r2,${name}@toc@ha`, `stw ${result},${name}@toc@l(r14)`],
  forHerd: (instruction) => instruction,
  shown: (register) => register,
  instruction(random, { address, value, result, label, earlier }) {
    const kind = random.below(earlier === undefined ? 11 : 18);
    const barrier = (): string => pick(random, ['sync', 'lwsync', 'lwsync', 'eieio']);
    if (kind < 3) return [`lwz ${result},0(${address})`];
    if (kind < 7) return [`stw ${value},0(${address})`];
    if (kind < 10) return [barrier()];
    const { power: made } = scratch;
    if (kind === 10) {
      // herd7 lets the jump depend on the stored value alone, so that value depends on the loaded one.
      const sum = pick(random, [
        [`add ${made},${result},${value}`],
        [`xor ${made},${result},${result}`, `add ${made},${made},${value}`],
      ]);
      const pair = [`${label}:`, `lwarx ${result},r0,${address}`, ...sum, `stwcx. ${made},r0,${address}`];
      return [...pair, `bne ${label}`, ...pick(random, [[], ['isync'], ['lwsync']])];
    }
    const jump = [`cmpwi ${earlier},0`, `bne ${label}`, `${label}:`];
    const zero = `xor ${made},${earlier},${earlier}`;
    if (kind === 11) return jump;
    if (kind === 12) return [...jump, 'isync'];
    if (kind === 13) return [zero, `addi ${made},${made},1`, `stw ${made},0(${address})`];
    if (kind < 16) return [zero, `lwzx ${result},${made},${address}`];
    if (kind === 16) return [zero, `stwx ${value},${made},${address}`];
    return [`stw ${earlier},0(${address})`];
  },
};

const machines: Readonly<Record<WeakName, Machine>> = { armv8, riscv, power };

/** An access of a ring on POWER, after what orders it against the access before. */
function powerAccess(random: Random, parts: Parts, isLoad: boolean, isFirst: boolean): string[] {
  const { address, value, result, label, earlier } = parts;
  const { power: made } = scratch;
  const plain = isLoad ? [`lwz ${result},0(${address})`] : [`stw ${value},0(${address})`];
  if (isFirst) return plain;
  const kind = random.below(earlier === undefined ? 5 : 11);
  if (kind < 5) return [...pick(random, [[], ['lwsync'], ['lwsync'], ['sync'], ['eieio']]), ...plain];
  const jump = [`cmpwi ${earlier},0`, `bne ${label}`, `${label}:`];
  if (kind === 5) return [...jump, ...plain];
  if (kind < 8) return [...jump, 'isync', ...plain];
  const zero = `xor ${made},${earlier},${earlier}`;
  if (isLoad) return [zero, `lwzx ${result},${made},${address}`];
  if (kind === 8) return [zero, `stwx ${value},${made},${address}`];
  return [zero, `add ${made},${made},${value}`, `stw ${made},0(${address})`];
}

/**
 * A program in which each thread goes from one location to the next. POWER orders so little that programs of single
 * instructions hardly ever miss an outcome.
 */
function drawRing(machine: Machine, random: Random): string {
  const size = 2 + random.below(2);
  const count = pick(random, [2, 2, 2, 3, 3, 4]);
  const threads = Array.from({ length: count }, (_, thread) => {
    const length = count === 2 ? 2 + random.below(2) : thread < 2 ? 2 : 1 + random.below(2);
    const start = random.below(3) === 0 ? random.below(size) : thread % size;
    let reads = 0;
    let latest: string | undefined;
    return Array.from({ length }, (__, at) => {
      const isLoad = random.below(2) === 0;
      const parts: Parts = {
        address: machine.address[(start + (at === 2 && random.below(2) === 0 ? 1 : at)) % size]!,
        value: pick(random, machine.value),
        result: machine.result[reads]!,
        label: `LC${thread}${at}`,
        earlier: latest,
      };
      const lines = powerAccess(random, parts, isLoad, at === 0);
      if (isLoad) latest = parts.result;
      if (isLoad) reads++;
      return lines;
    })
      .flat()
      .join('; ');
  });
  return threads.join(' | ');
}

/** One program, as a line of text. Two threads or three, up to four instructions each, on two locations mostly. */
export function drawMachineTest(name: WeakName, seed: number): string {
  const machine = machines[name];
  const random = randomOf(seed);
  if (name === 'power' && random.below(4) > 0) return drawRing(machine, random);
  const locations = random.below(4) === 0 ? 3 : 2;
  const threads = Array.from({ length: random.below(6) === 0 ? 3 : 2 }, (_, thread) => {
    const lines: string[] = [];
    let reads = 0;
    const count = 2 + random.below(2);
    for (let made = 0; made < count; made++) {
      const parts: Parts = {
        address: machine.address[random.below(locations)]!,
        value: pick(random, machine.value),
        result: machine.result[Math.min(reads, MOST_READS - 1)]!,
        label: `LC${thread}${made}`,
        earlier: reads === 0 ? undefined : machine.result[random.below(reads)]!,
      };
      const next = machine.instruction(random, parts);
      if (reads === MOST_READS && next.some((line) => isRead(line, parts.result))) continue;
      if (next.some((line) => isRead(line, parts.result))) reads++;
      lines.push(...next);
    }
    return lines.join('; ');
  });
  return threads.join(' | ');
}

/** Whether it writes the register that is there for what is read. */
function isRead(line: string, result: string): boolean {
  const [, name = '', operands = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  if (/^(?:st|sw$|eor|xor|add|dmb|fence|cbnz|bne|cmp)/.test(name)) return false;
  const into = operands.split(/,\s*/)[/^(?:swp|ldadd)/.test(name) ? 1 : 0];
  return into === result;
}

function threadsOf(text: string): string[][] {
  return text.split(' | ').map((thread) => thread.split('; ').filter((line) => line !== ''));
}

/** Registers that a thread reads into. */
function readsOf({ result }: Machine, lines: readonly string[]): string[] {
  return result.filter((register) => lines.some((line) => isRead(line, register)));
}

/** The outcomes that our model allows the program, in herd's words, sorted. */
export function statesByJudge(
  name: WeakName,
  text: string,
  asked: { readonly hasLocations: boolean } = { hasLocations: true },
): string[] {
  const machine = machines[name];
  const threads = threadsOf(text);
  const read = threads.map((lines) => readsOf(machine, lines));
  const assembly = threads
    .map((lines, thread) => {
      const kept = read[thread]!.flatMap((register) => machine.keep(`P${thread}_${register}`, register));
      const code = [...machine.prelude, ...lines, ...kept, machine.returns]
        .map((line) => `\t${line}\n`)
        .join('');
      return `P${thread}:\n${code.replaceAll(/\t(LC\d+:)/g, '$1')}\t.size\tP${thread}, .-P${thread}\n`;
    })
    .join('');
  const observed = [
    ...read.flatMap((registers, thread) =>
      registers.map((register) => ({ kind: 'local' as const, thread, name: register })),
    ),
    ...(asked.hasLocations ? places.map((place) => ({ kind: 'location' as const, name: place })) : []),
  ];
  const contract = {
    shape: '',
    test: '',
    threads: threads.length,
    observed,
    allowed: [],
    tolerated: [],
    locations: places.map((place) => ({ name: place, initial: 0 })),
  };
  const shownBy = (outcome: string): string =>
    outcome.replaceAll(
      /(\d):(\w+)=/g,
      (_, thread: string, register: string) => `${thread}:${machine.shown(register)}=`,
    );
  return [...outcomesOfCode(contract, assembly, name)].map((outcome) => normal(shownBy(outcome))).toSorted();
}

/** The program as a file for herd7, which prints all its states. */
export function herdText(name: WeakName, label: string, text: string): string {
  const machine = machines[name];
  const threads = threadsOf(text);
  const registers = threads.flatMap((_, thread) => [
    ...machine.address.map((register, at) => `${thread}:${inHerd(machine, register)}=${places[at]};`),
    ...machine.value.map((register, at) => `${thread}:${inHerd(machine, register)}=${at + 1};`),
  ]);
  const rows = Math.max(...threads.map((lines) => lines.length));
  const table = Array.from({ length: rows }, (_, row) =>
    threads.map((lines) => machine.forHerd(lines[row] ?? '')).join(' | '),
  );
  const seen = threads.flatMap((lines, thread) =>
    readsOf(machine, lines).map((register) => `${thread}:${machine.shown(register)};`),
  );
  return [
    `${machine.herd} ${label}`,
    `{ ${registers.join(' ')} }`,
    ` ${threads.map((_, thread) => `P${thread}`).join(' | ')} ;`,
    ...table.map((row) => ` ${row} ;`),
    `locations [${seen.join(' ')} x; y; z;]`,
    'exists (x=9)',
    '',
  ].join('\n');
}

function inHerd(machine: Machine, register: string): string {
  return machine.shown(register);
}

/** The output of herd7, by the names of the tests. A loop that herd7 does not follow to the end is of pairs that fail. */
export function statesByHerd(stdout: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, name = '', states = ''] of stdout.matchAll(
    /^Test (\S+) \w+\nStates \d+\n([^]*?)\n(?:Loop )?(?:Ok|No)\n/gm,
  ))
    found.set(name, states.split('\n').map(normal).toSorted());
  return found;
}

/** One way of writing a state. */
function normal(state: string): string {
  return state
    .split(';')
    .map((part) => part.trim().replaceAll(/[[\]]/g, ''))
    .filter((part) => part !== '')
    .toSorted()
    .join(' ');
}

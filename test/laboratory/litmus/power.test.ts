/** POWER: what its code can show by hand, and what the judge makes of the code of gcc and clang. */
import { describe, expect, it } from 'vitest';
import { casesFrom } from '../../../bench/litmus/cases.ts';
import { machineOf } from '../../../src/laboratory/index.ts';
import { judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';
import { brokenOnPaper } from '../../../src/laboratory/litmus/on-paper.ts';
import { litmusText } from '../../../src/laboratory/litmus/verdict.ts';
import { canShow as canShowOn, twoAccessShapes } from './can-show.ts';
import {
  answersTo,
  answersSpoiledBy,
  answersWith,
  baseCases,
  codeOfLine,
  expectWeakerToBeWrong,
  someWideCases,
  unorderedCases,
} from './compiled-tests.ts';

/** Registers 3 to 5 hold the addresses of x, y and z. Loads go to registers 9 and 10, which are kept as r0 and r1. */
const prelude = ['x', 'y', 'z'].flatMap((name, at) => [
  `addis ${at + 3}, 2, ${name}@toc@ha`,
  `addi ${at + 3}, ${at + 3}, ${name}@toc@l`,
]);
const one = 'li 8, 1';
const two = 'li 8, 2';
const [storeX, storeY, loadX, loadY] = ['stw 8, 0(3)', 'stw 8, 0(4)', 'lwz 10, 0(3)', 'lwz 9, 0(4)'];
const loadFirst = 'lwz 9, 0(3)';

function canShow(outcome: string, ...threads: string[][]): boolean {
  const whole = threads.map((lines, thread) => [
    ...prelude,
    ...lines,
    ...[0, 1]
      .filter((place) => outcome.includes(`${thread}:r${place}=`))
      .flatMap((place) => [
        `addis 7, 2, P${thread}_r${place}@toc@ha`,
        `stw ${9 + place}, P${thread}_r${place}@toc@l(7)`,
      ]),
  ]);
  return canShowOn('power', outcome, whole);
}

const shapes = twoAccessShapes({ one, two, storeX, storeY, loadX, loadY, loadFirst });

describe('POWER', () => {
  it.each(Object.entries(shapes))('orders %s by sync in both threads, and not by one', (_, shape) => {
    const [outcome, a, b, c, d] = shape;
    expect(canShow(outcome, [...a, 'sync', ...b], [...c, ...d])).toBe(true);
    expect(canShow(outcome, [...a, ...b], [...c, 'sync', ...d])).toBe(true);
    expect(canShow(outcome, [...a, 'sync', ...b], [...c, 'sync', ...d])).toBe(false);
  });

  it.each<[keyof typeof shapes, boolean]>([
    ['MP', false],
    ['LB', false],
    ['S', false],
    ['2+2W', false],
    ['SB', true],
    ['R', true],
  ])('shows %s with lwsync in both threads: %s', (name, isSeen) => {
    const [outcome, a, b, c, d] = shapes[name]!;
    expect(canShow(outcome, [...a, 'lwsync', ...b], [...c, 'lwsync', ...d])).toBe(isSeen);
  });

  const asked = '1:r0=1; 1:r1=0;';
  const sender = [one, storeX, 'lwsync', storeY];
  it.each<[string, boolean, string[]]>([
    ['nothing', true, [loadY, loadX]],
    ['lwsync', false, [loadY, 'lwsync', loadX]],
    ['a barrier for writes', true, [loadY, 'eieio', loadX]],
    ['a jump', true, [loadY, 'cmpwi 9, 0', 'bne 0, .L1', '.L1:', loadX]],
    ['isync without a jump', true, [loadY, 'isync', loadX]],
    ['a jump and isync', false, [loadY, 'cmpw 7, 9, 9', 'bne- 7, $+4', 'isync', loadX]],
    ['a jump before the load', true, ['cmpw 7, 9, 9', 'bne- 7, .+4', loadY, 'isync', loadX]],
    ['its address', false, [loadY, 'xor 7, 9, 9', 'lwzx 10, 3, 7']],
    ['its address by a selection', false, [loadY, 'cmpwi 9, 1', 'isel 7, 0, 0, 2', 'lwzx 10, 3, 7']],
    ['a pair and isync', false, ['lwarx 9, 0, 4', 'stwcx. 9, 0, 4', 'bne- 0, .-8', 'isync', loadX]],
    ['a pair of another value', false, ['lwarx 9, 0, 4', 'stwcx. 8, 0, 4', 'bne- .-8', 'isync', loadX]],
    ['a pair without a jump', true, ['lwarx 9, 0, 4', 'stwcx. 9, 0, 4', 'isync', loadX]],
  ])('lets a reader be ordered by %s: seen too early is %s', (_, isSeen, reader) => {
    expect(canShow(asked, sender, reader)).toBe(isSeen);
    expect(canShow(asked, [one, storeX, 'eieio', storeY], reader)).toBe(isSeen);
  });

  it('lets two readers see two writes in different orders, unless sync stands between their loads', () => {
    const iriw = (barrier: string): boolean =>
      canShow(
        '0:r0=1; 0:r1=0; 1:r0=1; 1:r1=0;',
        [loadFirst, barrier, 'lwz 10, 0(4)'],
        [loadY, barrier, loadX],
        [one, storeX],
        [one, storeY],
      );
    expect(iriw('nop')).toBe(true);
    expect(iriw('lwsync')).toBe(true);
    expect(iriw('sync')).toBe(false);
  });

  it('carries along what a thread saw before its barrier', () => {
    const wrc = (barrier: string): boolean =>
      canShow(
        '1:r0=1; 1:r1=0;',
        [one, storeX],
        [loadY, 'lwsync', loadX],
        ['lwz 11, 0(3)', 'cmpwi 11, 1', 'bne .L1', barrier, one, storeY, '.L1:'],
      );
    expect(wrc('nop')).toBe(true);
    expect(wrc('lwsync')).toBe(false);
  });

  it('orders a store after loads that it depends on, by value or by a jump', () => {
    const lb = (second: string[]): boolean =>
      canShow('0:r0=1; 1:r0=1;', [loadFirst, 'lwsync', one, storeY], [one, loadY, ...second]);
    expect(lb([storeX])).toBe(true);
    expect(lb(['stw 9, 0(3)'])).toBe(false);
    expect(lb(['cmpwi 9, 1', 'bne .L1', '.L1:', storeX])).toBe(false);
    expect(lb(['cmpwi 9, 1', 'isel 8, 8, 8, 2', storeX])).toBe(false);
  });

  /** Another thread writes z; the reader loads z to 11 and 12, and r0 is y and twice the first and four times the second. */
  const collect = ['slwi 11, 11, 1', 'slwi 12, 12, 2', 'add 9, 9, 11', 'add 9, 9, 12'];
  const zero = (from: number): string => `xor 7, ${from}, ${from}`;
  it.each<[string, string, boolean, string[]]>([
    ['its own write in between', '1:r0=5; 1:r1=0;', false, ['stw 9, 0(5)', 'lwz 12, 0(5)']],
    ['two values of another thread', '1:r0=9; 1:r1=0;', false, [zero(9), 'lwzx 11, 5, 7', 'lwz 12, 0(5)']],
    ['one value read twice', '1:r0=1; 1:r1=0;', true, [zero(9), 'lwzx 11, 5, 7', 'lwz 12, 0(5)']],
    ['a write that another thread covers', '1:r0=9; 1:r1=0; [z]=2;', false, ['stw 9, 0(5)', 'lwz 12, 0(5)']],
  ])('lets a reader be ordered by %s: %s is %s', (_, outcome, isSeen, between) => {
    const reader = [loadY, ...between, zero(12), 'lwzx 10, 3, 7', ...collect];
    expect(canShow(outcome, sender, reader, [two, 'stw 8, 0(5)'])).toBe(isSeen);
  });

  it('orders a store after loads that decide an address before it', () => {
    const first = [loadFirst, 'lwsync', one, storeY];
    const second = (load: string): string[] => [one, loadY, zero(9), load, storeX];
    expect(canShow('0:r0=1; 1:r0=1;', first, second('lwzx 11, 5, 7'))).toBe(false);
    expect(canShow('0:r0=1; 1:r0=1;', first, second('lwz 11, 0(5)'))).toBe(true);
  });

  it('keeps store-conditionals of a thread in order', () => {
    const pair = (at: number): string[] => [`lwarx 9, 0, ${at}`, `stwcx. 8, 0, ${at}`];
    const threads = [
      [one, ...pair(3), two, ...pair(4)],
      [one, ...pair(4), two, ...pair(3)],
    ];
    expect(canShow('[x]=1; [y]=1;', ...threads)).toBe(false);
  });

  it('keeps each location coherent and each pair whole', () => {
    expect(canShow('1:r0=1; 1:r1=0;', [one, storeX], [loadFirst, loadX])).toBe(false);
    const pair = ['.L1:', 'lwarx 9, 0, 3', 'addi 9, 9, 1', 'stwcx. 9, 0, 3', 'bne 0, .L1'];
    expect(canShow('[x]=1;', pair, pair)).toBe(false);
    expect(canShow('[x]=1;', [loadFirst, 'addi 9, 9, 1', 'stw 9, 0(3)'], pair)).toBe(true);
  });

  it.each<[string, string[], number]>([
    ['adds an address', ['lis 10, 1', 'srwi 10, 10, 14'], 4],
    ['subtracts', ['li 7, 3', 'subf 10, 8, 7'], 2],
    ['subtracts the other way', ['li 7, 3', 'sub 10, 7, 8'], 2],
    ['subtracts from a number', ['subfic 10, 8, 4'], 3],
    ['borrows', ['li 7, 3', 'subfc 6, 7, 8', 'subfe 7, 7, 7', 'neg 10, 7'], 1],
    ['carries', ['li 7, -1', 'addic 7, 7, 1', 'addze 10, 8'], 2],
    ['multiplies', ['mulli 7, 8, 3', 'mullw 10, 7, 7'], 9],
    ['extends', ['li 7, 253', 'extsb 7, 7', 'neg 10, 7'], 3],
    ['takes a field of a word', ['li 7, 52', 'rlwinm 10, 7, 28, 28, 31'], 3],
    ['takes a part by a mask', ['li 7, 263', 'rlwinm 10,7,0,0xff'], 7],
    ['takes a field of 64 bits', ['li 7, 96', 'rldicl 10, 7, 59, 62'], 3],
    ['puts a field', ['li 10, 1', 'rlwimi 10, 8, 2, 29, 29'], 5],
    ['clears', ['li 7, -1', 'clrlwi 10, 7, 29'], 7],
    ['counts zeros', ['cntlzw 7, 8', 'srwi 10, 7, 4'], 1],
    ['counts zeros of 64 bits', ['cntlzd 7, 8', 'rldicl 10, 7, 60, 60'], 3],
    ['compares without a sign', ['li 7, -1', 'cmplw 7, 8, 7', 'isel 10, 8, 7, 28'], 1],
    ['compares 64 bits', ['li 7, -1', 'clrldi 7, 7, 32', 'cmpdi 7, 0', 'iselgt 10, 8, 7'], 1],
    ['compares words', ['li 7, -1', 'clrldi 7, 7, 32', 'cmpwi 7, 0', 'mr 10, 7', 'iselgt 10, 7, 8'], 1],
    ['selects 0', ['cmpwi 8, 1', 'iseleq 10, 0, 8', 'addi 10, 10, 6'], 6],
    ['takes a bit of a comparison', ['cmpwi 8, 1', 'mfcr 7,128', 'rlwinm 10,7,3,1'], 1],
    ['keeps a field', ['cmpwi 8, 1', 'mfocrf 7, 128', 'cmpwi 8, 2', 'mtocrf 128, 7', 'setbc 10, 2'], 1],
    ['moves a field', ['cmpwi 5, 8, 1', 'mfocrf 7, 4', 'rlwinm 10, 7, 23, 31, 31'], 1],
    ['copies a field', ['cmpwi 5, 8, 1', 'mcrf 0, 5', 'setbc 10, 2'], 1],
    ['negates a bit', ['cmpwi 8, 1', 'crnot 20, 2', 'setbcr 10, 20'], 1],
    ['joins bits', ['cmpwi 8, 1', 'crxor 20, 2, 0', 'setnbc 7, 20', 'neg 10, 7'], 1],
    ['jumps by a bit', ['li 10, 2', 'creqv 21, 21, 21', 'bc 12, 21, .L1', 'li 10, 3', '.L1:'], 2],
    ['records', ['li 10, 2', 'andi. 7, 8, 2', 'beq 0, .L1', 'li 10, 3', '.L1:'], 2],
    ['returns under a condition', ['li 10, 2', 'cmpwi 8, 1', 'bnelr 0', 'li 10, 3'], 3],
    ['uses the stack', ['stdu 1, -64(1)', 'stw 8, 60(1)', 'lwz 10, 60(1)', 'addi 1, 1, 64'], 1],
    ['spills into a vector', ['mtvsrwz 0, 8', 'mfvsrwz 10, 0'], 1],
    ['finds the table', ['0: addis 2,12,.TOC.-.LCF0@ha', 'addi 2,2,.TOC.-.LCF0@l', 'li 10, 3'], 3],
  ])('%s', (_, lines, value) => {
    expect(canShow(`0:r1=${value};`, [one, ...lines], [one])).toBe(true);
  });

  it.each([
    'lfd 1, 0(3)',
    'bl __atomic_load_16',
    'stb 8, 0(3)',
    'stw 8, 4(3)',
    'lqarx 10, 0, 3',
    'bdnz .L1',
    'divw 8, 8, 8',
    'lwz 8, x@tprel@l(3)',
  ])('is not asked about `%s`', (line) => {
    expect(() => canShow('[x]=1;', [one, line])).toThrow(`"not asked","what":"${line}`);
  });

  it('is not asked about the carry of a shift', () => {
    expect(() => canShow('[x]=1;', [one, 'srawi 7, 8, 1', 'addze 8, 8'])).toThrow('addze');
  });
});

const clang = 'clang-19 --target=powerpc64le-linux-gnu -ffreestanding';
const gcc = 'powerpc64le-linux-gnu-gcc-12';
const commands = [`${clang} -O2`, `${clang} -O1 -mcpu=power10`, `${gcc} -O2`, `${gcc} -Os -mcpu=power10`];

describe('the judge of POWER', () => {
  it.each(commands)('finds that every base test is kept: %s', (command) => {
    for (const [index, answer] of answersTo(baseCases, command).entries())
      expect(['kept', 'tolerated'], baseCases[index]!.name).toContain(answer);
  });

  it.each([clang, gcc])('finds that %s keeps base tests that are not optimised', (command) => {
    expect([...new Set(answersTo(someWideCases, `${command} -O0`))].toSorted()).toEqual([
      'kept',
      'tolerated',
    ]);
  });

  it('is asked about all woven tests, and none is wrong', () => {
    const answers = answersTo(casesFrom(0, 60, { actions: 6, density: 0.3 }), `${gcc} -O2`);
    expect([...new Set(answers)].toSorted()).toEqual(['kept', 'tolerated']);
  });

  /** A store after a pair waits for the jump of its loop, and a store after a load that acquires for the jump there. */
  const jumpOrders = /X\w\d(?:acq|rlx Facq) W|R\w\.acq=\d W/;
  const onlyStores = /Fsc W/;
  it.each<[string, string, RegExp, string, RegExp | undefined, number]>([
    [clang, 'lwsync is missing', /^\tlwsync$/, '', jumpOrders, 20],
    [clang, 'sync is missing', /^\tsync ?$/, '', undefined, 10],
    [clang, 'sync is lwsync', /^\tsync ?$/, '\tlwsync', onlyStores, 6],
    [clang, 'isync is missing', /^\tisync ?$/, '', jumpOrders, 6],
    [clang, 'the jump before isync is missing', /^\tbne- .*$/, '', undefined, 8],
    [gcc, 'lwsync is missing', /^\tlwsync$/, '', jumpOrders, 20],
    [gcc, 'sync is missing', /^\tsync$/, '', undefined, 10],
    [gcc, 'sync is lwsync', /^\tsync$/, '\tlwsync', onlyStores, 6],
    [gcc, 'isync is missing', /^\tisync$/, '', jumpOrders, 6],
    [gcc, 'the jump before isync is missing', /^\tbne- .*$/, '', undefined, 8],
  ])('finds code of %s wrong if %s', (command, _, fits, instead, but, atLeast) => {
    const cases = unorderedCases.filter(({ name }) => but?.test(name) !== true);
    const answers = answersWith(cases, `${command} -O2`, fits, () => instead);
    expect(answers.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(answers)).toEqual(new Set(['wrong']));
  });
});

it('says that threads see writes at different times, if no two accesses change places', () => {
  const line = 'Wx1sc | Wy1sc | Rx.sc=1 Ry.sc=0 | Ry.sc=1 Rx.sc=0';
  const { contract, code } = codeOfLine(line, `${clang} -O2`);
  const weak = code.replaceAll(/^\tsync ?$/gm, '\tlwsync');
  const judgement = judgeAssembly(contract, weak, 'power');
  expect(judgement).toEqual({ answer: 'wrong', outcomes: ['2:r0=1; 2:r1=0; 3:r0=1; 3:r1=0;'] });
  if (judgement.answer !== 'wrong') return;
  const text = litmusText(brokenOnPaper(contract, judgement.outcomes, weak, 'power'));
  expect(text).toContain('On power threads may see writes at different times');
  expect(text).not.toContain('nothing keeps');
});

/** Lines that are no barrier, no access and no jump. */
const others = '(?:\\t(?!sync|lwsync|isync|b|st|l[bhw]z|l[bhwd]arx|ld \\d+, 0).*\\n|[.#].*\\n)*';
const loads = '\\t(?:l[bhw]z|ld) \\d+, 0\\(\\d+\\)\\n';
const stores = '\\tst[bhwd] \\d+, 0\\(\\d+\\)\\n';
const pairs = '\\tl[bhwd]arx[^]*?\\tbne\\t0, .*\\n';
const jump = '\\tbne- 7, .*\\n';
const syncBefore = (access: string): RegExp => new RegExp(`(\\tsync ?\\n)(${others})(${access})`, 'g');
const lwsyncBefore = (access: string): RegExp => new RegExp(`(\\tlwsync\\n)(${others})(${access})`, 'g');
const lwsyncAfter = (access: string): RegExp => new RegExp(`(${access})(${others})(\\tlwsync\\n)`, 'g');

it('follows updates of a whole word around a narrow variable, which POWER7 has', () => {
  const answers = answersTo(baseCases, `${clang} -mcpu=pwr7 -O2`);
  expect([...new Set(answers)].toSorted()).toEqual(['kept', 'tolerated']);
});

describe('a defect planted in the barriers of clang', () => {
  it.each<[string, RegExp, string]>([
    ['a leading sync of stores is trailing', syncBefore(stores), '$2$3$1'],
    ['a leading sync of loads is trailing', syncBefore(loads), '$2$3$1'],
    ['a leading sync of updates is trailing', syncBefore(pairs), '$2$3$1'],
    ['a leading lwsync of stores is trailing', lwsyncBefore(stores), '$2$3$1'],
    ['a leading lwsync of updates is trailing', lwsyncBefore(pairs), '$2$3$1'],
    ['a trailing lwsync of updates is leading', lwsyncAfter(pairs), '$3$1$2'],
    ['a leading sync of stores is dropped', syncBefore(stores), '$2$3'],
    ['a leading sync of loads is dropped', syncBefore(loads), '$2$3'],
    ['a leading sync of updates is dropped', syncBefore(pairs), '$2$3'],
    ['a leading lwsync of stores is dropped', lwsyncBefore(stores), '$2$3'],
    ['a leading lwsync of updates is dropped', lwsyncBefore(pairs), '$2$3'],
    ['a trailing lwsync of updates is dropped', lwsyncAfter(pairs), '$1$2'],
    ['sync of loads is lwsync', syncBefore(loads), '\tlwsync\n$2$3'],
    ['sync is lwsync everywhere', /\tsync ?\n/g, '\tlwsync\n'],
    ['lwsync is a barrier for stores', /\tlwsync\n/g, '\teieio\n'],
    ['isync is dropped', /\tisync ?\n/g, ''],
    ['isync has no jump', new RegExp(jump, 'g'), ''],
    ['a store-conditional is a store', /st([bhwd])cx\. (\d+), 0, (\d+)\n\tbne.*\n/g, 'st$1 $2, 0($3)\n'],
  ])('is found: %s', (_, fits, instead) => {
    const answers = answersSpoiledBy(`${clang} -O2`, (code) => code.replaceAll(fits, instead));
    expect(answers).toContain('wrong');
    expect(answers).not.toContain('not asked');
  });
});

describe('code of a test with a weaker order', () => {
  /** A store after a pair waits for the jump of the pair's loop. */
  const isKept = /X\w\drlx W/;
  it.each(commands)('is wrong, of at least 50 tests, unless a jump orders it: %s', (command) =>
    expectWeakerToBeWrong(command, isKept),
  );
});

describe('the machine', () => {
  it.each([
    ['clang-19 --target=powerpc64le-linux-gnu', 'power'],
    ['clang-19 --target=ppc64le-unknown-linux-gnu', 'power'],
    ['powerpc64le-linux-gnu-gcc-12 -O2', 'power'],
    ['powerpc64le-linux-gnu-gcc-12 -mbig', undefined],
    ['powerpc64le-linux-gnu-gcc-12 -m32', undefined],
    ['clang-19 --target=powerpc64-linux-gnu', undefined],
    ['clang-19 --target=powerpc-linux-gnu', undefined],
  ])('of %s is %s', (command, machine) => expect(machineOf(command.split(' '))).toBe(machine));
});

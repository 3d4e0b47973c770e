/** Arm of 32 bits: what its code can show by hand, and what the judge makes of the code of clang. */
import { describe, expect, it } from 'vitest';
import { casesFrom } from '../../../bench/litmus/cases.ts';
import { machineOf } from '../../../src/laboratory/index.ts';
import { canShow as canShowOn, twoAccessShapes } from './can-show.ts';
import {
  answersTo,
  answersWith,
  baseCases,
  expectWeakerToBeWrong,
  someWideCases,
  unorderedCases,
} from './compiled-tests.ts';

/** Registers that hold the addresses of x and y; what is read goes to r5 and r6, which are kept as r0 and r1. */
const prelude = ['ldr r1, .Lpool', 'ldr r2, .Lpool+4'];
const pool = ['.Lpool:', '.word x', '.word y'];
const one = 'mov r0, #1';
const two = 'mov r0, #2';
const [storeX, storeY, loadX, loadY] = ['str r0, [r1]', 'str r0, [r2]', 'ldr r6, [r1]', 'ldr r5, [r2]'];
const loadFirst = 'ldr r5, [r1]';
const full = 'dmb ish';

function canShow(outcome: string, ...threads: string[][]): boolean {
  const whole = threads.map((lines, thread) => [
    ...prelude,
    ...lines,
    ...[0, 1]
      .filter((place) => outcome.includes(`${thread}:r${place}=`))
      .flatMap((place) => [
        `movw r9, :lower16:P${thread}_r${place}`,
        `movt r9, :upper16:P${thread}_r${place}`,
        `str r${5 + place}, [r9]`,
      ]),
    'bx lr',
    ...pool,
  ]);
  return canShowOn('aarch32', outcome, whole);
}

const shapes = twoAccessShapes({ one, two, storeX, storeY, loadX, loadY, loadFirst });

describe('Arm of 32 bits', () => {
  it.each(Object.entries(shapes))('orders %s by barriers in both threads, and not by one', (_, shape) => {
    const [outcome, a, b, c, d] = shape;
    for (const barrier of [full, 'dmb sy', 'dsb ish', 'mcr p15, #0, r12, c7, c10, #5']) {
      expect(canShow(outcome, [...a, barrier, ...b], [...c, ...d])).toBe(true);
      expect(canShow(outcome, [...a, ...b], [...c, barrier, ...d])).toBe(true);
      expect(canShow(outcome, [...a, barrier, ...b], [...c, barrier, ...d])).toBe(false);
    }
  });

  const asked = '1:r0=1; 1:r1=0;';
  it.each<[string, boolean, string[]]>([
    ['a load that acquires', false, ['lda r5, [r2]', loadX]],
    ['a barrier for loads', false, [loadY, 'dmb ishld', loadX]],
    ['a barrier for stores', true, [loadY, 'dmb ishst', loadX]],
    ['a jump', true, [loadY, 'cmp r5, #0', 'bne .L1', '.L1:', loadX]],
    ['a jump and isb', false, [loadY, 'cbnz r5, .L1', '.L1:', 'isb', loadX]],
    ['a load under a condition', true, [loadY, 'mov r6, #0', 'cmp r5, #1', 'it eq', 'ldreq r6, [r1]']],
    ['its address', false, [loadY, 'and r7, r5, #0', 'add r7, r1, r7', 'ldr r6, [r7]']],
    ['exclusives that acquire', false, ['ldaex r5, [r2]', 'strex r8, r5, [r2]', loadX]],
    ['exclusives that do not', true, ['ldrex r5, [r2]', 'strex r8, r5, [r2]', loadX]],
  ])('lets a reader be ordered by %s: seen too early is %s', (_, isSeen, reader) => {
    for (const sender of [
      [one, storeX, 'stl r0, [r2]'],
      [one, storeX, 'dmb ishst', storeY],
    ])
      expect(canShow(asked, sender, reader)).toBe(isSeen);
  });

  it('orders a store after the load that its condition comes from, and not the store after it', () => {
    const lb = (second: string[]): boolean =>
      canShow('0:r0=1; 1:r0=1;', [loadFirst, one, 'stl r0, [r2]'], [one, loadY, 'cmp r5, #1', ...second]);
    expect(lb(['streq r0, [r1]'])).toBe(false);
    expect(lb(['moveq r7, r0', 'movne r7, #0', 'str r7, [r1]'])).toBe(false);
    expect(lb(['moveq r7, r0', storeX])).toBe(true);
    expect(lb(['bne .L1', storeX, '.L1:'])).toBe(false);
  });

  it('sees an access that is done although its condition fails', () => {
    const after = (store: string): string[] => [one, loadY, 'cmp r5, #1', 'it eq', store];
    expect(canShow('0:r0=0; [x]=1;', after('str r0, [r1]'), [two])).toBe(true);
    expect(canShow('0:r0=0; [x]=1;', after('streq r0, [r1]'), [two])).toBe(false);
    const sender = [one, storeX];
    const reader = (load: string): string[] => ['mov r6, #0', loadY, 'cmp r5, #1', load];
    expect(canShow('1:r0=0; 1:r1=1;', sender, reader('ldr r6, [r1]'))).toBe(true);
    expect(canShow('1:r0=0; 1:r1=1;', sender, reader('ldreq r6, [r1]'))).toBe(false);
  });

  it('keeps each location coherent and each pair of exclusives whole', () => {
    expect(canShow('1:r0=1; 1:r1=0;', [one, storeX], [loadFirst, loadX])).toBe(false);
    const pair = ['ldrex r5, [r1]', 'adds r7, r5, #1', 'strex r8, r7, [r1]'];
    expect(canShow('[x]=1;', pair, pair)).toBe(false);
    expect(canShow('[x]=1;', ['ldr r5, [r1]', 'adds r7, r5, #1', 'str r7, [r1]'], pair)).toBe(true);
  });

  it.each<[string, string[], number]>([
    ['carries from one word to the next', ['mvn r3, #0', 'adds r3, r3, #1', 'adc r6, r3, #4'], 5],
    ['keeps the carry over a logical operation', ['cmp r0, #1', 'movs r3, #0', 'adc r6, r3, #4'], 5],
    ['takes the carry of a shift', ['mov r3, #6', 'lsrs r3, r3, #2', 'adc r6, r3, #4'], 6],
    ['moves a frame and sets flags', ['mov r7, sp', 'adds r7, r7, #8', 'movs r6, #2', 'addne r6, #1'], 3],
    ['borrows', ['mov r3, #3', 'cmp r3, #4', 'sbc r6, r3, #1'], 1],
    ['turns a subtraction round', ['mov r3, #3', 'rsbs r6, r3, #7'], 4],
    ['shifts by a register', ['mov r3, #3', 'lsl r6, r0, r3'], 8],
    ['shifts an operand', ['mov r3, #3', 'orr r6, r0, r3, lsl #1'], 7],
    ['extends', ['mvn r3, #253', 'sxtb r3, r3', 'rsb r6, r3, #4'], 2],
    ['takes a field', ['movw r3, #4660', 'ubfx r6, r3, #4, #4'], 3],
    ['puts a field', ['mov r6, #1', 'mov r3, #1', 'bfi r6, r3, #2, #1'], 5],
    ['makes a number of halves', ['movw r3, #1', 'movt r3, #2', 'lsr r6, r3, #16'], 2],
    ['counts zeros', ['clz r6, r0', 'lsrs r6, r6, #4'], 1],
    ['multiplies and adds', ['mov r3, #3', 'mla r6, r3, r3, r0'], 10],
    ['saves registers', ['mov r6, #3', 'push {r5, r6, lr}', 'mov r6, #4', 'pop {r5, r6, lr}'], 3],
    ['uses the stack', ['sub sp, sp, #8', 'str r0, [sp, #4]', 'ldr r6, [sp, #4]', 'add sp, sp, #8'], 1],
    ['moves the base along', ['mov r3, sp', 'str r0, [r3, #-4]!', 'ldr r6, [r3], #4'], 1],
    ['stores pairs', ['mov r3, #7', 'strd r0, r3, [sp, #-8]', 'ldr r6, [sp, #-4]'], 7],
    ['does nothing if a condition fails', ['mov r6, #2', 'cmp r0, #1', 'addne r6, r6, #1'], 2],
  ])('%s', (_, lines, value) => {
    expect(canShow(`0:r1=${value};`, [one, ...lines], [one])).toBe(true);
  });

  it.each([
    'vldr d16, [r1]',
    'bl __atomic_load_8',
    'strb r0, [r1]',
    'str r0, [r1, #4]',
    'bx r3',
    'swp r0, r0, [r1]',
  ])('is not asked about `%s`', (line) => {
    expect(() => canShow('[x]=1;', [one, line])).toThrow(`"not asked","what":"${line}`);
  });

  it('is not asked about a condition whose flags an address left', () => {
    const frame = ['mov r7, sp', 'adds r7, r7, #8'];
    expect(() => canShow('[x]=1;', [one, ...frame, 'streq r0, [r1]'])).toThrow('streq');
    expect(() => canShow('[x]=1;', [one, ...frame, 'movs r3, #1', 'strhs r0, [r1]'])).toThrow('strhs');
    expect(() => canShow('[x]=1;', [one, ...frame, 'adc r0, r0, #0', storeX])).toThrow('adc');
  });

  it('does not run on into the words after its code', () => {
    expect(() => canShow('[x]=1;', [one, 'b .Lpool'])).toThrow('not asked');
  });
});

const clang = 'clang-19 --target=arm-linux-gnueabihf -ffreestanding';
const commands = [
  `${clang} -march=armv7-a -O2`,
  `${clang} -march=armv7-a -O1 -mthumb`,
  `${clang} -march=armv8-a -Os -fno-pic`,
  `${clang} -march=armv8-a -O2 -mthumb`,
];

describe('the judge of Arm of 32 bits', () => {
  it.each(commands)('finds that every base test is kept: %s', (command) => {
    for (const [index, answer] of answersTo(baseCases, command).entries())
      expect(['kept', 'tolerated'], baseCases[index]!.name).toContain(answer);
  });

  it('finds that clang keeps base tests that are not optimised, or is not asked about them', () => {
    const answers = answersTo(someWideCases, `${clang} -O0 -march=armv7-a -mthumb`);
    expect(answers).not.toContain('wrong');
    expect(answers.filter((answer) => answer === 'not asked').length).toBeLessThan(answers.length / 5);
  });

  it('is asked about nine woven tests of ten, and none is wrong', () => {
    const cases = casesFrom(0, 60, { actions: 6, density: 0.3 });
    const answers = answersTo(cases, `${clang} -O2 -march=armv7-a`);
    expect(answers).not.toContain('wrong');
    expect(answers.filter((answer) => answer === 'not asked').length).toBeLessThan(cases.length / 10);
  });

  it.each<[string, string, RegExp, (line: string) => string, number]>([
    ['armv7-a', 'a barrier is missing', /^\tdmb\t.*$/, () => '', 20],
    ['armv8-a', 'a barrier is missing', /^\tdmb\t.*$/, () => '', 20],
    ['armv8-a', 'a load no longer acquires', /^\tlda\t/, () => '\tldr\t', 10],
    ['armv8-a', 'a store no longer releases', /^\tstl\t/, () => '\tstr\t', 10],
    ['armv8-a', 'an exclusive load no longer acquires', /^\tldaex\t/, () => '\tldrex\t', 4],
    ['armv8-a', 'an exclusive store no longer releases', /^\tstlex\t/, () => '\tstrex\t', 1],
  ])('finds code for %s wrong if %s', (architecture, _, fits, change, atLeast) => {
    const command = `${clang} -march=${architecture} -O2 -mthumb`;
    const answers = answersWith(unorderedCases, command, fits, change);
    expect(answers.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(answers)).toEqual(new Set(['wrong']));
  });
});

describe('code of a test with a weaker order', () => {
  it.each(commands)('is wrong, of at least 50 tests: %s', (command) => expectWeakerToBeWrong(command));
});

describe('the machine', () => {
  it.each([
    ['clang-19 --target=arm-linux-gnueabihf -march=armv7-a', 'aarch32'],
    ['clang-19 --target=armv7a-linux-gnueabihf', 'aarch32'],
    ['clang-19 --target=armv8l-unknown-linux-gnueabihf', 'aarch32'],
    ['clang-19 --target=thumbv7-unknown-linux-gnueabi', 'aarch32'],
    ['arm-linux-gnueabihf-gcc-12 -O2', 'aarch32'],
    ['clang-19 --target=arm-linux-gnueabihf -mbig-endian', undefined],
    ['clang-19 --target=armeb-linux-gnueabi', undefined],
    ['clang-19 --target=arm64-linux-gnu', 'armv8'],
  ])('of %s is %s', (command, machine) => expect(machineOf(command.split(' '))).toBe(machine));
});

/** The judge of IR: which rules it sees broken, and what it stays silent about. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IrJudge, type Judged } from '../../../src/oracle/index.ts';
import { world } from '../../target/world.ts';

let judge: IrJudge;
beforeAll(async () => {
  judge = await IrJudge.open(world, () => undefined);
});
afterAll(() => judge.close());

const head = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@format = constant [4 x i8] c"%d\\0A\\00"
@zero = global i32 0
@memory = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare i32 @printf(ptr, ...)
`;

/** A main that ends with the exit code 0, whatever stands in it. */
function main(body: string, more: string = ''): string {
  return `${head}${more}\ndefine i32 @main() {\n  %z = load i32, ptr @zero\n${body}\n  ret i32 0\n}\n`;
}

async function judged(text: string): Promise<Judged> {
  return judge.judge(Buffer.from(text));
}

const print = '  %c = call i32 (ptr, ...) @printf(ptr @format, i32 noundef %r)';

/** Faults, the words for each, and the rest of the module. */
const broken: readonly [fault: string, body: string, more?: string][] = [
  [
    'poison: zext nneg',
    `  %m = sub i32 %z, 1\n  %w = zext nneg i32 %m to i64\n  %r = trunc i64 %w to i32\n${print}`,
  ],
  ['poison: add nsw', `  %m = or i32 %z, 2147483647\n  %r = add nsw i32 %m, 1\n${print}`],
  ['poison: udiv exact', `  %m = or i32 %z, 7\n  %r = udiv exact i32 %m, 2\n${print}`],
  ['poison: or disjoint', `  %m = or i32 %z, 7\n  %r = or disjoint i32 %m, 1\n${print}`],
  [
    'poison: trunc nuw',
    `  %m = or i32 %z, 300\n  %t = trunc nuw i32 %m to i8\n  %r = zext i8 %t to i32\n${print}`,
  ],
  ['poison: load !range', `  %r = load i32, ptr @zero, !range !0\n${print}`, '!0 = !{i32 1, i32 5}'],
  [
    'poison: getelementptr inbounds',
    '  %p = getelementptr inbounds i8, ptr @zero, i64 9\n  %l = load i8, ptr %p',
  ],
  ['division: division by zero', '  %r = udiv i32 5, %z'],
  [
    'memory: memory access is out of bounds',
    '  %p = getelementptr i8, ptr @zero, i64 3\n  %l = load i32, ptr %p, align 1',
  ],
  [
    'memory: memory access is out of bounds',
    '  %o = call ptr @malloc(i64 8)\n  %n = call ptr @realloc(ptr %o, i64 4)\n  %p = getelementptr i8, ptr %n, i64 4\n  %l = load i8, ptr %p',
    'declare ptr @malloc(i64)\ndeclare ptr @realloc(ptr, i64)',
  ],
  ['unreachable: unreachable code', '  unreachable\nnever:'],
  [
    'assumption: assume on false or poison condition',
    '  call void @llvm.assume(i1 false)',
    'declare void @llvm.assume(i1)',
  ],
  [
    'promise: memory effects, writing',
    '  call void @f()',
    'define void @f() memory(none) {\n  store i32 5, ptr @zero\n  ret void\n}',
  ],
  [
    'promise: memory effects, reading',
    '  %r = call i32 @f()',
    'define i32 @f() memory(none) {\n  %r = load i32, ptr @zero\n  ret i32 %r\n}',
  ],
  [
    'promise: memory effects, writing',
    '  call void @f(ptr @memory)',
    'define void @f(ptr %p) memory(argmem: write) {\n  store i32 5, ptr @zero\n  ret void\n}',
  ],
  [
    'promise: tail',
    '  %p = alloca i32\n  tail call void @f(ptr %p)',
    'define void @f(ptr %p) {\n  store i32 5, ptr %p\n  ret void\n}',
  ],
  ['promise: noreturn', '  call void @f()', 'define void @f() noreturn {\n  ret void\n}'],
  ['promise: returned', '  %r = call i32 @f(i32 4)', 'define i32 @f(i32 returned %x) {\n  ret i32 5\n}'],
  [
    'promise: norecurse',
    '  call void @f(i1 true)',
    'define void @f(i1 %c) norecurse {\n  br i1 %c, label %a, label %b\na:\n  call void @f(i1 false)\n  br label %b\nb:\n  ret void\n}',
  ],
  [
    'promise: !invariant.load',
    '  %a = load i32, ptr @memory, !invariant.load !0\n  store i32 9, ptr @memory',
    '!0 = !{}',
  ],
  ['promise: undef', '  br i1 undef, label %a, label %a\na:'],
];

describe('the judge of IR', () => {
  it.each(broken)('sees %s', async (fault, body = '', more = '') => {
    const [globals, metadata] = more.startsWith('!') ? ['', more] : [more, ''];
    const answer = await judged(`${main(body, globals)}${metadata}\n`);
    expect(answer).toMatchObject({ kind: 'complaint' });
    if (answer.kind === 'complaint')
      expect(`${answer.complaint.kind}: ${answer.complaint.cause}`).toBe(fault);
  });

  it('names the instruction that complains, and the one that became poison first', async () => {
    const body = `  %m = or i32 %z, 2147483647\n  %s = add nsw i32 %m, 1\n  %r = call i32 @g(i32 %s)\n${print}`;
    const answer = await judged(main(body, 'define i32 @g(i32 %x) {\n  %y = xor i32 %x, 1\n  ret i32 %y\n}'));
    if (answer.kind !== 'complaint') throw new Error(answer.kind);
    const { instruction, function: name, origin, cause } = answer.complaint;
    expect(instruction).toContain('@printf');
    expect(name).toBe('main');
    expect(cause).toBe('add nsw');
    expect(origin).toEqual({ instruction: '%s = add nsw i32 %m, 1', function: 'main' });
  });

  it('does not mind poison that nobody looks at, nor writing to memory of its own', async () => {
    const more = `define i32 @own() memory(none) {\n  %p = alloca i32\n  store i32 5, ptr %p\n  %r = load i32, ptr %p\n  ret i32 %r\n}`;
    const answer = await judged(
      main(`  %m = or i32 %z, 2147483647\n  %n = add nsw i32 %m, 1\n  %r = call i32 @own()\n${print}`, more),
    );
    expect(answer).toMatchObject({ kind: 'ok', does: 'exit 0\n5\n' });
  });

  /** The parts that the interpreter of LLVM 23 lacks, and the output that the program must have. */
  const added: readonly (readonly [what: string, body: string, declaration: string, printed: number])[] = [
    [
      'a pointer that travels through memory as an integer, as calling conventions pass it',
      '  %s = alloca ptr\n  store ptr @memory, ptr %s\n  %i = load i64, ptr %s\n  %t = alloca i64\n  store i64 %i, ptr %t\n  %p = load ptr, ptr %t\n  %q = getelementptr inbounds i32, ptr %p, i64 2\n  %r = load i32, ptr %q',
      '',
      3,
    ],
    [
      'atomic updates',
      '  %o = atomicrmw umax ptr @memory, i32 7 seq_cst\n  %n = load i32, ptr @memory\n  %r = add i32 %o, %n',
      '',
      8,
    ],
    [
      'cmpxchg',
      '  %x = cmpxchg ptr @memory, i32 1, i32 6 acq_rel monotonic\n  %o = extractvalue { i32, i1 } %x, 0\n  %n = load i32, ptr @memory\n  %r = add i32 %o, %n',
      '',
      7,
    ],
    [
      'masked loads',
      '  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @memory, <4 x i1> <i1 1, i1 0, i1 0, i1 1>, <4 x i32> splat (i32 9))\n  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)',
      'declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)\ndeclare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)',
      23,
    ],
    [
      'masked stores',
      '  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 9), ptr align 4 @memory, <4 x i1> <i1 1, i1 0, i1 0, i1 0>)\n  %a = load i32, ptr @memory\n  %p = getelementptr i32, ptr @memory, i64 1\n  %b = load i32, ptr %p\n  %r = add i32 %a, %b',
      'declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)',
      11,
    ],
    ['empty assembly', '  %r = call i32 asm sideeffect "", "=r,0"(i32 5)', '', 5],
    [
      'functions on strings',
      '  %l = call i64 @strlen(ptr @format)\n  %r = trunc i64 %l to i32',
      'declare i64 @strlen(ptr)',
      3,
    ],
    [
      'memory that grows and keeps what it held',
      '  %o = call ptr @malloc(i64 4)\n  store i32 6, ptr %o\n  %n = call ptr @realloc(ptr %o, i64 8)\n  %r = load i32, ptr %n',
      'declare ptr @malloc(i64)\ndeclare ptr @realloc(ptr, i64)',
      6,
    ],
    [
      'fences and asks for constants',
      '  fence seq_cst\n  %k = call i1 @llvm.is.constant.i32(i32 %z)\n  %r = zext i1 %k to i32',
      'declare i1 @llvm.is.constant.i32(i32)',
      0,
    ],
  ];
  it.each(added)('knows %s', async (_, body, declaration, printed) => {
    expect(await judged(main(`${body}\n${print}`, declaration))).toMatchObject({
      does: `exit 0\n${printed}\n`,
    });
  });

  it('concludes nothing from what does not end, what it does not know, and what is no IR', async () => {
    expect(await judged(main('  br label %a\na:\n  br label %a\nb:'))).toMatchObject({ kind: 'limit' });
    expect(await judged(main('  call void @nobody()', 'declare void @nobody()'))).toMatchObject({
      kind: 'unsupported',
    });
    expect(await judged('int main(void) { return 0; }')).toMatchObject({ kind: 'unreadable' });
    expect(await judged('define void @f() {\n  ret void\n}\n')).toMatchObject({ kind: 'unreadable' });
  });

  it('survives a module that the interpreter dies of', async () => {
    const text = main(
      '  %p = alloca i32\n  call void @llvm.lifetime.start.p0(ptr poison)',
      'declare void @llvm.lifetime.start.p0(ptr)',
    );
    await judged(text);
    expect(await judged(main(''))).toMatchObject({ kind: 'ok', does: 'exit 0\n' });
  });
});

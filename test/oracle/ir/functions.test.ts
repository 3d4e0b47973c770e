/** The judge of functions: what it calls wrong, and what it says nothing about. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareJudge } from '../../../src/oracle/ir/build-judge.ts';
import { world } from '../../target/world.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let judge: string;
beforeAll(async () => {
  judge = await prepareJudge(world, () => undefined);
}, 600_000);

const layout =
  'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n';

async function verdict(before: string, after: string): Promise<string> {
  const folder = temporaryFolder();
  const files = [join(folder, 'before.ll'), join(folder, 'after.ll')] as const;
  writeFileSync(files[0], layout + before);
  writeFileSync(files[1], layout + after);
  const { stdout } = await execa(judge, [files[0], '--after', files[1]], { reject: false });
  return stdout;
}

const func = (head: string, body: string): string =>
  `define ${head} {\n  ${body.split('; ').join('\n  ')}\n}\n`;

const use = 'declare void @use(i32)\n';
const writer = 'declare i32 @note(i32) nounwind memory(write)\n';
const noteThen = (rest: string): string =>
  writer + use + func('i32 @f(i32 %x)', `%a = call i32 @note(i32 %x); ${rest}`);
const loopOfNotes = (before: string, inside: string): string =>
  `${writer}define i32 @f(i32 %x) {\ne:\n${before}  br label %l\nl:\n  %i = phi i32 [ 0, %e ], [ %j, %l ]\n${inside}` +
  '  %j = add i32 %i, 1\n  %d = icmp eq i32 %j, 9\n  br i1 %d, label %o, label %l\no:\n  ret i32 %a\n}\n';
const wrong: readonly [name: string, before: string, after: string][] = [
  [
    'a division before its guard',
    'define i32 @f(i1 %c, i1 %n) {\n  br i1 %c, label %d, label %e\nd:\n  %q = udiv i1 1, %n\n  br i1 %q, label %g, label %e\ne:\n  ret i32 2\ng:\n  ret i32 1\n}\n',
    func(
      'i32 @f(i1 %c, i1 %n)',
      '%q = udiv i1 1, %n; %b = select i1 %c, i1 %q, i1 false; %r = select i1 %b, i32 1, i32 2; ret i32 %r',
    ),
  ],
  [
    'a table without its last value',
    func('i3 @f(i3 %x)', '%z = icmp eq i3 %x, 0; %r = select i1 %z, i3 1, i3 2; ret i3 %r'),
    func(
      'i3 @f(i3 %x)',
      '%w = zext i3 %x to i21; %m = mul i21 %w, 3; %s = lshr i21 599185, %m; %r = trunc i21 %s to i3; ret i3 %r',
    ),
  ],
  [
    'a poison result after a call with a poison argument',
    use + func('i32 @f(i32 %x)', '%p = shl i32 %x, 40; call void @use(i32 %p); ret i32 %x'),
    use + func('i32 @f(i32 %x)', '%p = shl i32 %x, 40; call void @use(i32 %p); ret i32 %p'),
  ],

  ['a lost call that only writes', noteThen('ret i32 0'), writer + func('i32 @f(i32 %x)', 'ret i32 0')],
  [
    'a call that only writes, after a call that may read',
    noteThen('call void @use(i32 1); ret i32 0'),
    writer + use + func('i32 @f(i32 %x)', 'call void @use(i32 1); %a = call i32 @note(i32 %x); ret i32 0'),
  ],
  [
    'a call that only writes something else',
    noteThen('ret i32 0'),
    writer + func('i32 @f(i32 %x)', '%y = add i32 %x, 1; %a = call i32 @note(i32 %y); ret i32 0'),
  ],
];

const finder = 'declare ptr @find(i32) memory(read)\n';
const found = (calls: string): string =>
  finder + func('i32 @f(i32 %x)', `${calls}%p = call ptr @find(i32 %x); %v = load i32, ptr %p; ret i32 %v`);
const lanes = (lane: string): string =>
  'declare i32 @sum(<2 x i32>) willreturn nounwind memory(none)\n' +
  func(
    'i32 @f(i32 %x)',
    `%v = insertelement <2 x i32> <i32 1, i32 ${lane}>, i32 %x, i32 0; %s = call i32 @sum(<2 x i32> %v); ret i32 %s`,
  );
const copies = (attribute: string): string =>
  'define void @g(ptr byval(i32) %p) {\n  store i32 0, ptr %p\n  ret void\n}\n' +
  func(`void @f(ptr %p) ${attribute}`, 'call void @g(ptr byval(i32) %p); ret void');
/** Less than 300 is sure for eight bits, and hardly met by others. */
const chosen = (type: string): string =>
  `define i32 @f(i32 %x) {\n  %b = and i32 %x, 0\n  %y = trunc i32 %b to i8\n  %s = shl ${type} ${type === 'i8' ? '%y' : '%b'}, 40\n` +
  `  %z = freeze ${type} %s\n  %w = zext ${type} %z to i64\n  %c = icmp ult i64 %w, 300\n` +
  '  br i1 %c, label %d, label %e\nd:\n  unreachable\ne:\n  ret i32 1\n}\n';
const pair = (rest: string): string =>
  func('<2 x i32> @f(i32 %x)', `%v = insertelement <2 x i32> poison, i32 %x, i32 0; ${rest}`);
const joined =
  '%w = bitcast <2 x i32> %v to <1 x i64>; %r = bitcast <1 x i64> %w to <2 x i32>; ret <2 x i32> %r';
const kept: readonly [name: string, before: string, after: string][] = [
  [
    'two equal calls that only write become one',
    noteThen('%b = call i32 @note(i32 %x); %r = sub i32 %a, %b; ret i32 %r'),
    noteThen('ret i32 0'),
  ],
  [
    'calls that only write leave a loop',
    loopOfNotes('', '  %a = call i32 @note(i32 %x)\n'),
    loopOfNotes('  %a = call i32 @note(i32 %x)\n', ''),
  ],
  [
    'calls that only write change places',
    noteThen('%b = call i32 @note(i32 7); ret i32 %b'),
    writer + func('i32 @f(i32 %x)', '%b = call i32 @note(i32 7); %a = call i32 @note(i32 %x); ret i32 %b'),
  ],
  ['a call that only reads goes, and returns a pointer', found('%q = call ptr @find(i32 1); '), found('')],
  ['a lane of poison becomes a number, for a call without effects', lanes('poison'), lanes('3')],
  ['both choose a way for poison, and one way is undefined', chosen('i32'), chosen('i8')],
  ['a lane spreads its poison in a register', pair('ret <2 x i32> %v'), pair(joined)],
  ['a callee that only writes has a copy of an argument', copies(''), copies('memory(argmem: write)')],
];

const allocate = (alignment: string): string =>
  'declare noalias ptr @get(i64 allocalign)\n' +
  func(
    'i64 @f()',
    `%p = call noalias ptr @get(i64 allocalign ${alignment}); store i64 5, ptr %p; %v = load i64, ptr %p; ret i64 %v`,
  );
const learnt = (attributes: string): string =>
  `declare i32 @g(i32) ${attributes}\n` + func('i32 @f(i32 %x)', '%r = call i32 @g(i32 %x); ret i32 %r');
const memcmp = 'declare i32 @memcmp(ptr, ptr, i64)\n';
const fine: readonly [name: string, reason: string, before: string, after: string][] = [
  [
    'an address as a short number',
    'address as a number',
    func('i2 @f(ptr %p)', '%n = ptrtoint ptr %p to i2; ret i2 %n'),
    func('i2 @f(ptr %p)', '%n = ptrtoint ptr %p to i64; %t = trunc i64 %n to i2; ret i2 %t'),
  ],
  [
    'the distance that memcmp returns',
    'length of a comparison',
    memcmp + func('i32 @f(ptr %p, ptr %q)', '%r = call i32 @memcmp(ptr %p, ptr %q, i64 1); ret i32 %r'),
    memcmp +
      func(
        'i32 @f(ptr %p, ptr %q)',
        '%a = load i8, ptr %p; %b = load i8, ptr %q; %x = zext i8 %a to i32; %y = zext i8 %b to i32; %r = sub i32 %x, %y; ret i32 %r',
      ),
  ],
  [
    'a promise of a call about NaN',
    'fast-math',
    'declare float @llvm.sqrt.f32(float)\n' +
      func('float @f(float %x)', '%r = call nnan float @llvm.sqrt.f32(float %x); ret float %r'),
    func('float @f(float %x)', 'ret float 0.0'),
  ],
  [
    'a sum of floats in a loop that asks for vectors',
    'order of floats',
    'define float @f(float %x, i32 %n) {\ne:\n  br label %l\nl:\n  %i = phi i32 [ 0, %e ], [ %j, %l ]\n  %s = phi float [ 0.0, %e ], [ %t, %l ]\n  %t = fadd float %s, %x\n  %j = add i32 %i, 1\n  %d = icmp eq i32 %j, 3\n  br i1 %d, label %o, label %l, !llvm.loop !0\no:\n  ret float %t\n}\n!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.vectorize.enable", i1 true}\n',
    func('float @f(float %x, i32 %n)', 'ret float 7.0'),
  ],
  [
    'undef in a constant of a constant',
    'undef',
    func('i64 @f(i64 %x)', '%r = urem i64 %x, bitcast (<2 x i32> <i32 undef, i32 1> to i64); ret i64 %r'),
    func('i64 @f(i64 %x)', 'ret i64 0'),
  ],
  [
    'a load that promises that its memory stays as it is',
    'invariant memory',
    func('i32 @f(ptr %p)', 'store i32 1, ptr %p; %v = load i32, ptr %p, !invariant.load !{}; ret i32 %v'),
    func('i32 @f(ptr %p)', 'store i32 1, ptr %p; ret i32 7'),
  ],
  [
    'a load in a function that only writes',
    'a load in a function that only writes',
    func('void @f(ptr %p) memory(write)', 'store i32 1, ptr %p; ret void'),
    func('void @f(ptr %p) memory(write)', '%v = load i32, ptr %p; store i32 1, ptr %p; ret void'),
  ],
  [
    'the guard of the stack, at a fixed address',
    'a number becomes a pointer',
    func('i32 @f(i32 %x)', 'ret i32 %x'),
    func(
      'i32 @f(i32 %x)',
      '%g = load volatile ptr, ptr addrspace(257) inttoptr (i32 40 to ptr addrspace(257)); ret i32 %x',
    ),
  ],
  [
    'memory that is dead on return',
    'memory that is dead on return',
    func('void @f(ptr dead_on_return %p)', 'store i32 1, ptr %p; ret void'),
    func('void @f(ptr dead_on_return %p)', 'ret void'),
  ],
  [
    'a function that lost its body',
    'a body that is gone',
    'define available_externally void @g() {\n  ret void\n}\n' +
      func('void @f()', 'call void @g(); ret void'),
    'declare void @g()\n' + func('void @f()', 'call void @g(); ret void'),
  ],
  [
    'a vector of bits that another type wrote',
    'loaded vector of bits',
    func('i1 @f(ptr %p)', '%v = load <2 x i1>, ptr %p; %r = extractelement <2 x i1> %v, i32 0; ret i1 %r'),
    func('i1 @f(ptr %p)', '%v = load <1 x i1>, ptr %p; %r = extractelement <1 x i1> %v, i32 0; ret i1 %r'),
  ],
  [
    'the address of a global, read as a number',
    'address as a number after the passes',
    '@g = global i32 3\n' + func('i32 @f(ptr %p)', 'store ptr @g, ptr %p; %v = load i32, ptr %p; ret i32 %v'),
    '@g = global i32 3\n' + func('i32 @f(ptr %p)', 'store ptr @g, ptr %p; ret i32 ptrtoint (ptr @g to i32)'),
  ],
  [
    'a function that nobody can call any more',
    'a function that became internal',
    func('i32 @f()', 'ret i32 0'),
    func('internal i32 @f()', 'unreachable'),
  ],
  [
    'an allocation with an alignment that is none',
    '%p = call .* allocalign .*',
    allocate('3'),
    func('i64 @f()', 'unreachable'),
  ],
  [
    'an allocation with an alignment that the memory here lacks',
    '%p = call .* allocalign .*',
    allocate('4096'),
    func('i64 @f()', 'unreachable'),
  ],
  [
    'a function that promises to write an argument, and does not',
    'promise to write an argument',
    'declare void @init(ptr initializes((0, 4)))\n' +
      func('void @f(ptr %p)', 'store i32 1, ptr %p; call void @init(ptr %p); ret void'),
    'declare void @init(ptr initializes((0, 4)))\n' +
      func('void @f(ptr %p)', 'call void @init(ptr %p); ret void'),
  ],
  [
    'a masked store of a vector of bits',
    'masked vector of bits',
    'declare void @llvm.masked.store.v2i7.p0(<2 x i7>, ptr, <2 x i1>)\n' +
      func(
        'void @f(ptr %p, <2 x i7> %v)',
        'call void @llvm.masked.store.v2i7.p0(<2 x i7> %v, ptr align 1 %p, <2 x i1> splat (i1 true)); ret void',
      ),
    func('void @f(ptr %p, <2 x i7> %v)', 'store <2 x i7> zeroinitializer, ptr %p, align 1; ret void'),
  ],
  [
    'an allocator with another name for zeroed memory',
    'allocator of two names',
    'declare ptr @get(i64) "alloc-variant-zeroed"="zeroed"\n' +
      func('ptr @f()', '%p = call ptr @get(i64 8); ret ptr %p'),
    'declare ptr @zeroed(i64)\n' + func('ptr @f()', '%p = call ptr @zeroed(i64 8); ret ptr %p'),
  ],
  [
    'a function that a pass learnt more about',
    'after: .*',
    learnt(''),
    learnt('nounwind willreturn memory(none)'),
  ],
  [
    'the body of an allocator that returns what it likes',
    'body of an allocator',
    'declare ptr @get(i32)\n' + func('ptr @f(i32 allocalign %a)', '%p = call ptr @get(i32 %a); ret ptr %p'),
    func('ptr @f(i32 allocalign %a)', 'ret ptr null'),
  ],
  [
    'memory that only one kind of machine has',
    'memory of a target',
    'declare void @write() memory(target_mem1: write)\n' +
      func('void @f()', 'call void @use(i32 1); call void @write(); ret void') +
      use,
    use + func('void @f()', 'call void @use(i32 1); ret void'),
  ],
  [
    'a call by the convention of other functions',
    'another calling convention',
    'define void @g() {\n  ret void\n}\n' + func('void @f()', 'call fastcc void @g(); ret void'),
    func('void @f()', 'unreachable'),
  ],
  [
    'a part of an address, read as a number',
    'bytes of a pointer as a number',
    func(
      'i16 @f()',
      '%m = alloca [16 x i8], align 1; store ptr %m, ptr %m, align 1; %v = load i16, ptr %m, align 1; ret i16 %v',
    ),
    func('i16 @f()', 'ret i16 3'),
  ],
  [
    'a copy by the C library, whose memory may overlap',
    'copy by the C library',
    'declare ptr @memcpy(ptr, ptr, i64)\n' +
      func('void @f(ptr %p)', '%r = call ptr @memcpy(ptr %p, ptr %p, i64 8); ret void'),
    func('void @f(ptr %p)', 'unreachable'),
  ],
  [
    'lanes after the first that counts',
    'count of lanes',
    'declare i32 @llvm.experimental.cttz.elts.i32.v2i32(<2 x i32>, i1)\n' +
      func(
        'i32 @f()',
        '%r = call i32 @llvm.experimental.cttz.elts.i32.v2i32(<2 x i32> <i32 1, i32 poison>, i1 false); ret i32 %r',
      ),
    func('i32 @f()', 'ret i32 poison'),
  ],
  [
    'a variable that could be aligned by chance',
    '',
    func(
      'i32 @f()',
      '%d = alloca [3 x i8], align 1; %m = alloca i64, align 4; store i64 0, ptr %m, align 8; ret i32 0',
    ),
    func('i32 @f()', 'unreachable'),
  ],
  [
    'memory that nobody wrote',
    'unwritten memory',
    func('i32 @f()', '%m = alloca i32; %v = load i32, ptr %m; ret i32 %v'),
    func('i32 @f()', 'ret i32 7'),
  ],
  [
    'the absolute value of the smallest number',
    '',
    'declare i32 @abs(i32)\n' + func('i32 @f()', '%a = call i32 @abs(i32 -2147483648); ret i32 %a'),
    func('i32 @f()', 'unreachable'),
  ],
  [
    'bytes after the end of what is compared',
    '',
    memcmp +
      func(
        'i1 @f(ptr %p, ptr %q)',
        '%c = call i32 @memcmp(ptr %p, ptr %q, i64 99999); %r = icmp eq i32 %c, 0; ret i1 %r',
      ),
    func('i1 @f(ptr %p, ptr %q)', 'unreachable'),
  ],
];

describe('the judge of functions', () => {
  it.each(wrong)('calls %s wrong', async (_, before, after) => {
    expect(await verdict(before, after)).toMatch(/^W /);
    expect(await verdict(before, before)).toMatch(/^K /);
  });

  it.each(['0x7FF8000000000000', '0xFFF8000000000000'])('lets a stored NaN be %s', async (stored) => {
    const before = func('void @f(ptr %p)', '%q = fdiv float 0.0, 0.0; store float %q, ptr %p; ret void');
    expect(await verdict(before, func('void @f(ptr %p)', `store float ${stored}, ptr %p; ret void`))).toMatch(
      /^K /,
    );
    const other = func('void @f(ptr %p)', 'store float 0.0, ptr %p; ret void');
    expect(await verdict(before, other)).toMatch(/^W /);
  });

  it('lets a store go into memory that nobody else sees', async () => {
    const known = 'declare noalias ptr @make()\ndeclare void @other()\n';
    const body = (store: string): string =>
      known + func('void @f(i32 %x)', `%m = call noalias ptr @make(); ${store}call void @other(); ret void`);
    expect(await verdict(body('store i32 %x, ptr %m; '), body(''))).toMatch(/^K/);
  });

  it('lets a pass see through a pointer that a call without effects has none', async () => {
    const known = 'declare i32 @pure() nounwind willreturn memory(none)\n';
    const through = '%p = select i1 %x, ptr @pure, ptr @pure; %r = call i32 %p(); ';
    const direct = '%r = call i32 @pure(); ';
    const before = known + func('i32 @f(i1 %x)', `${through}ret i32 %r`);
    for (const after of [`${direct}ret i32 %r`, `${direct}%t = call i32 @pure(); ret i32 %t`])
      expect(await verdict(before, known + func('i32 @f(i1 %x)', after))).toMatch(/^K/);
  });

  it.each(kept)('finds it right if %s', async (_, before, after) => {
    expect(await verdict(before, after)).toMatch(/^K/);
  });

  it.each(fine)('says nothing about %s', async (_, reason, before, after) => {
    expect(await verdict(before, after)).toMatch(
      reason === '' ? /^S undefined: / : new RegExp(`^S ${reason}$`),
    );
  });
});

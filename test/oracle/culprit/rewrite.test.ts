import { describe, expect, it } from 'vitest';
import { describeChange } from '../../../src/oracle/culprit/rewrite.ts';

const body = (...lines: readonly string[]): string =>
  ['define i32 @f(i32 %x) {', ...lines.map((line) => `  ${line}`), '}'].join('\n');

describe('what a rewrite did is told', () => {
  it.each([
    ['srem to and', ['%r = srem i32 %x, 8', 'ret i32 %r'], ['%1 = and i32 %x, 7', 'ret i32 %1']],
    ['add to add nsw', ['%s = add i32 %x, 8', 'ret i32 %s'], ['%s = add nsw i32 %x, 8', 'ret i32 %s']],
    ['icmp ult to icmp ule', ['%c = icmp ult i32 %x, 7'], ['%c = icmp ule i32 %x, 7']],
    ['icmp signed to unsigned', ['%c = icmp sge i32 %x, 7'], ['%c = icmp uge i32 %x, 7']],
    ['nothing to llvm.umin', [], ['%m = tail call i32 @llvm.umin.i32(i32 %x, i32 7)']],
  ])('as %s', (change, before, after) => {
    expect(describeChange(body(...before), body(...after))).toBe(change);
  });

  it('without what was only needed by what is gone, or only makes what is new', () => {
    const before = body('%c = icmp slt i32 %x, %y', '%s = select i1 %c, i32 %x, i32 %y', 'ret i32 %s');
    const after = body('%a = zext i32 %x to i64', '%t = trunc i64 %a to i32', 'ret i32 %t');
    expect(describeChange(before, after)).toBe('select to trunc');
  });

  it('although the numbers of all later values changed', () => {
    const before = body('%1 = load i32, ptr %p', '%2 = mul i32 %1, %1', '%3 = sdiv i32 %2, 4', 'ret i32 %3');
    const after = body('%2 = load i32, ptr %p', '%3 = mul i32 %2, %2', '%5 = ashr i32 %3, 2', 'ret i32 %5');
    expect(describeChange(before, after)).toBe('sdiv to ashr');
  });

  it('as another order of the same', () => {
    const before = body(
      '%l = lshr i80 %x, 22',
      '%1 = trunc i80 %l to i32',
      '%c = and i32 %1, 7',
      'ret i32 %c',
    );
    const after = body(
      '%1 = trunc i80 %x to i32',
      '%2 = lshr i32 %1, 22',
      '%c = and i32 %2, 7',
      'ret i32 %c',
    );
    expect(describeChange(before, after)).toBe('lshr, trunc reordered');
  });

  it('as nothing at all where only names and operands changed', () => {
    expect(
      describeChange(body('%r = add i32 %x, 1, !dbg !7'), body('%r = add i32 %x, 2, !dbg !9')),
    ).toBeUndefined();
  });
});

/** Texts and files of targets that are programs: pure decisions, before anything is run. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognise, sanitizersIn } from '../../../src/target/executable/recognise.ts';
import { sanitizerOptions } from '../../../src/target/executable/sanitizers.ts';
import { absoluteText, canonicalText, readExecutableText } from '../../../src/target/executable/words.ts';
import { findTarget } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../world.ts';

const elf = (machine: number, ...strings: readonly string[]): Buffer => {
  const head = Buffer.alloc(64);
  head.set([0x7f, 0x45, 0x4c, 0x46]);
  head.writeUInt16LE(machine, 18);
  return Buffer.concat([head, Buffer.from(strings.join('\0'))]);
};

describe('the text of a target', () => {
  it('is a compiler without a slash, and a program with one or with its kind in front', () => {
    expect(readExecutableText('clang-19')).toBeUndefined();
    expect(readExecutableText('gcc-12-stock')).toBeUndefined();
    expect(readExecutableText('./x --check @@')).toEqual({
      kind: undefined,
      file: './x',
      args: ['--check', '@@'],
    });
    expect(readExecutableText('command:x')).toEqual({ kind: 'command', file: 'x', args: [] });
    expect(readExecutableText('"./a b" \'c d\'')).toEqual({ kind: undefined, file: './a b', args: ['c d'] });
  });

  it('means the same from any folder once it is absolute: words that name files, and no others', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rules.txt'), '');
    mkdirSync(join(folder, 'data'));
    const text = absoluteText(readExecutableText('./x rules.txt data nothing --rules @@')!, folder);
    const canonical = canonicalText(text);
    expect(canonical).toBe(`${folder}/x ${folder}/rules.txt ${folder}/data nothing --rules @@`);
    expect(absoluteText(readExecutableText(canonical)!, '/')).toEqual(text);
  });
});

describe('a file', () => {
  it('is recognised by what its runtime looks for, the most capable first', () => {
    expect(recognise(elf(62, 'CGFUZZ_SERVE', 'libFuzzer'))).toEqual({ way: 'served' });
    expect(recognise(elf(62, 'libFuzzer'))).toMatchObject({ way: 'plain', takesFiles: true });
    expect(recognise(elf(62, '__AFL_SHM_ID'))).toMatchObject({
      way: 'plain',
      advice: expect.stringMatching(/AFL\+\+: compile it with clang/),
    });
    expect(recognise(elf(62))).toEqual({ way: 'plain', takesFiles: false });
    expect(recognise(Buffer.from('#!/bin/sh\n'))).toEqual({ way: 'plain', takesFiles: false });
  });

  it('is refused if it is no program, or one of another machine', () => {
    expect(recognise(Buffer.from('{}'))).toMatchObject({ way: 'none', why: 'is no program' });
    expect(recognise(elf(183))).toMatchObject({ way: 'none', why: 'is a program for another machine' });
  });

  it('says which sanitizers it has', () => {
    expect(sanitizersIn(elf(62))).toEqual([]);
    expect(sanitizersIn(elf(62, 'ASAN_OPTIONS', 'UBSAN_OPTIONS'))).toEqual(['asan']);
    expect(sanitizersIn(elf(62, 'ASAN_OPTIONS', 'UBSAN_OPTIONS', '__ubsan_handle'))).toEqual([
      'asan',
      'ubsan',
    ]);
    expect(sanitizersIn(elf(62, 'UBSAN_OPTIONS'))).toEqual(['ubsan']);
  });

  it('that cannot be a target is a mistake with a word of advice', async () => {
    const folder = temporaryFolder();
    const file = (name: string, content: string | Buffer, mode = 0o755): string => {
      writeFileSync(join(folder, name), content);
      chmodSync(join(folder, name), mode);
      return join(folder, name);
    };
    const refused = (text: string): Promise<unknown> => findTarget(text, world);
    await expect(refused('./not-there')).rejects.toThrow(/there is no file \/.*not-there/);
    await expect(refused(folder)).rejects.toThrow('is no file');
    await expect(refused(file('list', 'text', 0o644))).rejects.toMatchObject({
      message: expect.stringContaining('may not be executed'),
      hints: expect.arrayContaining([expect.stringContaining('cgfuzz check /')]),
    });
    await expect(refused(file('data', 'text'))).rejects.toThrow('is no program');
    const script = file('script', '#!/no/such/shell -e\n');
    await expect(refused(script)).rejects.toThrow(
      'is a script for /no/such/shell, and there is no such program',
    );
    await expect(refused(file('arm', elf(183)))).rejects.toThrow('another machine');
    await expect(refused(`executable:${file('plain', elf(62))}`)).rejects.toThrow(
      'was not linked with the runtime',
    );
  });
});

describe('options of sanitizers', () => {
  it("are ours in front of the person's, where the last one counts", () => {
    const { ASAN_OPTIONS: asan, TSAN_OPTIONS: tsan } = sanitizerOptions({ ASAN_OPTIONS: 'detect_leaks=1' }, [
      'symbolize=0',
    ]);
    expect(asan).toMatch(/^halt_on_error=1:.*detect_leaks=0.*:symbolize=0:detect_leaks=1$/);
    expect(tsan).toMatch(/symbolize=0$/);
  });

  it('are refused if no failure would be seen', () => {
    expect(() => sanitizerOptions({ ASAN_OPTIONS: 'a=1:halt_on_error=0' })).toThrow('cannot be used');
    expect(() => sanitizerOptions({ UBSAN_OPTIONS: 'log_path=/tmp/x' })).toThrow('cannot be used');
  });
});

import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machinesOfClang } from '../../src/options/machines.ts';
import { waysThatRun } from '../../src/options/run-elsewhere.ts';
import { world } from '../target/world.ts';

const others = machinesOfClang.filter(({ name }) => ['aarch64', 'riscv64', 'arm', 'avr'].includes(name));

const cache = mkdtempSync(join(tmpdir(), 'cgfuzz-runs-'));
// Our own programs are built already.
beforeAll(() => symlinkSync(join(world.cache, 'tools'), join(cache, 'tools')));
afterAll(() => rmSync(cache, { recursive: true }));

async function running(
  isPortable: boolean,
  { searchPath = world.searchPath, said = [] as string[], program = '/usr/bin/clang-19' } = {},
): Promise<readonly string[]> {
  return waysThatRun({
    target: 'clang-19-stock',
    program,
    others,
    isPortable,
    world: { cache, searchPath },
    say: (text) => void said.push(text),
  });
}

describe('kinds of other machines', { timeout: 300_000 }, () => {
  it('are run where qemu was seen to run such code: vectors too, of any length and of one', async () => {
    const words = await running(false);
    expect(words).toEqual(
      expect.arrayContaining([
        '--target=aarch64-linux-gnu',
        '--target=aarch64-linux-gnu -march=armv8-a+sve2',
        '--target=aarch64-linux-gnu -march=armv9-a -msve-vector-bits=256',
        '--target=riscv64-linux-gnu',
        '--target=riscv64-linux-gnu -march=rv64gcv',
        '--target=riscv64-linux-gnu -march=rv64gcv -mrvv-vector-bits=512',
      ]),
    );
    // Its calls hand over floating point otherwise than Debian's library does, and no library is here for AVR.
    expect(words).not.toContain('--target=riscv64-linux-gnu -march=rv64i');
    expect(words.filter((each) => each.includes('avr'))).toEqual([]);
  });

  it('of 32 bits are run for programs that do not depend on the width of long', async () => {
    const isArm = (words: string): boolean => words.startsWith('--target=arm-linux-gnueabihf');
    expect((await running(false)).filter(isArm)).toEqual([]);
    expect((await running(true)).filter(isArm)).toContain('--target=arm-linux-gnueabihf -march=armv8-a');
  });

  it('are left for another time if there is no time to try them', async () => {
    const later = mkdtempSync(join(tmpdir(), 'cgfuzz-runs-'));
    const said: string[] = [];
    const asked = { target: 'clang-19-stock', program: '/usr/bin/clang-19', others, isPortable: true };
    const say = (text: string): void => void said.push(text);
    const empty = { ...world, cache: later };
    symlinkSync(join(cache, 'tools'), join(later, 'tools'));
    expect(await waysThatRun({ ...asked, world: empty, say, isLate: () => true })).toEqual([]);
    expect(said).toEqual([]);
    rmSync(later, { recursive: true });
  });

  it('are not run where nothing links for them', async () => {
    expect(await running(true, { searchPath: '/nowhere' })).toEqual([]);
  });

  it('are tried once: a second start says nothing, and another compiler or a damaged file is tried again', async () => {
    const words = await running(false);
    const said: string[] = [];
    expect(await running(false, { said })).toEqual(words);
    expect(said).toEqual([]);
    const [kept = ''] = readdirSync(join(cache, 'options')).filter((name) => name.includes('-aarch64-'));
    writeFileSync(join(cache, 'options', kept), '["--target=aarch64');
    expect(await running(false, { said })).toEqual(words);
    expect(said).toEqual(['clang-19-stock: trying which code for aarch64 can be run here']);
    await running(false, { said, program: '/usr/bin/gcc-12' });
    expect(said).toHaveLength(3);
  });
});

/** The bugs that come with cgfuzz: they are the trophies, and compilers that are installed show them by their signatures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Failure, Findings, headlineOf, shippedBugOf } from '../../src/finding/index.ts';
import { shippedBugs } from '../../src/finding/shipped-bugs.ts';
import { crashSignature, Laboratory } from '../../src/oracle/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { worldOf } from '../../src/session/world.ts';
import { splitWords } from '../../src/util/split-words.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = 'docs/trophies';
const read = (name: string, file: string): string => readFileSync(join(folder, name, file), 'utf8');

/** They are judged by their assembly, and a signature of atomics names no place that is only theirs. */
const ofAtomics = ['aarch64-load-over-acquire', 'clang-fence-add-zero'];

/** Trophies that clang-19 and gcc-12 show with the command of their page. */
const shownHere = [
  'arm-pseudo-probe',
  'clang-loop-info-goto',
  'gcc-shift-to-bool',
  'hexagon-bitcast',
  'hexagon-pseudo-probe',
  'lanai-barrier',
  'm68k-segmentation-fault',
  'mips16-not-supported',
  've-vector-shuffle',
  'wasm-kcfi-sections',
  'x32-no-plt',
  'x86-apx-peephole-constant',
];

const laboratory = await Laboratory.open(worldOf({ env: process.env }));
afterAll(() => laboratory.close());

describe('the bugs that come with cgfuzz', () => {
  it('are the trophies', () => {
    const expected = readdirSync(folder).filter((name) => !ofAtomics.includes(name));
    expect(shippedBugs.map(({ name }) => name)).toEqual(expected.toSorted());
  });

  it.each(shippedBugs)('$name has the heading of its page', ({ name, title, address }) => {
    const page = read(name, 'README.md');
    expect(page.split('\n')[0]).toBe(`# ${title}`);
    expect(page).toContain(address);
  });

  it.each(shownHere)('%s is recognised if an installed compiler shows it', async (name) => {
    const line = /^\$ (.*reduced\.c.*)$/m.exec(read(name, 'README.md'))![1]!;
    const [called = '', ...words] = splitWords(line);
    const compiler = called.startsWith('gcc') ? 'gcc-12' : 'clang-19-stock';
    const args = words.filter((word) => !['-c', 'reduced.c'].includes(word));
    const [execution] = await laboratory.compile(programOf(read(name, 'reduced.c')), [{ compiler, args }]);
    const signature = crashSignature(execution!).key;
    const bug = shippedBugOf({ signature, compiler, args });
    const same = shippedBugs.find((each) => each.name === bug?.name)?.signatures;
    // Two trophies of m68k end in one place.
    expect(same).toEqual(shippedBugs.find((each) => each.name === name)!.signatures);
  });

  it('are not seen on another architecture, in another place or with other flags', () => {
    const signature = 'fatal-error | Cannot select: vector_shuffle | SelectCodeCommon';
    const asked = { signature, compiler: 'clang-22', args: ['-O2', '--target=ve-linux-gnu'] };
    expect(shippedBugOf(asked)?.name).toBe('ve-vector-shuffle');
    expect(shippedBugOf({ ...asked, args: ['-O2'] })).toBeUndefined();
    expect(shippedBugOf({ ...asked, args: ['-O2', '--target=hexagon'] })).toBeUndefined();
    expect(shippedBugOf({ ...asked, signature: 'signal | SIGSEGV' })).toBeUndefined();
  });

  it('are seen with each of the options that show them, and in each pass that breaks', () => {
    const named = (signature: string, ...args: string[]): string | undefined =>
      shippedBugOf({ signature, compiler: 'clang-23-passes', args: ['-O2', ...args] })?.name;
    const thunk = 'signal | SIGSEGV | runOnMachineFunction < runOnFunction < runOnModule';
    expect(named(thunk, '-mretpoline', '-moutline')).toBe('x86-static-data-thunk');
    expect(named(thunk, '-fpartition-static-data-sections')).toBe('x86-static-data-thunk');
    expect(named(thunk, '-mretpoline')).toBeUndefined();
    const rotate = 'wrong-ir | poison: llvm.fshl argument range argument range result range | instcombine';
    expect(named(rotate)).toBe('clang-range-of-rotate-amount');
    const attributor = '-passes=function(sroa),cgscc(attributor-cgscc),function(loop-mssa(licm))';
    expect(named('wrong-code | licm', attributor)).toBe('clang-attributor-assumed-load');
  });
});

const failure: Failure = {
  signature: {
    kind: 'crash',
    key: 'fatal-error | Cannot select: X8NISD::CALL | SelectCodeCommon',
    message: 'Cannot select: X8NISD::CALL',
    frames: ['SelectCodeCommon'],
    pass: undefined,
  },
  program: programOf('int x;'),
  sequence: () => new Uint8Array(),
  text: '',
  compiler: 'clang-22',
  args: ['-O2', '--target=x86_64-linux-gnux32', '-fno-plt'],
  build: 'b',
  origin: { source: 's' },
};

describe('a finding that is a known bug', () => {
  it('says so on its first line, and with the address of the report', () => {
    const path = temporaryFolder();
    const { record, folder: kept } = new Findings(path, findingFiles).add(failure);
    const first = readFileSync(join(kept.path, 'README.md'), 'utf8').split('\n')[0];
    expect(first).toMatch(/^> \*\*Known:\*\* clang-22, x32, `-fno-plt`.*trophies\/x32-no-plt.*issues\/92791/);
    expect(headlineOf(record)).toBe(`known, docs/trophies/x32-no-plt: ${record.title}`);
    expect(new Findings(path, findingFiles).all()[0]?.record.shipped).toEqual(record.shipped);
  });
});

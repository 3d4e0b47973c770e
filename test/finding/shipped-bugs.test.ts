/** The bugs that come with cgfuzz: they are the trophies, and findings are held against them by running. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Failure,
  FindingFolder,
  Findings,
  headlineOf,
  programOfTrophy,
  trophies,
  type Trophy,
  weightOfTrophy,
  weightRules,
} from '../../src/finding/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { crashSignature } from '../../src/oracle/index.ts';
import { type Program, programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { worldOf } from '../../src/session/world.ts';
import { recogniseBug } from '../../src/triage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = 'docs/trophies';
const read = (name: string, file: string): string => readFileSync(join(folder, name, file), 'utf8');
const world = worldOf({ env: process.env });
const trophyNamed = (name: string): Trophy => trophies().find((each) => each.name === name)!;

/** A finding of a program with these flags; the signature is what the compiler here says. */
async function foundWith(program: Program, compiler: string, args: readonly string[]): Promise<Findings> {
  const laboratory = await Laboratory.open(world);
  const [execution] = await laboratory.compile(program, [{ compiler, args }]);
  await laboratory.close();
  const findings = new Findings(temporaryFolder(), findingFiles);
  findings.add({
    signature: crashSignature(execution!),
    program,
    sequence: () => new Uint8Array(),
    text: execution!.text,
    compiler,
    args,
    build: 'b',
    origin: { source: 's' },
  });
  return findings;
}

async function recognised(...about: Parameters<typeof foundWith>): Promise<string | undefined> {
  const [finding] = (await foundWith(...about)).all();
  return (await recogniseBug(finding!, world))?.shipped?.name;
}

describe('the bugs that come with cgfuzz', () => {
  it('are the trophies', () => {
    expect(trophies().map(({ name }) => name)).toEqual(readdirSync(folder).toSorted());
  });

  it.each(trophies())('$name has the heading of its page, and its program', (trophy) => {
    const page = read(trophy.name, 'README.md');
    expect(page.split('\n')[0]).toBe(`# ${trophy.title}`);
    expect(page).toContain(trophy.address);
    expect(programOfTrophy(trophy).files[0]!.bytes.length).toBeGreaterThan(0);
  });

  it('are recognised by their programs, with other flags and on other machines', async () => {
    const probes = trophyNamed('arm-pseudo-probe');
    const args = ['-O1', '--target=arm-linux-gnueabihf', '-march=armv7-a', '-fpseudo-probe-for-profiling'];
    const program = programOf('int g;\nvoid h(void);\nvoid f(void) { h(); g = 1; }\n');
    expect(await recognised(program, 'clang-19-stock', args)).toBe(probes.name);
    const thumb = args.map((arg) => arg.replace('arm-linux', 'armeb-linux'));
    expect(await recognised(program, 'clang-19-stock', thumb)).toBe(probes.name);
  });

  it('are no other bugs that look alike: the same signature on a machine without the bug', async () => {
    const vector = trophyNamed('ve-vector-shuffle');
    const [finding] = (await foundWith(programOfTrophy(vector), 'clang-19-stock', vector.args)).all();
    const elsewhere = {
      ...finding!.record,
      compiler: 'clang-19-stock',
      args: ['-O2'],
    };
    const unlike = { folder: new FindingFolder(temporaryFolder()), record: elsewhere };
    mkdirSync(unlike.folder.path, { recursive: true });
    writeFileSync(join(unlike.folder.path, 'original.c'), 'int x;\n');
    const asked = (await recogniseBug(unlike, world))!;
    expect(elsewhere.signature).toBe(`${vector.signatures[0]} < VE DAG->DAG Pattern Instruction Selection`);
    expect(asked).toEqual({
      heldAgainst: expect.stringMatching(`^b; ${trophies().length} bugs`) as string,
      shipped: undefined,
    });
    expect((await recogniseBug(finding!, world))?.shipped?.name).toBe(vector.name);
  });

  it('are told apart if a helper that many callers share reports them', async () => {
    const conversion = trophyNamed('aarch64-int128-bfloat');
    const rotation = programOf(
      'declare i192 @llvm.fshl.i192(i192, i192, i192)\n' +
        'define i192 @f(i192 %x, i192 %by) {\n' +
        '  %r = call i192 @llvm.fshl.i192(i192 %x, i192 %x, i192 %by)\n  ret i192 %r\n}\n',
      'llvm-ir',
    );
    const stock = 'clang-19-stock';
    for (const target of ['x86_64', 'aarch64'])
      expect(await recognised(rotation, stock, [`--target=${target}-linux-gnu`, '-O1'])).toBeUndefined();
    const own = programOf('__bf16 g(int n, __int128 y) { return y + n; }\n');
    expect(await recognised(own, stock, ['--target=aarch64-linux-gnu', '-O2'])).toBe(conversion.name);
  });

  it('are reduced and recognised by a signature that an older cgfuzz wrote, without the machine', async () => {
    const conversion = trophyNamed('aarch64-int128-bfloat');
    const [finding] = (await foundWith(programOfTrophy(conversion), 'clang-19-stock', conversion.args)).all();
    const { signature } = finding!.record;
    expect(signature).toMatch(/makeLibCall < AArch64 Instruction Selection$/);
    const older = { ...finding!.record, signature: signature.replace(/ < AArch64.*/, '') };
    expect((await recogniseBug({ ...finding!, record: older }, world))?.shipped?.name).toBe(conversion.name);
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
    const findings = new Findings(path, findingFiles);
    const { name, title, address } = trophyNamed('x32-no-plt');
    findings.add(failure);
    const { record, folder: kept } = findings.update(failure.signature.key, {
      shipped: { name, title, address },
    });
    const first = readFileSync(join(kept.path, 'README.md'), 'utf8').split('\n')[0];
    expect(first).toMatch(/^> \*\*Known:\*\* clang-22, x32, `-fno-plt`.*trophies\/x32-no-plt.*issues\/92791/);
    expect(headlineOf(record)).toBe(`known, docs/trophies/x32-no-plt: ${record.title}`);
    expect(new Findings(path, findingFiles).all()[0]?.record.shipped).toEqual(record.shipped);
  });
});

describe('the weight of a bug', () => {
  it('follows from rules that the page tells in these words', () => {
    const page = readFileSync('docs/findings.md', 'utf8').replaceAll(/\s+/g, ' ');
    for (const { says, weight } of weightRules) expect(page).toContain(`| ${says} | ${weight} |`);
  });

  it.each([
    ['clang-convert-bfloat', 1],
    ['x86-stack-clash-register', 1],
    ['x86-kcfi-register', 2],
    ['gcc-add-fetch-operand', 2],
    ['x86-linearize-goto', 3],
    ['ve-bool-vector', 3],
    ['clang-fence-add-zero', 3],
  ])('%s is %i', (name, weight) => {
    expect(weightOfTrophy(trophyNamed(name)).weight).toBe(weight);
  });
});

/** A report is about the smallest program there is, of any origin. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Findings } from '../../../src/finding/index.ts';
import { finishFinding } from '../../../src/triage/index.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { crashSignature } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { findingFiles } from '../../../src/report/index.ts';
import { temporaryFolder, world } from '../../target/world.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

it('says what the compiler says of it, and not of what it was made from', async () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const finding = findings.add({
    signature: { kind: 'rejected', key: 'rejected', message: 'undeclared', frames: [], pass: undefined },
    program: programOf('int a = generated;\n'),
    sequence: () => new Uint8Array([1]),
    text: "undeclared identifier 'generated'\n",
    compiler: 'clang-19-stock',
    args: ['-O1'],
    build: 'b',
    origin: { source: 'test' },
  });
  const { folder } = finding;
  const finished = async (): Promise<string> => {
    await finishFinding(finding, laboratory);
    return folder.output;
  };
  folder.saveProgram('reduced', programOf('int a = by_choices;\n'), new Uint8Array([1]));
  expect(await finished()).toContain("undeclared identifier 'by_choices'");
  folder.saveText(programOf('int a = by_text;\n'));
  expect(await finished()).toContain("undeclared identifier 'by_text'");
  // A program that does not show the bug has nothing to say about it.
  folder.saveText(programOf('int a = 1;\n'));
  expect(await finished()).toContain("undeclared identifier 'by_text'");
});

it('counts a compiler among those that refuse only where it gives the same reason', async () => {
  const findings = new Findings(temporaryFolder(), findingFiles);
  const findingOf = (message: string) =>
    findings.add({
      signature: { kind: 'rejected', key: message, message, frames: [], pass: undefined },
      program: programOf('int a = generated;\n'),
      sequence: () => new Uint8Array([1]),
      text: '',
      compiler: 'clang-19-stock',
      args: ['-O1'],
      build: 'b',
      origin: { source: 'test' },
    });
  const asked = [{ compiler: 'clang-19-stock', args: ['-O1'] }];
  const [refusal] = await laboratory.compile(programOf('int a = other;\n'), asked);
  const same = crashSignature(refusal!).message;
  const versionsOf = async (message: string): Promise<readonly string[]> =>
    Object.keys((await finishFinding(findingOf(message), laboratory)).affected!.versions);
  expect(await versionsOf(same)).toEqual(['clang']);
  expect(await versionsOf('fixup value must be N-byte aligned')).toEqual([]);
});

/** A finding that somebody planted in a campaign: going on with that campaign runs no command of theirs. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

it('is told, and not reduced', async () => {
  const cwd = temporaryFolder();
  const words = ['run', '--source=loom language=c size=300B', '--target=clang-19-starter', '--jobs=1'];
  expect((await cgfuzz(cwd, ...words, '--compare-share=0', '--execs=5')).code).toBe(0);
  const folder = new CampaignFolder(join(cwd, 'campaign'));
  const corpus = Corpus.read(folder.corpus);
  const [entry] = [...corpus.entries()];
  const sequence = corpus.sequenceBytes(entry!.id);
  corpus.close();
  const ran = join(cwd, 'ran');
  mkdirSync(ran);
  new Findings(folder.findings, findingFiles).add({
    signature: { kind: 'crash', key: 'signal | x', message: 'SIGSEGV', frames: ['x'], pass: undefined },
    program: programOf('int main(void) { return 0; }\n'),
    sequence: () => sequence,
    text: 'boom\n',
    compiler: 'gcc-12',
    args: ['-O2', '-wrapper', `sh,-c,rmdir ${ran}`],
    build: folder.readManifest().build,
    origin: { source: entry!.source },
  });
  const again = await cgfuzz(cwd, ...words, '--compare-share=0', '--reduce-share=50', '--execs=40');
  expect(existsSync(ran)).toBe(true);
  expect(again.stderr).toMatch(/finding \w+ is not reduced: its argument -wrapper may start a program/);
}, 120_000);

/** A corpus that leaves its campaign as files and comes back, with a real generator and a real compiler. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = new URL('../../dist/cli/main.js', import.meta.url).pathname;

async function cgfuzz(...args: readonly string[]): Promise<string> {
  const { stdout } = await execa('node', [program, ...args]);
  return stdout;
}

async function run(dir: string, execs: number): Promise<StatsLine> {
  const args = ['--json', `--dir=${dir}`, '--target=clang-19-starter', `--execs=${execs}`];
  return JSON.parse(await cgfuzz('run', ...args)) as StatsLine;
}

function corpusOf(dir: string): ReadonlyMap<string, Uint32Array> {
  const corpus = Corpus.read(new CampaignFolder(dir).corpus);
  const features = new Map([...corpus.entries()].map(({ id }) => [id, corpus.features(id)]));
  corpus.close();
  return features;
}

describe('a corpus', () => {
  it('is shown with its programs, and with real names of what they reached', async () => {
    const dir = temporaryFolder();
    await run(dir, 2);
    const file = await cgfuzz('report', dir, '--programs=1');
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('llvm/lib/Transforms/InstCombine/InstructionCombining.cpp: ');
    expect(page.match(/<summary>program of /g)).toHaveLength(1);
    expect(page).toContain('#include &quot;csmith.h&quot;');
  }, 300_000);

  it('reaches the same again when it went through files, and is executed only once for that', async () => {
    const folder = temporaryFolder();
    const [from, files, to] = ['from', 'files', 'to'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const first = await run(from, 6);
    await cgfuzz('corpus', 'export', from, files, '--programs');
    const names = readdirSync(files);
    const kept = [...corpusOf(from).keys()];
    expect(names.toSorted()).toEqual(kept.flatMap((id) => [`${id}.c`, `${id}.cgseq`]).toSorted());
    expect(readFileSync(join(files, `${kept[0]}.c`), 'utf8')).toContain('int main');

    await cgfuzz('corpus', 'import', to, files);
    const learnt = await run(to, 1);
    expect(learnt).toMatchObject({ features: first.features, edges: first.edges, executions: kept.length });
    expect(corpusOf(to)).toEqual(corpusOf(from));
    expect((await run(to, 1)).executions).toBe(kept.length);
    // A real compiler and a real generator: seconds, and many where others work.
  }, 300_000);
});

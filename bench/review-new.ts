/**
 * Fixes that came after LLVM 22, without a build: LLVM 22 as Debian ships it has the bugs, and LLVM 23 has the fixes.
 *
 * A rule chose the fixes before any was tried. It takes each test of LLVM 23 that names an issue or a pull request from
 * `FIRST_NUMBER` on. LLVM 22 was branched at that number, and got some of these fixes, too. LLVM 23 is the
 * control: a fault of both is no news.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stages } from '../src/session/review/stages.ts';
import { packSeeds, type PackOptions, prepareSeeds, testsTree } from '../src/target/index.ts';
import type { Measurement } from './harness.ts';

const FIRST_NUMBER = 176_000;
const OLD = { llvmVersion: 22 };
const NEW = { llvmVersion: 23 };
const NAMED = /(?:issues?[/ -]?#?|\bPR[ -]?#?|\bGH[ -]?#?|pull\/)(\d{6})\b/gi;

export interface NewFixes extends PackOptions {
  readonly judge: string;
  readonly seconds: number;
  readonly seed: number;
  /** Parts of numbers to try. */
  readonly only: string;
}

/** Tests by the number that they name in their text or in their own name. */
export function testsOfNewFixes(tree: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ll'),
  );
  for (const name of names.toSorted()) {
    const text = readFileSync(join(tree, name), 'latin1');
    const numbers = [...`${name}\n${text}`.matchAll(NAMED)].map(([, number]) => Number(number));
    for (const number of new Set(numbers))
      if (number >= FIRST_NUMBER) found.set(number, [...(found.get(number) ?? []), join(tree, name)]);
  }
  return new Map([...found].toSorted(([one], [other]) => one - other));
}

export async function asNew(options: NewFixes): Promise<Measurement> {
  const { judge, seconds, seed, only, ...packing } = options;
  const { cache, signal, say } = packing;
  const building = {
    cache,
    signal,
    nowMs: () => performance.now(),
    onProgress: ({ step }: { readonly step: string }) => say(step),
  };
  const { file: program } = await prepareSeeds(OLD, building);
  const { file: control } = await prepareSeeds(NEW, building);
  const tests = testsOfNewFixes(join(await testsTree(NEW, packing), 'llvm/test/Transforms'));
  const asked = [...tests].filter(([number]) => only.split(',').some((part) => `${number}`.includes(part)));
  const found: string[] = [];
  let usable = 0;
  for (const [number, files] of asked) {
    const pool = await packSeeds(program, files, packing);
    if (pool.functions === 0) {
      say(`${number}: no seeds in ${files.length} files`);
      continue;
    }
    usable++;
    const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-new-'));
    const words = ['--judge', judge, '--control', control];
    const coverage = join(folder, 'reached');
    const stages = new Stages({ program, words, coverage, seconds, seed, untilFault: true, signal });
    await stages.all({ suite: undefined, own: pool.file, folders: [] });
    rmSync(folder, { recursive: true, force: true });
    const fault = stages.runs.flatMap(({ faults }) => faults)[0];
    const how = fault === undefined ? 'not found' : `${fault.kind}: ${fault.seed}, ${fault.why.slice(0, 80)}`;
    say(`${number}: ${how}, after ${stages.spent.toFixed(1)} CPU s`);
    if (fault !== undefined) found.push(`${number} ${stages.spent.toFixed(1)} s`);
  }
  return {
    name: 'fixes after LLVM 22 whose bug a review finds in LLVM 22',
    value: found.length,
    unit: 'bugs',
    how: `of ${usable} with seeds, ${asked.length} in all; at most ${seconds} CPU s each, seed ${seed}: ${found.join(', ') || 'none'}`,
  };
}

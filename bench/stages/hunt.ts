/** Campaigns of a chain and of its source against the planted defects for stages: which of them each finds. */
import { join } from 'node:path';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { plantNames } from '../../lab/planted/names.ts';
import { child, root } from '../campaigns/campaign-side.ts';
import type { Measurement } from '../harness.ts';
import { compilerArgs } from '../planted/programs.ts';
import { plantingIn, truthOf } from '../planted/truth.ts';
import { rmSync } from 'node:fs';
import { world } from './seen.ts';

const TARGET = 'clang-19-patched+stages';
const sources = ['csmith-scoped', 'csmith-scoped | relax | emi', 'csmith-scoped | relax | emi | live'];

/** `SECONDS` of CPU time each, from `SEED`. */
export async function* measureHunts(): AsyncIterable<Measurement> {
  const [seconds, seed] = [Number(process.env['SECONDS'] ?? 300), Number(process.env['SEED'] ?? 1)];
  const wanted = Number(process.env['CHAINS'] ?? sources.length);
  const laboratory = await Laboratory.open(world);
  try {
    for (const [index, source] of sources.slice(0, wanted).entries()) {
      const folder = join(root, '.cache/stages', `hunt-${index}-${seed}`);
      rmSync(folder, { recursive: true, force: true });
      const { args } = plantingIn(TARGET, ['all']);
      await child([
        join(root, 'dist/cli/main.js'),
        'run',
        `--dir=${folder}`,
        `--source=${source}`,
        `--target=${TARGET}`,
        `--args=${args.join(' ')}`,
        `--seed=${seed}`,
        '--jobs=1',
        `--cpu-time=${seconds}s`,
        '--reduce-share=10',
      ]);
      const campaign = new CampaignFolder(folder);
      const found = new Set<string>();
      const findings = new Findings(campaign.findings, findingFiles).all();
      for (const { record, folder: own } of findings) {
        const program = own.program('original', record.program);
        if (program === undefined) continue;
        const { showing } = await truthOf(laboratory, program, compilerArgs, { target: TARGET });
        for (const name of showing) found.add(name);
      }
      const tests = campaign.readStats().at(-1)?.executions;
      if (tests === undefined) throw new Error(`there was no campaign in ${folder}`);
      yield {
        name: `planted defects for stages found by ${source}`,
        value: found.size,
        unit: 'defects',
        how: `of ${plantNames('stages').length}, ${seconds} CPU s, ${tests} tests, ${findings.length} findings: ${[...found].join(', ')}`,
      };
    }
  } finally {
    await laboratory.close();
  }
}

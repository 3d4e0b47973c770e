/**
 * Which parts of the language reach code of clang's passes that nothing else does.
 *
 * First programs of Csmith with drawn options are compiled, then programs of loom without any switch: what they reach does
 * not count. Each switch is then compiled alone, with what it is nothing without. `CSMITH` says how many programs of Csmith,
 * `PROGRAMS` how many of each switch.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Alphabet, replay } from '../../src/choice/index.ts';
import { csmithOptions } from '../../src/generators/csmith-options.ts';
import { presetOf, type Switch, switches, withItsBase } from '../../src/generators/loom/policy/switches.ts';
import { C, CPP17 } from '../../src/generators/loom/rules/language.ts';
import { programOf, type Program } from '../../src/program/index.ts';
import { cellOf, usualExecutionLimits } from '../../src/serve/index.ts';
import type { Target } from '../../src/target/index.ts';
import { openUsualTarget, TARGET } from '../campaigns/campaign-side.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment, make } from './programs.ts';

/** As many edges make a switch worth having; so many switches are wanted. */
const EDGES = 50;
const SWITCHES = 12;
const flags = ['-O3', '-march=x86-64-v3', '-w', '-Wno-parentheses', '-I/usr/include/csmith'];
const limits = { ...usualExecutionLimits, cpuMs: 60_000, wallMs: 600_000 };

/** The target keeps in mind what it is told to. A known edge is fresh again when it is hit more often. */
interface Seeing {
  readonly remember: boolean;
  readonly known: ReadonlySet<number>;
}

async function compile(
  target: Target,
  program: Program,
  found: Set<number>,
  { remember, known }: Seeing,
): Promise<void> {
  const language = program.language === 'c' ? [] : ['-std=c++17'];
  const configurations = [{ args: [...flags, ...language], emit: 'discarded-object' }] as const;
  const [execution] = await target.execute({ program, configurations, limits, remember });
  for (const feature of execution?.features?.fresh ?? []) {
    const cell = cellOf(feature);
    if (cell < target.coverage!.space.edgeCells && !known.has(cell)) found.add(cell);
  }
}

export async function* reach(): AsyncIterable<Measurement> {
  const counts = { csmith: fromEnvironment('CSMITH', 500), loom: fromEnvironment('PROGRAMS', 60) };
  const target = await openUsualTarget();
  const known = new Set<number>();
  for (const program of csmithPrograms(counts.csmith))
    await compile(target, program, known, { remember: true, known: new Set() });
  const plain = new Set<number>();
  for (const program of loomPrograms(new Set(), counts.loom))
    await compile(target, program, plain, { remember: true, known });
  const all = new Set([...known, ...plain]);
  const how = `${TARGET}, ${flags.join(' ')}; ${counts.csmith} programs of Csmith reach ${known.size} edges, ${counts.loom} of loom without a switch ${plain.size} more`;
  let wide = 0;
  for (const each of switches.filter((name) => name !== 'long')) {
    const found = new Set<number>();
    const on = withItsBase(each);
    for (const program of loomPrograms(on, counts.loom))
      await compile(target, program, found, { remember: false, known: all });
    if (found.size >= EDGES) wide++;
    yield { name: `${each}: edges that only it reaches`, value: found.size, unit: 'edges', how };
  }
  await target.close();
  const name = `switches that reach ${EDGES} edges more`;
  yield { name, value: wide, unit: 'switches', goal: { atLeast: SWITCHES }, how };
}

function* loomPrograms(on: ReadonlySet<Switch>, count: number): Iterable<Program> {
  const rules = [...on].every((each) => each === 'bitint' || presetOf('all', C).has(each)) ? C : CPP17;
  for (let seed = 0; seed < count; seed++) {
    const { text } = make({ seed: 50_000 + seed, options: { rules, maxSize: 6, switches: on } });
    yield programOf(text, rules.name);
  }
}

function* csmithPrograms(count: number): Iterable<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  const path = join(folder, 'test.c');
  for (let seed = 1; seed <= count; seed++) {
    const drawn = replay(csmithOptions, { alphabet: new Alphabet(), seed });
    const options = drawn.outcome === 'ok' ? drawn.value : [];
    try {
      execFileSync('csmith', ['--seed', String(seed), ...options, '-o', path], {
        cwd: folder,
        timeout: 20_000,
      });
    } catch {
      continue;
    }
    yield programOf(readFileSync(path));
  }
  rmSync(folder, { recursive: true });
}

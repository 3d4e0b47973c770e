/**
 * The way people work today: stock Csmith, stock clang, a process each, nothing learnt.
 *
 * Only their own CPU time counts, as the kernel accounts it to them. Afterwards the instrumented compiler tells the
 * coverage of their programs, which costs them nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { plainCsmithCompilerArgs } from '../../lab/csmith.ts';
import { csmithOptions } from '../../src/generators/csmith-options.ts';
import { programOf } from '../../src/program/index.ts';
import { type Target } from '../../src/target/index.ts';
import { usualExecutionLimits } from '../../src/serve/index.ts';

export interface Point {
  readonly cpuMs: number;
  readonly executions: number;
  readonly edges: number;
  readonly features: number;
}

export interface BaselineOptions {
  /** Draw Csmith's options anew for each program, as classic swarm testing does. */
  readonly drawsOptions: boolean;
  readonly seed: number;
  readonly cpuMs: number;
  /** Of the compiler, besides what Csmith's programs need. */
  readonly args: readonly string[];
  readonly target: Target;
  readonly onPoint: (point: Point) => void;
}

/** A program that takes longer is given up, as people do. */
const TIMEOUT_S = 10;
const TICKS_PER_SECOND = 100;

export async function runBaseline(options: BaselineOptions): Promise<Point> {
  const { seed, args, target } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  const source = join(folder, 'test.c');
  const compilerArgs = [...args, ...plainCsmithCompilerArgs];
  const coverage = new CoverageMap(target.coverage?.space);
  const startMs = endedChildrenMs();
  let point: Point = { cpuMs: 0, executions: 0, edges: 0, features: 0 };
  try {
    for (let test = 0; point.cpuMs < options.cpuMs; test++) {
      const number = seed * 1_000_000 + test;
      const generated = limited(
        'csmith',
        ['--seed', String(number), ...optionsFor(number, options), '-o', source],
        folder,
      );
      const isCompiled =
        generated &&
        limited('clang-19', [...compilerArgs, '-c', source, '-o', join(folder, 'test.o')], folder);
      if (generated) {
        const [execution] = await target.execute({
          program: programOf(readFileSync(source)),
          configurations: [{ args: compilerArgs, emit: 'discarded-object' }],
          limits: { ...usualExecutionLimits, cpuMs: 60_000, wallMs: 600_000 },
        });
        // If the stock compiler was given up on, its program has covered nothing.
        if (isCompiled && execution?.features !== undefined) coverage.add(execution.features.fresh);
      }
      point = {
        cpuMs: endedChildrenMs() - startMs,
        executions: test + 1,
        edges: coverage.edges,
        features: coverage.features,
      };
      options.onPoint(point);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return point;
}

function optionsFor(seed: number, { drawsOptions }: BaselineOptions): readonly string[] {
  if (!drawsOptions) return [];
  const drawn = replay(csmithOptions, { alphabet: new Alphabet(), seed });
  return drawn.outcome === 'ok' ? drawn.value : [];
}

/** The limit is on CPU time, set by the program itself before it becomes the other one; nothing else is run. */
function limited(program: string, words: readonly string[], cwd: string): boolean {
  const { status } = spawnSync('prlimit', [`--cpu=${TIMEOUT_S}`, program, ...words], {
    cwd, // Csmith leaves a file `platform.info` where it runs.
    stdio: 'ignore',
  });
  return status === 0;
}

/** CPU time of all children that have ended. */
function endedChildrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND;
}

/** Writes a curve with a line for each percent of growth in CPU time. */
export function curveWriter(file: string): (point: Point) => void {
  const lines: string[] = [];
  let nextMs = 0;
  return (point) => {
    if (point.cpuMs < nextMs) return;
    nextMs = point.cpuMs * 1.01;
    lines.push(JSON.stringify(point));
    writeFileSync(file, `${lines.join('\n')}\n`);
  };
}

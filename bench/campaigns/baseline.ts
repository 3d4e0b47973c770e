/**
 * The way people work today: a stock generator, a stock compiler, a process each, nothing learnt.
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

/** A generator as its authors give it. */
export interface StockGenerator {
  /** The words that run it for a program with this number, in an empty folder. */
  readonly command: (number: number) => readonly string[];
  /** The program as one text, from what the generator wrote in the folder and to standard output. */
  readonly read: (folder: string) => string;
  /** Arguments of the compiler that its programs need. */
  readonly args: readonly string[];
}

export const csmith: StockGenerator = csmithWith(() => []);

/** Csmith whose options are drawn anew for each program, as classic swarm testing does. */
export const csmithSwarm: StockGenerator = csmithWith((number) => {
  const drawn = replay(csmithOptions, { alphabet: new Alphabet(), seed: number });
  return drawn.outcome === 'ok' ? drawn.value : [];
});

function csmithWith(options: (number: number) => readonly string[]): StockGenerator {
  return {
    command: (number) => ['csmith', '--seed', String(number), ...options(number), '-o', 'test.c'],
    read: (folder) => readFileSync(join(folder, 'test.c'), 'utf8'),
    args: plainCsmithCompilerArgs,
  };
}

/** YARPGen v2 for C, at this path. Its two files and their header become one text. */
export function yarpgenAt(path: string): StockGenerator {
  return {
    command: (number) => [path, '--std=c', `--seed=${number}`, '--out-dir=.'],
    read: (folder) => {
      const of = (file: string): string => readFileSync(join(folder, file), 'utf8');
      const [body, driver] = [of('func.c'), of('driver.c')].map((text) => text.replace(INIT, ''));
      return `${of('init.h')}\n${body}\n${driver}`;
    },
    args: ['-w', '-std=gnu17'],
  };
}

const INIT = /^#include "init.h"$/m;

export interface BaselineOptions {
  readonly generator: StockGenerator;
  /** The stock compiler that people would run. */
  readonly compiler: string;
  readonly seed: number;
  readonly cpuMs: number;
  /** Arguments of the compiler, besides those that the generator's programs need. */
  readonly args: readonly string[];
  readonly target: Target;
  readonly onPoint: (point: Point) => void;
}

/** A program that takes longer is given up, as people do. */
const TIMEOUT_S = 10;
const TICKS_PER_SECOND = 100;

export async function runBaseline(options: BaselineOptions): Promise<Point> {
  const { generator, compiler, seed, args, target } = options;
  const top = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  const compilerArgs = [...args, ...generator.args];
  const coverage = new CoverageMap(target.coverage?.space);
  const startMs = endedChildrenMs();
  let point: Point = { cpuMs: 0, executions: 0, edges: 0, features: 0 };
  try {
    for (let test = 0; point.cpuMs < options.cpuMs; test++) {
      const number = seed * 1_000_000 + test;
      const folder = mkdtempSync(join(top, 'test-'));
      if (limited(generator.command(number), folder)) {
        const source = generator.read(folder);
        writeFileSync(join(folder, 'compiled.c'), source);
        const isCompiled = limited([compiler, ...compilerArgs, '-c', 'compiled.c', '-o', 'test.o'], folder);
        const [execution] = await target.execute({
          program: programOf(source),
          configurations: [{ args: compilerArgs, emit: 'discarded-object' }],
          limits: { ...usualExecutionLimits, cpuMs: 60_000, wallMs: 600_000 },
        });
        // If the stock compiler was given up on, its program has covered nothing.
        if (isCompiled && execution?.features !== undefined) coverage.add(execution.features.fresh);
      }
      rmSync(folder, { recursive: true, force: true });
      point = {
        cpuMs: endedChildrenMs() - startMs,
        executions: test + 1,
        edges: coverage.edges,
        features: coverage.features,
      };
      options.onPoint(point);
    }
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
  return point;
}

/** The limit is on CPU time, set by the program itself before it becomes the other one; nothing else is run. */
function limited(words: readonly string[], cwd: string): boolean {
  const { status } = spawnSync('prlimit', [`--cpu=${TIMEOUT_S}`, ...words], {
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

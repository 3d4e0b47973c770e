/** How fast programs are written, in one run with Csmith, taking turns. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

import { median } from '../../src/util/numbers.ts';
import { cpuMs, type Measurement } from '../harness.ts';
import { make } from './programs.ts';

const TURNS = 5;
const CSMITH_PROGRAMS = 4;
const LOOM_PROGRAMS = 40;

export function* speed(): Iterable<Measurement> {
  for (let seed = 0; seed < 40; seed++) make({ seed });
  const csmith: number[] = [];
  const loom: number[] = [];
  const raw: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    csmith.push(speedOfCsmith(turn));
    const { bytes, code } = speedOfLoom(turn);
    loom.push(code);
    raw.push(bytes);
  }
  const how = `median of ${TURNS} turns, each ${LOOM_PROGRAMS} programs of loom and ${CSMITH_PROGRAMS} of stock Csmith; without white space, comments and main`;
  yield { name: 'loom, code a CPU second', value: median(loom) / 1e6, unit: 'MB/s', how };
  yield {
    name: 'loom, all bytes a CPU second',
    value: median(raw) / 1e6,
    unit: 'MB/s',
    how: 'the same turns',
  };
  yield { name: 'Csmith, code a CPU second', value: median(csmith) / 1e6, unit: 'MB/s', how };
  const ratio = median(loom.map((value, turn) => value / csmith[turn]!));
  yield { name: 'loom over Csmith', value: ratio, unit: 'times', goal: { atLeast: 25 }, how };
}

/** The part of a program that counts. */
function codeOf(text: string): number {
  const start = text.search(/^(static )?int main/m);
  const tests = start < 0 ? text : text.slice(0, start);
  return tests.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replaceAll(/\s+/g, '').length;
}

function speedOfLoom(turn: number): { readonly bytes: number; readonly code: number } {
  const texts: string[] = [];
  const before = cpuMs();
  for (let i = 0; i < LOOM_PROGRAMS; i++) texts.push(make({ seed: 1_000 + turn * LOOM_PROGRAMS + i }).text);
  const seconds = (cpuMs() - before) / 1_000;
  const total = (of: (text: string) => number): number => texts.reduce((sum, text) => sum + of(text), 0);
  return { bytes: total((text) => text.length) / seconds, code: total(codeOf) / seconds };
}

/** The shell tells the CPU time of what it ran. */
function speedOfCsmith(turn: number): number {
  let code = 0;
  let seconds = 0;
  for (let i = 0; i < CSMITH_PROGRAMS; i++) {
    const command = `TIMEFORMAT='%U %S'; time csmith --seed ${turn * CSMITH_PROGRAMS + i + 1} 2>/dev/null`;
    const output = execFileSync('bash', ['-c', `{ ${command}; } 2>&1`], {
      cwd: tmpdir(),
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const lines = output.trimEnd().split('\n');
    const [user = 0, system = 0] = lines.pop()!.split(' ').map(Number);
    seconds += user + system;
    code += codeOf(lines.join('\n'));
  }
  return code / seconds;
}

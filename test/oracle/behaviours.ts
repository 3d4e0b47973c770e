/** Behaviours without a compiler, for what only weighs them. */
import type { Behaviour } from '../../src/laboratory/behaviour.ts';
import type { Run } from '../../src/sandbox/sandbox.ts';
import type { Execution } from '../../src/serve/index.ts';

export const execution: Execution = {
  outcome: 'ok',
  text: '',
  signal: undefined,
  exitCode: 0,
  stack: [],
  cpuMs: 1,
  sharedCpuMs: 0,
  peakRssBytes: 1,
  features: undefined,
  output: new Uint8Array(),
};

export function ran(label: string, stdout: string, end: Run['end'] = 'exit'): Behaviour {
  const [compiler = '', ...args] = label.trim().split(' ');
  const run = {
    end,
    exitCode: 0,
    signal: undefined,
    stdout,
    stderr: '',
    cpuMs: 1,
    peakRssBytes: 1,
  } as const;
  return { configuration: { compiler, args }, label: label.trim(), kind: 'ran', run, execution };
}

/** What a person or a script waits for before anything begins. */
import { spawnSync } from 'node:child_process';
import { type Bench, type Measurement } from './harness.ts';
import { median } from '../src/util/numbers.ts';

const rounds = 11;

const commandLines = {
  node: ['--eval', '0'],
  cgfuzz: ['dist/cli/main.js', '--version'],
  setup: ['setup/main.mjs', 'build'],
} as const;

function wallMs(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = performance.now() - startMs;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stderr}`);
  return ms;
}

export const startUp: Bench = {
  name: 'start-up',
  question: 'How long does cgfuzz take to start, and set-up to see that nothing is left to do?',
  decision:
    'whether commands load their rooms only when they need them, and whether set-up may look at content',
  *run(): Iterable<Measurement> {
    const ms: Record<keyof typeof commandLines, number[]> = { node: [], cgfuzz: [], setup: [] };
    for (let round = 0; round < rounds; round++) {
      ms.node.push(wallMs(commandLines.node));
      ms.cgfuzz.push(wallMs(commandLines.cgfuzz));
      ms.setup.push(wallMs(commandLines.setup));
    }
    const how = `wall time of a process, median of ${rounds}, taking turns`;
    yield { name: 'node that does nothing', value: median(ms.node), unit: 'ms', how };
    yield { name: 'cgfuzz --version', value: median(ms.cgfuzz), unit: 'ms', goal: { atMost: 200 }, how };
    yield {
      name: 'set-up with nothing to do',
      value: median(ms.setup),
      unit: 'ms',
      goal: { atMost: 500 },
      how,
    };
  },
};

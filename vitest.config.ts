import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Folders whose tests run campaigns and compilers. */
const slow = /\/test\/(?:end-to-end|cli|triage|oracle|contract|build)\//;

/** The longest files come first, so that no core waits at the end for one that another core has just begun. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- it is the method of vitest, which sorts a copy
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** The search path, with the interpreter itself before a script that starts it: pyenv's takes seconds on a busy machine. */
function pathWithPython(): string {
  const path = process.env['PATH'] ?? '';
  try {
    const print = 'import os, sys; print(os.path.realpath(sys.executable))';
    const folder = dirname(execFileSync('python3', ['-c', print], { encoding: 'utf8' }));
    return path.split(':').includes(folder) ? path : `${folder}:${path}`;
  } catch {
    return path;
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: { PATH: pathWithPython() },
    // Three minutes: on a busy machine tests run ten times slower, and none measures time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest leaves one core free. Most tests wait for a compiler or a campaign, so that each core can have a file.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowFirst },
  },
});
export default config;

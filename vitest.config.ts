import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Three minutes: on a busy machine tests run ten times slower, and none measures time.
    testTimeout: 180_000,
    // Vitest leaves one core free. Most tests wait for a compiler or a campaign, so that each core can have a file.
    maxWorkers: availableParallelism(),
  },
});
export default config;

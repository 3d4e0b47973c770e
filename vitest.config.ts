import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  // Three minutes: on a busy machine tests run ten times slower, and none measures time.
  test: { include: ['test/**/*.test.ts'], testTimeout: 180_000 },
});
export default config;

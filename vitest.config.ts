import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  // A minute, because no test asserts a time: one that takes a second may take ten where others work.
  test: { include: ['test/**/*.test.ts'], testTimeout: 180_000 },
});
export default config;

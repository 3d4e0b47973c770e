import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cpuClock, cpuMsSoFar } from '../../src/session/cpu-clock.ts';

const BUSY_MS = 300;

function busyChild(): void {
  spawnSync(process.execPath, ['-e', `while (process.cpuUsage().user < ${BUSY_MS}_000);`]);
}

test('what children used that have ended is counted', () => {
  const beforeMs = cpuMsSoFar();
  busyChild();
  expect(cpuMsSoFar() - beforeMs).toBeGreaterThanOrEqual(BUSY_MS - 10);
});

test('a clock that starts after building does not count what building took', () => {
  busyChild();
  const soFarMs = cpuMsSoFar();
  const clock = cpuClock(() => 0, soFarMs);
  expect(soFarMs).toBeGreaterThan(BUSY_MS);
  expect(clock()).toBeLessThan(soFarMs - BUSY_MS / 2);
});

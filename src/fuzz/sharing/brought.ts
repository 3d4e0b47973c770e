/** Accounts of a fleet: each worker's contribution, by the order in which this reader heard of it. */
import type { FleetWorker } from '../../campaign/index.ts';
import type { FleetMember } from './exchange.ts';

interface Brought {
  tests: number;
  features: number;
}

export class BroughtBy {
  readonly #byWorker = new Map<string, Brought>();

  /** A worker sent a test with this number of features that were new to the fleet. */
  note(worker: string, features: number): void {
    const brought = this.#byWorker.get(worker) ?? { tests: 0, features: 0 };
    brought.tests++;
    brought.features += features;
    this.#byWorker.set(worker, brought);
  }

  /** The workers of a fleet with their contributions. */
  workers(members: readonly FleetMember[]): FleetWorker[] {
    return members.map(({ name, isAlive, silentMs, line }) => ({
      name,
      isAlive,
      silentMs,
      executions: line?.executions ?? 0,
      cpuMs: line?.cpuMs ?? 0,
      findings: line?.findings ?? 0,
      ...(this.#byWorker.get(name) ?? { tests: 0, features: 0 }),
    }));
  }
}

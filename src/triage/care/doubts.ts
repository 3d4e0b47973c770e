/**
 * Doubts about comparing, and the messages to a person about them. A source whose programs do not link is no
 * longer compared, since every comparison would fail at full price.
 */
import type { Inspection } from '../../oracle/index.ts';
import { triageTuning } from '../tuning.ts';

const MAX_UNLINKED = triageTuning.maxUnlinked.value;

export class Doubts {
  /** True if nothing can be compared here. */
  isBlind = false;
  /** For each source, the number of programs in a row that did not link. */
  readonly #unlinked = new Map<string, number>();
  readonly #told = new Set<string>();

  isHopeless(source: string): boolean {
    return this.isBlind || (this.#unlinked.get(source) ?? 0) >= MAX_UNLINKED;
  }

  /** Learns from the result of a comparison; returns a message for the person, if there is one. */
  learn(source: string, inspection: Inspection): string | undefined {
    const count = inspection.kind === 'not-linked' ? (this.#unlinked.get(source) ?? 0) + 1 : 0;
    this.#unlinked.set(source, count);
    if (inspection.kind !== 'not-linked' || count !== MAX_UNLINKED) return undefined;
    return `programs of ${source} are compared no more, since ${MAX_UNLINKED} in a row could not be linked (${complaintIn(inspection.said)}); if they have a driver, name it: writes: { to: 'folder', main: 'test.c', beside: ['driver.c'] }`;
  }

  /** True the first time only. */
  isFirst(what: string): boolean {
    if (this.#told.has(what)) return false;
    this.#told.add(what);
    return true;
  }
}

function complaintIn(said: string): string {
  const lines = said.trim().split('\n');
  const telling = lines.find((line) =>
    /undefined reference|multiple definition|\berror:|cannot find/.test(line),
  );
  return (telling ?? lines[0] ?? '').trim().slice(0, 200);
}

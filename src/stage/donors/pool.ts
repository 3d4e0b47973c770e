/**
 * Pool of donors: functions that a program may get, the parts of them that it has already, and the room that is
 * left.
 *
 * Invariant: all chunks that a chosen function needs stand in front of the program.
 */
import type { Draw } from '../../choice/index.ts';
import { fnv1a } from '../../util/fnv1a.ts';
import { stageTuning } from '../tuning.ts';
import type { ForeignCode, ForeignFile, ForeignFunction } from './foreign.ts';

const RING_BITS = 16;

export interface RingFunction {
  readonly each: ForeignFunction;
  readonly file: ForeignFile;
  /** Place in a ring: if a function is added or removed, only the choices next to it change. */
  readonly at: number;
}

export function ringOf({ files }: ForeignCode): readonly RingFunction[] {
  return files.flatMap((file) =>
    file.functions.map((each) => {
      const hash = fnv1a(`${file.path} ${each.name}`);
      return { each, file, at: (hash ^ (hash >>> 15)) & ((1 << RING_BITS) - 1) };
    }),
  );
}

export class DonorPool {
  /** True if a call uses a number that no optimiser knows. */
  isHiding = false;
  readonly #draw: Draw;
  readonly #ring: readonly RingFunction[];
  /** Chunks that are needed, by file. */
  readonly #needed = new Map<ForeignFile, Set<number>>();
  /** Bytes that may still be put in. */
  #room: number;

  constructor(draw: Draw, ring: readonly RingFunction[], room: number) {
    this.#draw = draw;
    this.#ring = ring;
    this.#room = room;
  }

  /** The text that all calls need. */
  front(): string {
    const front = [...this.#needed].map(([{ path, chunks }, needed]) => {
      const kept = [...needed].toSorted((a, b) => a - b).map((index) => `${chunks[index]!}\n`);
      return `/* From ${path.replaceAll('*/', '')}: */\n${kept.join('')}`;
    });
    return (this.isHiding ? 'static volatile int cgfuzz_zero;\n' : '') + front.join('');
  }

  /** The first function after a drawn place in the ring that fits. */
  next(isFit: (each: ForeignFunction) => boolean): RingFunction | undefined {
    const fitting = this.#ring.filter(
      ({ each, file }) => isFit(each) && this.#sizeOf(file, each) <= this.#room,
    );
    const drawn = this.#draw.word(RING_BITS);
    const distance = ({ at }: RingFunction): number => (at - drawn) & ((1 << RING_BITS) - 1);
    return fitting.reduce<RingFunction | undefined>(
      (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
      undefined,
    );
  }

  /** Bytes that come with it, besides the call. */
  #sizeOf(file: ForeignFile, { needs, body = '' }: ForeignFunction): number {
    const has = this.#needed.get(file);
    return needs.reduce(
      (sum, index) => sum + (has?.has(index) === true ? 0 : file.chunks[index]!.length),
      body.length,
    );
  }

  need({ file, each }: RingFunction, length: number): void {
    this.#room -= this.#sizeOf(file, each) + length;
    const needed = this.#needed.get(file) ?? new Set();
    this.#needed.set(file, needed);
    for (const index of each.needs) needed.add(index);
  }

  /** One of this number of things; a choice of 0 takes the first. */
  index(count: number): number {
    return count < 2 ? 0 : this.#draw.integer(0, stageTuning.maxRenaming.value) % count;
  }
}

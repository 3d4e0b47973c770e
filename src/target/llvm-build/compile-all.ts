/**
 * Compiles many files on all cores, and keeps each object under a name that follows from everything in it.
 *
 * After an interruption, the next run reuses finished objects and continues. The estimate of the time left
 * follows from the bytes of source compiled so far. Files differ a hundredfold in length, and compile time
 * follows the length.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../util/user-error.ts';
import { failure, hashOf, partPathOf, publish, sweepParts, tryTool } from '../../build/index.ts';
import { tellingFlags } from './plan.ts';

export interface Unit {
  readonly source: string;
  /** For people, and part of the key: the path inside its package. */
  readonly name: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  /** All other things that the object depends on. */
  readonly from: string;
}

export interface Progress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly leftMs: number | undefined;
  /** The file just finished. */
  readonly file?: string;
}

export interface CompileOptions {
  /** The folder where objects are kept. */
  readonly objects: string;
  readonly jobs: number;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export function objectOf(objects: string, { name, flags, from }: Unit): string {
  return join(objects, `${basename(name)}-${hashOf(name, from, tellingFlags(flags).join('\0'))}.o`);
}

export async function compileAll(units: readonly Unit[], options: CompileOptions): Promise<string[]> {
  const { objects, jobs, nowMs, signal, onProgress } = options;
  sweepParts(objects);
  const waiting = units.filter((unit) => !existsSync(objectOf(objects, unit)));
  const sizes = new Map(waiting.map((unit) => [unit, statSync(unit.source).size + 20_000]));
  const bySize = waiting.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  let left = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const all = left;
  let done = units.length - waiting.length;
  const startedMs = nowMs();
  const failed = new AbortController();
  const tell = (file?: string): void => {
    const leftMs = left === all ? undefined : ((nowMs() - startedMs) * left) / (all - left);
    onProgress({
      step: 'compiling',
      done,
      total: units.length,
      leftMs,
      ...(file === undefined ? {} : { file }),
    });
  };
  tell();
  const worker = async (): Promise<void> => {
    for (let unit = bySize.shift(); unit; unit = bySize.shift()) {
      // Another build at the same time may have made the object meanwhile.
      if (!existsSync(objectOf(objects, unit)))
        await compileOne(unit, objects, AbortSignal.any([signal, failed.signal]));
      left -= sizes.get(unit) ?? 0;
      done++;
      tell(unit.name);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, worker));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return units.map((unit) => objectOf(objects, unit));
}

async function compileOne(unit: Unit, objects: string, signal: AbortSignal): Promise<void> {
  const object = objectOf(objects, unit);
  const part = partPathOf(object);
  const { code, stderr } = await tryTool(unit.compiler, [...unit.flags, '-c', unit.source, '-o', part], {
    signal,
  });
  if (code !== 0) {
    const told = failure(`could not compile ${unit.name}`, stderr);
    throw new UserError(told.message, told.hints);
  }
  publish(part, object);
}

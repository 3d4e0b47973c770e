/** Growth of a campaign, or of a baseline, over CPU time and executions. */
import { existsSync, readFileSync } from 'node:fs';
import type { Point } from './baseline.ts';

export class Curve {
  readonly points: readonly Point[];

  constructor(file: string) {
    this.points = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Point);
  }

  get last(): Point {
    return this.points.at(-1)!;
  }

  at(cpuMs: number): Point {
    return this.points.findLast((point) => point.cpuMs <= cpuMs) ?? this.points[0]!;
  }

  /** As if it had grown evenly from one point to the next, which are a second apart and more where others work. */
  between(cpuMs: number): Point {
    const after = this.points.find((point) => point.cpuMs >= cpuMs);
    const before = this.at(cpuMs);
    if (after === undefined || after.cpuMs <= before.cpuMs) return before;
    const share = (cpuMs - before.cpuMs) / (after.cpuMs - before.cpuMs);
    const mix = (of: (point: Point) => number): number =>
      Math.round(of(before) + share * (of(after) - of(before)));
    return {
      cpuMs,
      executions: mix(({ executions }) => executions),
      edges: mix(({ edges }) => edges),
      features: mix(({ features }) => features),
    };
  }

  atExecutions(executions: number): Point {
    return this.points.findLast((point) => point.executions <= executions) ?? this.points[0]!;
  }

  /** CPU time until so many edges were reached; all of it, where they never were, which makes a speed-up look small. */
  timeTo(edges: number): number {
    return (this.points.find((point) => point.edges >= edges) ?? this.last).cpuMs;
  }
}

/** Whether there is a curve of that length: a side ends a little late, and its curve has a point every percent. */
export function isDone(file: string, cpuMs: number): boolean {
  return existsSync(file) && new Curve(file).last.cpuMs >= cpuMs * 0.98;
}

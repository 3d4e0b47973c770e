/** Progress of long work, as text for people. */

export interface ProgressSoFar {
  readonly step: string;
  readonly done: number;
  /** 0 if the total is unknown. */
  readonly total: number;
  readonly leftMs: number | undefined;
}

/** Tells a person the present step, and its progress. */
export type SayStep = (step: string, count?: Pick<ProgressSoFar, 'done' | 'total'>) => void;

export function progressText({ step, done, total, leftMs }: ProgressSoFar): string {
  if (total === 0) return step;
  return `${step}, ${done} of ${total}${leftMs === undefined ? '' : `, ${timeLeft(leftMs)} left`}`;
}

function timeLeft(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

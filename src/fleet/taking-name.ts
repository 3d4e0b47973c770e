/** Taking a name that another process may have: the time to wait, and the listener for messages. */
export interface TakingName {
  /** Time without signs of life after which another machine's process loses its name. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

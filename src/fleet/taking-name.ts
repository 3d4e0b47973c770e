/** Taking a name that another process may have: how long to wait, and whom to tell. */
export interface TakingName {
  /** How long a process of another machine may give no sign of life before its name is taken. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

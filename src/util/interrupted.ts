/** A question was cut off before it was answered. Nothing follows from it: neither yes nor no. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('interrupted');
  }
}

/** For searches that look for their own interruption: what they hear after it counts for nothing. */
export function noWhenInterrupted<T>(ask: (about: T) => Promise<boolean>): (about: T) => Promise<boolean> {
  return (about) =>
    ask(about).catch((error: unknown) => {
      if (error instanceof Interrupted) return false;
      throw error;
    });
}

/** A question that was interrupted before its answer. It means neither yes nor no. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('interrupted');
  }
}

/** For searches that check for interruption themselves: answers after it do not count. */
export function noWhenInterrupted<T>(ask: (about: T) => Promise<boolean>): (about: T) => Promise<boolean> {
  return (about) =>
    ask(about).catch((error: unknown) => {
      if (error instanceof Interrupted) return false;
      throw error;
    });
}

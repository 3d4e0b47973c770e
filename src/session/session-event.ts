/** Events of a session: the events of its campaign, and of work beside it. */
import type { Notice } from '../campaign/index.ts';

export type SessionEvent =
  | Notice
  /** Progress of that work; undefined at its end. */
  | { readonly type: 'meanwhile'; readonly text: string | undefined };

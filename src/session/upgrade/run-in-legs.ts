/** Runs a campaign, and again on a better build of its target if one gets ready meanwhile. */
import type { StatsLine } from '../../campaign/index.ts';
import type { SessionEvent } from '../session-event.ts';
import type { SessionContext } from '../world.ts';
import { betterThan, Upgrade } from './upgrade.ts';

export interface Legs {
  readonly context: Pick<SessionContext, 'env' | 'signal'>;
  readonly target: string;
  /** The profile to build beside the campaign, or `none`. */
  readonly profile: string;
  readonly onNotice: (event: SessionEvent) => void;
  /** Runs the campaign until it ends by itself or by the signal. Alone: nothing is built beside it. */
  readonly run: (signal: AbortSignal, isAlone: boolean) => Promise<StatsLine>;
}

export async function runInLegs({ context, target, profile, onNotice, run }: Legs): Promise<StatsLine> {
  const better = profile === 'none' ? undefined : await betterThan(target, profile, context);
  if (better === undefined) return run(context.signal, true);
  const upgrade = new Upgrade(better, context, onNotice);
  let isBuilt = false;
  try {
    const line = await run(AbortSignal.any([context.signal, upgrade.over]), false);
    if (!upgrade.over.aborted || context.signal.aborted) return line;
    isBuilt = upgrade.isReady;
  } finally {
    await upgrade.stop();
  }
  if (isBuilt) onNotice({ type: 'note', text: `${upgrade.name} is ready, and the campaign goes over to it` });
  return run(context.signal, true);
}

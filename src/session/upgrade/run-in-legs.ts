/** Runs a campaign, and again on a better build of its target if one gets ready meanwhile. */
import type { StatsLine } from '../../campaign/index.ts';
import { nameOfSpec } from '../../target/index.ts';
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
  const name = nameOfSpec(better);
  onNotice({
    type: 'note',
    text: `${name} is built meanwhile, at low priority; the campaign goes over to it by itself`,
  });
  const upgrade = new Upgrade(better, context, {
    onProgress: (text) => onNotice({ type: 'meanwhile', text: `building ${name}: ${text}` }),
    onFailure: (lines) => onNotice({ type: 'note', text: `${name} could not be built: ${lines.join('; ')}` }),
  });
  let isBuilt = false;
  try {
    const line = await run(AbortSignal.any([context.signal, upgrade.over]), false);
    if (!upgrade.over.aborted || context.signal.aborted) return line;
    isBuilt = upgrade.isReady;
  } finally {
    await upgrade.stop();
    onNotice({ type: 'meanwhile', text: undefined });
  }
  if (isBuilt) onNotice({ type: 'note', text: `${name} is ready, and the campaign goes over to it` });
  return run(context.signal, true);
}

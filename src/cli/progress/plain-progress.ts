/**
 * Progress without a terminal: one line at a time, less often the longer the campaign runs. So even a log of
 * a week is short enough to read.
 */
import type { FleetState } from '../../campaign/index.ts';
import { fleetText, type Paint, unpainted } from '../../report/index.ts';
import { campaignLineText } from '../campaign-text.ts';
import type { Context } from '../command.ts';
import type { SessionEvent } from '../../session/session-event.ts';
import { findingText } from './finding-text.ts';
import type { CampaignView } from './live-screen.ts';

/** This factor alone would give about fifty lines a day; the longest pause adds more. */
const STEP = 1.25;
const MAX_PAUSE_MS = 600_000;

export function plainProgress(
  { stdout, stderr, raw }: Pick<Context, 'stdout' | 'stderr' | 'raw'>,
  paint: Paint = unpainted,
): CampaignView {
  let nextMs = 0;
  let meanwhile: string | undefined;
  let fleet: FleetState | undefined;
  const show = (event: SessionEvent): void => {
    if (event.type === 'meanwhile') meanwhile = event.text;
    else if (event.type === 'fleet') fleet = event.fleet;
    else if (event.type === 'finding') raw.stdout(`${findingText(event.finding, paint)}\n`);
    else if (event.type === 'disk-free') stderr('there is room again; going on\n');
    else if (event.type !== 'progress') stderr(`${event.text}\n`);
    else if (event.line.wallMs >= nextMs) {
      stdout(
        [
          campaignLineText(event.line),
          ...(fleet === undefined ? [] : [`  ${fleetText(fleet)}`]),
          ...(meanwhile === undefined ? [] : [`  meanwhile: ${meanwhile}`]),
          '',
        ].join('\n'),
      );
      const { wallMs } = event.line;
      nextMs = wallMs + Math.min(MAX_PAUSE_MS, wallMs * (STEP - 1));
    }
  };
  return { show, end: () => undefined };
}

/** Follows the target of a whole fleet: its workers change to another version, and all findings are asked again. */
import type { CampaignSettings } from '../../campaign/index.ts';
import { findTarget } from '../../target/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { campaignSources } from '../campaign-sources.ts';
import type { SessionEvent } from '../session-event.ts';
import { type SessionContext, worldOf } from '../world.ts';
import { askFindingsAgain, verdictsIn } from './follow.ts';
import { followed } from './followed.ts';

interface FollowedFleet {
  watch(onChange: () => void): () => Promise<void>;
  ask(path: string): Promise<ReturnType<typeof verdictsIn>>;
}

/** `path` is the collected campaign. Its findings are asked at once if the version has changed meanwhile. */
export async function followFleet(
  { target: wanted, source }: CampaignSettings,
  context: SessionContext,
  path: string,
  say: (text: string) => void,
): Promise<FollowedFleet> {
  const world = worldOf(context);
  const sources = await campaignSources(source, context.cwd);
  const onNotice = (event: SessionEvent): void => {
    if (event.type === 'note') say(event.text);
  };
  const found = await findTarget(wanted, world);
  const target = await followed(found, { world, context, sources, onNotice });
  const asked = { path, name: found.name, target, onNotice };
  // The version that the first findings belong to is noted before there is any campaign.
  makeFolder(path);
  await askFindingsAgain(asked);
  return {
    watch: (onChange) => target.watch(onChange),
    async ask() {
      await askFindingsAgain(asked);
      return verdictsIn(path);
    },
  };
}

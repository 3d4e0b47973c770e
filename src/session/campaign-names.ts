/**
 * Names for the edges of a campaign: from exactly the target's build that it ran, wherever that build is now.
 */
import type { Manifest } from '../campaign/index.ts';
import { type EdgeNames, findTargetOfBuild, type TargetWorld } from '../target/index.ts';

export interface CampaignNames {
  readonly names: EdgeNames | undefined;
  readonly sourceTree: string | undefined;
  /** Why there are no names. */
  readonly why: string | undefined;
}

/** The program of somebody else's campaign is not started: looking must not run code. */
export async function campaignNames(
  manifest: Manifest,
  world: TargetWorld,
  isOwn = true,
): Promise<CampaignNames> {
  if (!isOwn && manifest.target.includes('/')) {
    const why = `the campaign is not yours, so that ${manifest.target} is not started, and edges have no names`;
    return { names: undefined, sourceTree: undefined, why };
  }
  const found = await findTargetOfBuild(manifest, world);
  if (found?.names === undefined) {
    const why = `the build ${manifest.build} of the target is not on this machine, so that edges have no names`;
    return { names: undefined, sourceTree: undefined, why };
  }
  return { names: await found.names(world), sourceTree: found.sourceTree, why: undefined };
}

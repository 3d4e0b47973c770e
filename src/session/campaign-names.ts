/** Names for the edges of a campaign: of the very build of the target that it ran, wherever it is now. */
import { basename, dirname } from 'node:path';
import type { Manifest } from '../campaign/index.ts';
import { type EdgeNames, listBuilt, nameEdges, openBuilt, type TargetWorld } from '../target/index.ts';

export interface CampaignNames {
  readonly names: EdgeNames | undefined;
  readonly sourceTree: string | undefined;
  /** Why there are no names. */
  readonly why: string | undefined;
}

export async function campaignNames({ build }: Manifest, world: TargetWorld): Promise<CampaignNames> {
  const [key = ''] = build.split(' ');
  const built = listBuilt(world.cache).find(({ file }) => basename(dirname(file)) === key);
  if (built === undefined) {
    const why = `the build ${key} of the target is not on this machine, so that edges have no names`;
    return { names: undefined, sourceTree: undefined, why };
  }
  const { sourceTree } = built;
  const target = await openBuilt(built);
  try {
    return {
      names: await nameEdges(await target.pcs(), { ...world, sourceTree }),
      sourceTree,
      why: undefined,
    };
  } finally {
    await target.close();
  }
}

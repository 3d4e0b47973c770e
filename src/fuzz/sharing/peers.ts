/**
 * Peers: the members of a fleet, and the choice of one member for work that is needed once.
 *
 * Rendezvous hashing: each piece of work puts all names into an order. No worker needs to ask another, and if
 * a worker comes or goes, only its own pieces move.
 */
import { hash } from 'node:crypto';
import type { Manifest } from '../../campaign/index.ts';
import type { FleetMember } from './exchange.ts';

type Campaign = Pick<Manifest, 'build' | 'sources'>;

export class Peers {
  readonly #own: string;
  /** The campaign of each worker. */
  readonly #campaigns = new Map<string, Campaign>();
  #members: readonly FleetMember[] = [];

  constructor(own: string) {
    this.#own = own;
  }

  get members(): readonly FleetMember[] {
    return this.#members;
  }

  set members(members: readonly FleetMember[]) {
    this.#members = members;
  }

  get living(): string[] {
    return this.#members.filter(({ isAlive }) => isAlive).map(({ name }) => name);
  }

  hear(worker: string, campaign: Campaign): void {
    this.#campaigns.set(worker, campaign);
  }

  /**
   * True if this worker gets a seed test of a source: workers of its build with this source share the seeds.
   */
  isOwnSeed(source: string, key: string): boolean {
    const own = this.#campaigns.get(this.#own);
    if (own === undefined) return true;
    const piece = `${source} ${key}`;
    const rankHere = rank(this.#own, piece);
    return this.living.every((name) => {
      const other = this.#campaigns.get(name);
      const isAlike = other?.build === own.build && other.sources.includes(source);
      return name === this.#own || !isAlike || rank(name, piece) > rankHere;
    });
  }
}

/** A worker's place in the order that a piece of work gives to the workers. */
export function rank(worker: string, piece: string): string {
  return hash('sha256', `${worker} ${piece}`);
}

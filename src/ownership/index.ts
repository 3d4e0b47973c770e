/** Ownership: which process owns a campaign, a place in the cache, or the name of a worker. */
export { appears } from './appear.ts';
export { Hold, type Holder, hintsOf, holderOf, LEASE_MS, ownerInWords, takeLock } from './lock.ts';
export { fateOf, ownerHere, processName } from './owner.ts';
export { takeIfSilent, withLock } from './wait.ts';

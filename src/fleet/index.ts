/** Fleets: exchanges between campaigns on many machines, and one campaign made of what all of them found. */
export { testsThere } from './balance.ts';
export { collect } from './collect.ts';
export { Gathering } from './gathering.ts';
export { beginFolder, natsClient, openExchange, openView } from './open.ts';
export { isAddress } from './nats/address.ts';
export { runService } from './service/service.ts';
export { workerName } from './worker-name.ts';

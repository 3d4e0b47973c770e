/** A server of messages (NATS with JetStream) as the exchange of a fleet. */
export { initServer } from './init.ts';
export { openLink } from './link.ts';
export { NatsExchange } from './nats-exchange.ts';
export { NatsView } from './nats-view.ts';
export { serve } from './serve.ts';

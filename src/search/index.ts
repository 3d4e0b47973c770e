/** The search: which test is worth making next. */
export type { Earnings } from './bandit.ts';
export type { Knowledge } from './knowledge.ts';
export { portfolio } from './portfolio.ts';
export { SeedTests } from './seed-tests.ts';
export { Enumerate } from './strategies/enumerate.ts';
export { explore } from './strategies/explore.ts';
export { Guided } from './strategies/guided.ts';
export { randomStrategy } from './strategies/random.ts';
export { type Strategy, endingOf } from './strategy.ts';
export type { Proposal, Purpose } from './arm.ts';
export { Focus, type FocusPlace } from './focus.ts';
export { CoverageMap } from './coverage-map.ts';
export { type Parent, Parents } from './parents.ts';
export { randomOfTest } from './random-of-test.ts';
export { SequenceCache } from './sequence-cache.ts';

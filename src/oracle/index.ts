/** Oracles: from what became of a program to a finding. */
export { classify, type FailureKind } from './classify.ts';
export { crashSignature, type Crash, type Signature } from './crash-signature.ts';
export {
  Sandbox,
  type Confinement,
  type Run,
  type RunEnd,
  type RunLimits,
  type RunRequest,
} from './sandbox.ts';

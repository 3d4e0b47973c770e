/** The sandbox: runs test programs and leaves nothing of them behind. */
export {
  Sandbox,
  type Confinement,
  type Run,
  runLimits,
  type RunLimits,
  type RunnerStart,
  type SandboxWorld,
} from './sandbox.ts';

/** The sandbox: test programs run, and nothing of them is left. */
export {
  Sandbox,
  type Confinement,
  type Run,
  runLimits,
  type RunLimits,
  type RunnerStart,
  type SandboxWorld,
} from './sandbox.ts';

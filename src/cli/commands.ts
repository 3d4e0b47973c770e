/** The table of commands, in the order of the help page. To add one: a file under commands/, and a line here. */
import type { Command } from './command.ts';
import { checkCommand } from './commands/check.ts';
import { compareCommand } from './commands/compare.ts';
import { compilerCommand } from './commands/compiler.ts';
import { completionCommand } from './commands/completion.ts';
import { corpusCommand } from './commands/corpus.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { factsCommand } from './commands/facts.ts';
import { fleetCommand } from './commands/fleet.ts';
import { findingsCommand } from './commands/findings.ts';
import { judgeCommand } from './commands/judge.ts';
import { litmusCommand } from './commands/litmus.ts';
import { regressCommand } from './commands/regress.ts';
import { reduceCommand } from './commands/reduce.ts';
import { helpCommand } from './commands/help.ts';
import { reportCommand } from './commands/report.ts';
import { runCommand } from './commands/run.ts';
import { serveCentipedeCommand } from './commands/serve-centipede.ts';
import { showCommand } from './commands/show.ts';
import { sourceCommand } from './commands/source.ts';
import { statusCommand } from './commands/status.ts';
import { targetCommand } from './commands/target.ts';

export const commands: readonly Command[] = [
  demoCommand,
  runCommand,
  checkCommand,
  findingsCommand,
  reduceCommand,
  reportCommand,
  statusCommand,
  compareCommand,
  regressCommand,
  fleetCommand,
  corpusCommand,
  showCommand,
  factsCommand,
  judgeCommand,
  litmusCommand,
  sourceCommand,
  targetCommand,
  compilerCommand,
  serveCentipedeCommand,
  doctorCommand,
  completionCommand(() => commands),
  helpCommand(() => commands),
];

/**
 * The table of commands, in the order of the help page. To add one: a file under commands/, and a row here.
 *
 * A command is loaded when it is called, and the code of its work when it runs. So the version and the list of
 * commands stay cheap.
 */
import type { ListedCommand } from './command.ts';

export const commands: readonly ListedCommand[] = [
  {
    name: 'demo',
    summary: 'Fuzz a toy compiler, with guidance and without, and reduce what is found',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  {
    name: 'run',
    summary: 'Fuzz: make programs, compile them, keep what reaches something new, report what fails',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'hunt',
    summary: 'Hunt for bugs in the newest compilers: sources, levels and machines by what has paid so far',
    load: async () => (await import('./commands/hunt.ts')).huntCommand,
  },
  {
    name: 'check',
    summary: 'Ask compilers, sanitizers and warnings about a program',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'findings',
    summary: 'List, show, verify or mute what a campaign found',
    load: async () => (await import('./commands/findings.ts')).findingsCommand,
  },
  {
    name: 'reduce',
    summary: 'Make a failing test or program small',
    load: async () => (await import('./commands/reduce.ts')).reduceCommand,
  },
  {
    name: 'explain',
    summary: 'Say which parts of a finding may vary, and which matter',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'report',
    summary: 'Show a campaign as a page: growth, arms, coverage by file, what blocks it, findings, programs',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  {
    name: 'status',
    summary: 'Say how campaigns are doing, also while they run',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'compare',
    summary:
      'Compare campaigns: growth, time to equal coverage, how sure a difference is, what only one side reached',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'regress',
    summary: 'Look for what a new compiler, or a patch to it, gets wrong and the old one does right',
    load: async () => (await import('./commands/regress.ts')).regressCommand,
  },
  {
    name: 'review',
    summary: 'Look at a patch to LLVM: is it wrong, what does it change, and what did no test reach?',
    load: async () => (await import('./commands/review.ts')).reviewCommand,
  },
  {
    name: 'seeds',
    summary:
      'Judge machine code and passes of LLVM by its own tests, changed, and an interpreter of its language',
    load: async () => (await import('./commands/seeds.ts')).seedsCommand,
  },
  {
    name: 'fleet',
    summary: 'Look at campaigns that share what they find, and make one campaign of them',
    load: async () => (await import('./commands/fleet.ts')).fleetCommand,
  },
  {
    name: 'service',
    summary: 'Keep workers of a fleet running, collect what they find, and show how they are',
    load: async () => (await import('./commands/service.ts')).serviceCommand,
  },
  {
    name: 'corpus',
    summary: 'Look at the tests a campaign kept and where they come from, join, thin out, import, export',
    load: async () => (await import('./commands/corpus.ts')).corpusCommand,
  },
  {
    name: 'show',
    summary: 'Show the choices in a file as a tree',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'facts',
    summary: 'Say which statements of a C program run, and what it must print',
    load: async () => (await import('./commands/facts.ts')).factsCommand,
  },
  {
    name: 'judge',
    summary: "Run LLVM's IR under its own rules, and name the one that it breaks",
    load: async () => (await import('./commands/judge.ts')).judgeCommand,
  },
  {
    name: 'litmus',
    summary: 'Simulate a concurrent C test under the memory model of C',
    load: async () => (await import('./commands/litmus.ts')).litmusCommand,
  },
  {
    name: 'source',
    summary: 'List, check, ask or build generators of test programs',
    load: async () => (await import('./commands/source.ts')).sourceCommand,
  },
  {
    name: 'target',
    summary: 'Build, list and check the compilers to be tested',
    load: async () => (await import('./commands/target.ts')).targetCommand,
  },
  {
    name: 'compiler',
    summary: 'Add compilers of other releases of Debian, without installing anything',
    load: async () => (await import('./commands/compiler.ts')).compilerCommand,
  },
  {
    name: 'serve-centipede',
    summary: "Make, change and execute tests for Centipede's engine",
    load: async () => (await import('./commands/serve-centipede.ts')).serveCentipedeCommand,
  },
  {
    name: 'doctor',
    summary: 'Say what is missing on this machine, and what to do about it',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    summary: 'Write a script that completes commands, flags and values in your shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand(() => commands),
  },
  {
    name: 'help',
    summary: 'Explain cgfuzz, or one of its commands',
    load: async () => (await import('./commands/help.ts')).helpCommand(() => commands),
  },
];

/** The machine: the system that runs cgfuzz, its free room, and settings of the kernel that cost time. */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { coreQuota, usableCores } from '../../session/cores.ts';
import { advice, type Check, type CheckGroup, missing, ok } from './check.ts';

/**
 * Facts about the machine, as data, so that tests can try their judgement. A field is undefined if the
 * machine does not tell.
 */
export interface Machine {
  readonly nodeVersion: string;
  readonly platform: string;
  /** Name of the system, as in /etc/os-release. */
  readonly system: string | undefined;
  readonly cores: number;
  /** Quota of all cores together, if a container has less than the machine. */
  readonly coreQuota: number | undefined;
  readonly load: number;
  readonly memoryBytes: number;
  readonly freeMemoryBytes: number | undefined;
  readonly disks: readonly { readonly what: string; readonly path: string; readonly freeBytes: number }[];
  readonly governor: string | undefined;
  readonly hugePages: string | undefined;
  readonly corePattern: string | undefined;
}

export function readMachine(cache: string, cwd: string): Machine {
  const free = /^MemAvailable: +(\d+) kB/m.exec(read('/proc/meminfo') ?? '')?.[1];
  return {
    nodeVersion: process.versions.node,
    platform: process.platform,
    system: /^PRETTY_NAME="?([^"\n]*)/m.exec(read('/etc/os-release') ?? '')?.[1],
    cores: availableParallelism(),
    coreQuota: coreQuota(),
    load: loadavg()[0] ?? 0,
    memoryBytes: totalmem(),
    freeMemoryBytes: free === undefined ? undefined : Number(free) * 1_024,
    disks: [
      { what: 'what cgfuzz builds', path: cache, freeBytes: freeBytesAt(cache) },
      { what: 'campaigns in this folder', path: cwd, freeBytes: freeBytesAt(cwd) },
    ],
    governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor')?.trim(),
    hugePages: /\[(\w+)\]/.exec(read('/sys/kernel/mm/transparent_hugepage/enabled') ?? '')?.[1],
    corePattern: read('/proc/sys/kernel/core_pattern')?.trim(),
  };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function freeBytesAt(path: string): number {
  let there = path;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}

const GB = 1e9;
/** Downloads, objects and a server of the `passes` profile take 1.2 GB. */
const LEAST_DISK = 2 * GB;
/** A campaign wrote 190 MB in its first ten CPU minutes; later it writes less and less. */
const GOOD_DISK = 10 * GB;
/** Memory limit at which cgfuzz stops a compile, see `usualExecutionLimits`. */
const GOOD_MEMORY = 2 * GB;

export function machineChecks(machine: Machine): CheckGroup {
  const { governor, hugePages, corePattern } = machine;
  return {
    title: 'machine',
    checks: [
      checkNode(machine.nodeVersion),
      checkSystem(machine),
      checkCores(machine),
      checkMemory(machine),
      ...machine.disks.map(({ what, path, freeBytes }) => checkDisk(what, path, freeBytes)),
      ...(governor === 'powersave'
        ? [
            advice(
              'the cores save power',
              'echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor',
            ),
          ]
        : []),
      ...(hugePages === 'never'
        ? [
            advice(
              'huge pages are switched off: each compile takes longer',
              'echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled',
            ),
          ]
        : []),
      ...(corePattern?.startsWith('|')
        ? [
            advice(
              `each crash of a program is handed to ${corePattern.slice(1).split(' ')[0]}, which takes longer than a test`,
              'sudo sysctl kernel.core_pattern=core',
            ),
          ]
        : []),
    ],
  };
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough
    ? ok(`Node ${version}`)
    : missing(
        `Node ${version} is too old`,
        'install Node 20.19 or newer, for example from https://nodejs.org',
      );
}

function checkSystem({ platform, system = platform }: Machine): Check {
  if (platform !== 'linux')
    return missing(
      `${system}: cgfuzz needs Linux`,
      'run it in a container or a virtual machine with Debian 12',
    );
  return /^Debian .*\b12\b/.test(system)
    ? ok(system)
    : advice(
        `${system}: Debian 12 is what cgfuzz is tested on`,
        'where something is missing, try a container of debian:12',
      );
}

function checkCores({ cores, coreQuota: quota, load }: Machine): Check {
  const usable = usableCores(cores, quota);
  const told = `${cores} cores${usable < cores ? `, of which a quota leaves ${quota!.toFixed(1)}` : ''}, load ${load.toFixed(1)}`;
  if (load > usable * 0.75 && load > 0.75)
    return advice(
      `${told}: others work here too, so that campaigns take longer (their CPU time stays right)`,
      'run them when it is quiet, or with nice',
    );
  return ok(told);
}

function checkMemory({ memoryBytes, freeMemoryBytes = memoryBytes }: Machine): Check {
  const told = `${gigabytes(freeMemoryBytes)} of ${gigabytes(memoryBytes)} of memory are free`;
  return freeMemoryBytes >= GOOD_MEMORY
    ? ok(told)
    : advice(told, `a job may need ${gigabytes(GOOD_MEMORY)}: keep --jobs low`);
}

function checkDisk(what: string, path: string, freeBytes: number): Check {
  const told = `${gigabytes(freeBytes)} are free for ${what}: ${path}`;
  if (freeBytes >= GOOD_DISK) return ok(told);
  const todo = ['make room; what builds left behind is removed by: cgfuzz target clean'];
  return freeBytes < LEAST_DISK ? missing(told, ...todo) : advice(told, ...todo);
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

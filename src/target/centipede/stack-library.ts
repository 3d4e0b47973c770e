/** `cgfuzz-stack.so`: a preloaded library for binaries without our runtime, and its reports. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findHostCompiler,
  hashOf,
  instrumentationFolder,
  partPathOf,
  publish,
  runTool,
} from '../../build/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import type { TargetWorld } from '../found.ts';

export async function prepareStackLibrary({ cache, searchPath }: TargetWorld): Promise<string> {
  const source = join(instrumentationFolder, 'stack/cgfuzz-stack.c');
  const file = join(cache, 'tools', `stack-${hashOf(readFileSync(source))}.so`);
  if (existsSync(file)) return file;
  const compiler = findHostCompiler('c', searchPath);
  if (compiler === undefined)
    throw new UserError('there is no C compiler here', ['install one: sudo apt-get install gcc']);
  makeFolder(join(cache, 'tools'));
  const part = partPathOf(file);
  await runTool(compiler, ['-O2', '-w', '-fPIC', '-shared', '-o', part, source]);
  publish(part, file);
  return file;
}

export interface StackFrame {
  readonly module: string;
  readonly offset: bigint;
}

export interface StackReport {
  readonly isOverflow: boolean;
  readonly frames: readonly StackFrame[];
  /** CPU time and memory of the whole process; undefined while it runs. */
  readonly cpuMs?: number;
  readonly peakBytes?: number;
}

/** Ignores incomplete lines. */
export function readStackReport(text: string): StackReport {
  const frames: StackFrame[] = [];
  for (const [, offset = '', module = ''] of text.matchAll(/^([0-9a-f]+) (\/.*)\n/gm))
    frames.push({ module, offset: BigInt(`0x${offset}`) });
  const [, microseconds, kilobytes] = /^cpu (\d+) (\d+)\n/m.exec(text) ?? [];
  return {
    frames,
    isOverflow: /^overflow$/m.test(text),
    ...(microseconds === undefined
      ? {}
      : { cpuMs: Number(microseconds) / 1_000, peakBytes: Number(kilobytes) * 1_024 }),
  };
}

/** The first stack of a sanitizer's report, whose frames have no names because of our options. */
export function readSanitizerStack(text: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of text.split('\n')) {
    const [, module = '', offset = ''] =
      /^ +#\d+ 0x[0-9a-f]+ +(?:in \S+ +)?\((\/.*)\+0x([0-9a-f]+)\)/.exec(line) ?? [];
    if (module !== '') frames.push({ module, offset: BigInt(`0x${offset}`) });
    else if (frames.length > 0) break;
  }
  return frames;
}

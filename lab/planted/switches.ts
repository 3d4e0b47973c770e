/**
 * The arguments that switch planted defects on and off, by the name of the build.
 *
 * A build of LLVM has options of its own. A build of GCC reads definitions of macros, since GCC's driver refuses
 * options that it does not know.
 */
import { existsSync, readFileSync } from 'node:fs';

/** True if a name such as `gcc-16-passes+gcc` names a build of GCC. */
export function isGcc(target: string): boolean {
  return /^(?:.+-)?gcc-(?:\d|snapshot)/.test(target);
}

/** Switches these defects on; `all` means every defect, and none needs no argument. */
export function choosingArgs(target: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : switched(target, '', names.join(','));
}

/** Names in a file, once each, the defects that act, or would if they were on. */
export function reportingArgs(target: string, file: string): string[] {
  return switched(target, '-report', file);
}

/** The defects that such a file names; there is no file if no defect acts. */
export function reportedIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** Switches off the defects that a file names, one on a line. */
export function fixingArgs(target: string, file: string): string[] {
  return switched(target, '-fixed', file);
}

function switched(target: string, option: '' | '-report' | '-fixed', value: string): string[] {
  return isGcc(target)
    ? [`-DCGFUZZ_PLANT${option.replace('-', '_').toUpperCase()}=${value}`]
    : ['-mllvm', `-cgfuzz-plant${option}=${value}`];
}

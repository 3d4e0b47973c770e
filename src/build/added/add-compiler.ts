/**
 * Adds compilers of any release of Debian. Their packages, with all that they depend on, are downloaded,
 * verified by apt against Debian's signatures, and unpacked into a root of their own. Nothing is installed. One
 * process at a time adds compilers: compilers of one release share what is downloaded.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { didYouMean } from '../../util/did-you-mean.ts';
import { withLock } from '../../ownership/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import type { SayStep } from '../../util/progress-text.ts';
import { UserError } from '../../util/user-error.ts';
import {
  crossCompilers,
  driverForCxx,
  ispcCompiler,
  packageOfCompiler,
  stockCompilers,
} from '../compilers.ts';
import { type AptGet, withSuite } from '../debian/apt-sources.ts';
import { packagesFor } from '../debian/packages.ts';
import { partPathOf, publish, sweepParts } from '../places.ts';
import { machines } from '../machines.ts';
import { failure, isOfFullDisk, runTool, type ToolResult } from '../run-tool.ts';
import { type AddedCompiler, bytesIn, listAdded, NOTE, placeOfAdded } from './place.ts';
import { relocate } from './relocate.ts';

/**
 * Suites from new to old. `experimental` comes after `sid`, since it has only what is too new for all others.
 */
export const suites: readonly string[] = ['sid', 'experimental', 'trixie', 'bookworm', 'bullseye'];

/**
 * Compilers that come in versions and can be added, then gcc's next version, then compilers for other
 * machines.
 */
export const addableCompilers: readonly string[] = [
  ...[...stockCompilers, ...crossCompilers].map(({ name }) => name).filter((name) => name.includes('-')),
  ispcCompiler.name,
];

/** The compilers that can be added, in few words. */
export function addableInWords(): string {
  const here = addableCompilers.filter((name) => !crossCompilers.some((cross) => cross.name === name));
  const others = machines.map(({ triple }) => triple);
  return `newest (of clang and of gcc), ${here.join(', ')}; and for other machines, as in ${others[0]}-gcc-16: ${others.join(', ')}`;
}

const MEGABYTE = 1_000_000;
const TELLS_EVERY_S = 3;

/** The one package that has its own folder for programs, and holds all languages. */
const SNAPSHOT = 'gcc-snapshot';

export interface AddOptions {
  readonly cache: string;
  /** If the caller names no suite: the newest suite that has the compiler. */
  readonly suite?: string | undefined;
  readonly say: SayStep;
  readonly signal: AbortSignal;
  readonly etcApt?: string;
}

export interface Added {
  readonly compiler: AddedCompiler;
  /** Undefined if there was nothing to do. */
  readonly before: string | undefined;
  readonly isNew: boolean;
}

/** Leaves a compiler that is there as it is, unless the caller asks for a newer package. */
export async function addCompiler(
  name: string,
  options: AddOptions,
  { isUpdate = false }: { readonly isUpdate?: boolean } = {},
): Promise<Added> {
  if (!isLlvm(name)) checkName(name);
  return add(name, options, isUpdate);
}

/**
 * Everything that an instrumented clang is built from: LLVM's archives and headers, the compiler and the
 * linker.
 */
export async function addLlvm(version: number, options: AddOptions): Promise<AddedCompiler> {
  const { compiler } = await add(`llvm-${version}`, options, false);
  return compiler;
}

async function add(name: string, options: AddOptions, isUpdate: boolean): Promise<Added> {
  const { cache, suite, say, signal } = options;
  sweepParts(join(cache, 'compilers'));
  const find = (): AddedCompiler | undefined => listAdded(cache).find((each) => each.name === name);
  const asItIs = (): Added | undefined => {
    const present = find();
    const isEnough = !isUpdate && (suite === undefined || suite === present?.suite);
    return present && isEnough ? { compiler: present, before: present.version, isNew: false } : undefined;
  };
  const onWait = (who: string): void => say(`${name}: waiting for ${who}, which is adding a compiler`);
  // Another process may have added this compiler in the meantime.
  const work = async (): Promise<Added> => asItIs() ?? fetchNewest(name, find(), options);
  return asItIs() ?? withLock(join(cache, 'compilers.lock'), onWait, work, { signal });
}

async function fetchNewest(
  name: string,
  present: AddedCompiler | undefined,
  options: AddOptions,
): Promise<Added> {
  const { suite } = options;
  const asked = suite ?? present?.suite;
  for (const each of asked === undefined ? suites : [asked]) {
    const compiler = await fetchFrom(each, name, present, options);
    if (compiler) return { compiler, before: present?.version, isNew: compiler !== present };
  }
  throw new UserError(`Debian has no ${name}${asked === undefined ? '' : ` in ${asked}`}`, [
    `suites that were looked at: ${asked ?? suites.join(', ')}`,
    ...(asked === undefined ? [] : ['without --suite all are looked at, the newest first']),
  ]);
}

/**
 * The newest compiler of each family that Debian has, as in `clang-24` and `gcc-snapshot`. Names that this
 * cgfuzz does not know yet are left out, since a campaign could not ask for them.
 */
export async function newestCompilers({ cache, say, signal, etcApt }: AddOptions): Promise<string[]> {
  const suite = 'experimental';
  const archives = join(cache, 'downloads', `packages-${suite}`);
  return withSuite({ cache, suite, archives, signal, etcApt }, async (apt) => {
    const update = await updatedLists(apt, { cache, suite, say });
    const newest: string[] = [];
    for (const family of ['clang', 'gcc'] as const) {
      const names = stockCompilers.filter((each) => each.family === family).map(({ name }) => name);
      for (const name of names.toReversed()) {
        const plan = await whileWaiting(say, planning(name), () => planFor(apt, cache, name));
        if (plan === undefined) continue;
        newest.push(name);
        break;
      }
    }
    if (newest.length === 0) checkLists(suite, update);
    return newest;
  });
}

/** Fetches the lists of a suite; says at once how large they are and how much of them is here. */
async function updatedLists(
  apt: AptGet,
  { cache, suite, say }: { readonly cache: string; readonly suite: string; readonly say: SayStep },
): Promise<ToolResult> {
  const step = `looking at the lists of ${suite}, some 30 megabytes`;
  say(step);
  return whileGrowing(
    join(cache, 'downloads', `lists-${suite}`),
    (bytes) => say(bytes === 0 ? step : `${step}; ${Math.round(bytes / MEGABYTE)} MB are here`),
    () => apt(cache, 'update'),
  );
}

function planning(name: string): string {
  return `${name}: finding out which packages it needs`;
}

/** Bytes that apt still has to fetch; what an earlier attempt fetched is not among them. */
async function bytesToFetch(apt: AptGet, cwd: string, names: readonly string[]): Promise<number> {
  const { stdout } = await apt(cwd, '--print-uris', '--download-only', 'install', ...names);
  const sizes = [...stdout.matchAll(/^'\S+' \S+ (\d+) /gm)].map(([, size]) => Number(size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Tells every few seconds for how long work goes on that has nothing else to tell. */
async function whileWaiting<Result>(
  say: SayStep,
  step: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let seconds = 0;
  say(step);
  const tell = (): void => say(`${step}, for ${(seconds += TELLS_EVERY_S)} s`);
  const timer = setInterval(tell, 1_000 * TELLS_EVERY_S);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Tells the size of a folder each second while work goes on: apt itself tells only of whole files. */
async function whileGrowing<Result>(
  folder: string,
  tell: (bytes: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const look = (): void => tell(existsSync(folder) ? bytesIn(folder) : 0);
  look();
  const timer = setInterval(look, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function checkName(name: string): void {
  if (addableCompilers.includes(name)) return;
  const meant = didYouMean(name, addableCompilers);
  throw new UserError(`no compiler named "${name}" can be added`, [
    `known compilers: ${addableInWords()}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

/** Undefined if the suite lacks it; `present` if that is up to date. */
async function fetchFrom(
  suite: string,
  name: string,
  present: AddedCompiler | undefined,
  { cache, say, signal, etcApt }: AddOptions,
): Promise<AddedCompiler | undefined> {
  const archives = join(cache, 'downloads', `packages-${suite}`);
  return withSuite({ cache, suite, archives, signal, etcApt }, async (apt) => {
    const update = await updatedLists(apt, { cache, suite, say });
    const plan = await whileWaiting(say, planning(name), () => planFor(apt, cache, name));
    if (plan === undefined) {
      checkLists(suite, update);
      return undefined;
    }
    const { names, list } = plan;
    const version = list.find(([each]) => each === mainPackage(name))?.[1] ?? '';
    // A copy that an older cgfuzz made may lack a package.
    const hasAll = names.every((each) => present?.packages.some((its) => its.startsWith(`${each} `)));
    if (present?.suite === suite && present.version === version && hasAll) return present;
    const step = `${name}: adding up its ${list.length} packages`;
    const toFetch = await whileWaiting(say, step, () => bytesToFetch(apt, cache, names));
    const before = bytesIn(archives);
    const tell = (bytes: number): void =>
      say(`${name}: downloading ${list.length} packages, in megabytes`, {
        done: Math.round((bytes - before) / MEGABYTE),
        total: Math.ceil(toFetch / MEGABYTE),
      });
    const download = await whileGrowing(archives, toFetch === 0 ? () => undefined : tell, () =>
      apt(cache, '--download-only', 'install', ...names),
    );
    if (download.code !== 0) throw failure(`could not download ${name} of ${suite}`, download.stderr);
    const compiler: AddedCompiler = {
      name,
      suite,
      version,
      packages: list.map(([each, its]) => `${each} ${its}`).toSorted(),
    };
    await unpack(compiler, { cache, archives, list, say, signal });
    for (const each of [archives, join(cache, 'downloads', `lists-${suite}`)])
      rmSync(each, { recursive: true, force: true });
    return compiler;
  });
}

/** Throws if a suite seems to lack a compiler only because apt has no list of the suite. */
function checkLists(suite: string, { stdout, stderr }: ToolResult): void {
  // Apt reports a full disk on its output, and not among its errors.
  const full = stdout.split('\n').filter(isOfFullDisk);
  if (full.length > 0) throw failure(`cannot keep the list of Debian's packages of ${suite}`, full[0]!);
  if (/^[WE]: (?:Failed to fetch|Some index files)/m.test(stderr) && !/404/.test(stderr))
    throw failure(`cannot reach Debian's packages of ${suite}`, stderr);
}

/**
 * A compiler, the compiler of its other language, its sanitizers, its optimiser, and the tool that makes it
 * run from our folder.
 */
function packagesOf(name: string): string[] {
  if (isLlvm(name)) return [...packagesFor(Number(name.split('-')[1])), 'patchelf'];
  if (name === SNAPSHOT || name === ispcCompiler.name) return [name, 'patchelf'];
  const bare = machines.find(({ triple }) => name === `${triple}-gcc`)?.bare;
  if (bare !== undefined) return [mainPackage(name), bare.library, 'patchelf'];
  const version = name.split('-')[1];
  const more = name.startsWith('clang')
    ? [`libclang-rt-${version}-dev`, `llvm-${version}`]
    : [packageOfCompiler(driverForCxx(name))];
  return [mainPackage(name), ...more, 'patchelf'];
}

function isLlvm(name: string): boolean {
  return /^llvm-\d+$/.test(name);
}

/** The package whose version is the version of the whole compiler. */
function mainPackage(name: string): string {
  return isLlvm(name) ? `${name}-dev` : packageOfCompiler(name);
}

type Package = readonly [name: string, version: string];

interface Plan {
  /** The packages that cgfuzz asks apt for. */
  readonly names: readonly string[];
  /** All packages that apt must fetch for these names. */
  readonly list: readonly Package[];
}

/** Undefined if the suite does not have the compiler. */
async function planFor(apt: AptGet, cwd: string, name: string): Promise<Plan | undefined> {
  const all = packagesOf(name);
  // Sanitizers of clang are a package of their own only since clang 14.
  for (const names of [all, all.filter((each) => !each.startsWith('libclang-rt-'))]) {
    const { code, stdout } = await apt(cwd, '--simulate', 'install', ...names);
    if (code !== 0) continue;
    const list = [...stdout.matchAll(/^Inst (\S+) \((\S+) /gm)];
    return { names, list: list.map(([, each = '', its = '']) => [each, its]) };
  }
  return undefined;
}

interface Unpacking {
  readonly cache: string;
  readonly archives: string;
  readonly list: readonly Package[];
  readonly say: SayStep;
  readonly signal: AbortSignal;
}

async function unpack(
  compiler: AddedCompiler,
  { cache, archives, list, say, signal }: Unpacking,
): Promise<void> {
  const { name } = compiler;
  const place = placeOfAdded(name, cache);
  const part = partPathOf(place);
  const root = join(part, 'root');
  try {
    makeFolder(root);
    const files = filesOf(list, archives);
    for (const [index, file] of files.entries()) {
      say(`${name}: unpacking packages`, { done: index, total: files.length });
      await runTool('dpkg-deb', ['--extract', file, root], { signal });
    }
    await mergeInto(root, signal);
    // Some libraries name others by paths like /lib/x86_64-linux-gnu/libc.so.6, which the linker follows.
    for (const folder of ['lib', 'lib64'])
      if (existsSync(join(root, 'usr', folder))) symlinkSync(join('usr', folder), join(root, folder));
    leaveOut(root);
    const tell = (done: number, total: number): void =>
      say(`${name}: making its programs run from where they lie`, { done, total });
    await relocate({ root, final: join(place, 'root'), signal, tell });
    linkNames(name, part);
    writeFileSync(join(part, NOTE), `${JSON.stringify(compiler, undefined, 2)}\n`);
    replace(part, place);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  await prove(name, place, signal);
}

/**
 * In Debian 12 and older, some packages have their files in `/lib`, which is a link to `/usr/lib` on every
 * machine.
 */
async function mergeInto(root: string, signal: AbortSignal): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const folder = join(root, name);
    if (!existsSync(folder)) continue;
    makeFolder(join(root, 'usr', name));
    await runTool('cp', ['--archive', `${folder}/.`, join(root, 'usr', name)], { signal });
    rmSync(folder, { recursive: true });
  }
}

/**
 * The folder may also hold packages of an earlier attempt at another compiler; file names have the colons of
 * versions escaped.
 */
function filesOf(list: readonly Package[], archives: string): string[] {
  const present = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  return list.map(([name, version]) => {
    const start = `${name.split(':')[0]}_${version.replaceAll(':', '%3a')}_`;
    const file = present.find((each) => each.startsWith(start));
    if (file === undefined) throw new UserError(`apt did not download ${name} ${version}`);
    return join(archives, file);
  });
}

/** Texts for people take a fifth of the space, and nobody reads them here. */
function leaveOut(root: string): void {
  for (const folder of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info', 'var', 'etc'])
    rmSync(join(root, folder), { recursive: true, force: true });
}

/**
 * Links the names that people use for the compiler, and links its assembler and linker to the place where gcc
 * looks for them. The machine's own assembler and linker are too old for the compiler's plugins.
 */
function linkNames(name: string, part: string): void {
  mkdirSync(join(part, 'bin'));
  const main = isLlvm(name) ? name.replace('llvm', 'clang') : name;
  const prefix = main === SNAPSHOT ? 'usr/lib/gcc-snapshot' : 'usr';
  for (const called of new Set([main, driverForCxx(main)])) {
    const driver = join(prefix, 'bin', main === SNAPSHOT ? called.replace('-snapshot', '') : called);
    if (existsSync(join(part, 'root', driver)))
      symlinkSync(join('../root', driver), join(part, 'bin', called));
  }
  const programs = join(part, 'root/usr/bin');
  for (const tool of readdirSync(programs).filter((each) => /-linux-gnu\w*-(?:as|ld)$/.test(each))) {
    const [, machine = '', plain = ''] = /^(.*)-(as|ld)$/.exec(tool) ?? [];
    const folder = join(part, 'root', prefix, machine, 'bin');
    makeFolder(folder);
    rmSync(join(folder, plain), { force: true });
    symlinkSync(relative(folder, join(programs, tool)), join(folder, plain));
  }
}

function replace(part: string, place: string): void {
  if (existsSync(place)) {
    const old = partPathOf(place);
    renameSync(place, old);
    publish(part, place);
    rmSync(old, { recursive: true, force: true });
  } else publish(part, place);
}

/** Removes a compiler that cannot compile two lines: it is of no use. */
async function prove(name: string, place: string, signal: AbortSignal): Promise<void> {
  const driver = isLlvm(name) ? name.replace('llvm', 'clang') : name;
  const input = 'int f(int x) { return x + 1; }\n';
  const args = ['-O2', '-c', '-o', '/dev/null'];
  const drivers = [[driver, 'c'] as const, [driverForCxx(driver), 'c++'] as const];
  const commands =
    name === ispcCompiler.name
      ? [[ispcCompiler.name, '--emit-llvm-text', '-o', '-', '-']]
      : drivers.map(([each, language]) => [each, ...args, '-x', language, '-']);
  try {
    for (const [program = '', ...words] of commands)
      await runTool(join(place, 'bin', program), words, { input, signal });
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${name} does not run on this machine`, error.hints);
  }
}

/** Bytes that are free again. */
export function removeCompiler(name: string, cache: string): number {
  const known = listAdded(cache);
  if (!known.some((each) => each.name === name))
    throw new UserError(`no compiler named "${name}" was added`, [
      known.length === 0 ? 'none was added' : `added: ${known.map((each) => each.name).join(', ')}`,
    ]);
  const place = placeOfAdded(name, cache);
  const bytes = bytesIn(place);
  const part = partPathOf(place);
  renameSync(place, part);
  rmSync(part, { recursive: true, force: true });
  return bytes;
}

/** The Debian packages that a target needs: cgfuzz installs them if it may, and otherwise names them. */
import { UserError } from '../../util/user-error.ts';
import { runTool, tryTool } from '../run-tool.ts';

export function packagesFor(version: number): string[] {
  return [
    `llvm-${version}-dev`,
    `libclang-${version}-dev`,
    `clang-${version}`,
    `lld-${version}`,
    `llvm-${version}`,
    `libpolly-${version}-dev`,
    'libzstd-dev',
    'zlib1g-dev',
    'libxml2-dev',
    'libncurses-dev',
    'xz-utils',
    'patch',
  ];
}

export async function missingPackages(names: readonly string[]): Promise<string[]> {
  const { stdout } = await tryTool('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...names]);
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return names.filter((name) => !installed.has(name));
}

export async function versionOfPackage(name: string): Promise<string> {
  return runTool('dpkg-query', ['-W', '-f', '${source:Version}', name]);
}

export interface InstallOptions {
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export async function installPackages(
  names: readonly string[],
  { say, signal }: InstallOptions,
): Promise<void> {
  const missing = await missingPackages(names);
  if (missing.length === 0) return;
  const asRoot = await rootPrefix();
  const byHand = `sudo apt-get update && sudo apt-get install ${missing.join(' ')}`;
  if (!asRoot)
    throw new UserError(`Debian packages are missing: ${missing.join(', ')}`, [
      `install them with: ${byHand}`,
    ]);
  say(`installing ${missing.join(' ')}`);
  const apt = async (...args: string[]): Promise<void> => {
    const [first = '', ...rest] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...args,
    ];
    await runTool(first, rest, { signal });
  };
  try {
    await apt('-y', '--no-install-recommends', 'install', ...missing);
  } catch {
    signal.throwIfAborted();
    // Apt's package lists may be old, or may not exist yet.
    try {
      await apt('update');
      await apt('-y', '--no-install-recommends', 'install', ...missing);
    } catch (error) {
      signal.throwIfAborted();
      throw new UserError(`could not install ${missing.join(', ')}`, [
        `by hand: ${byHand}`,
        ...(error instanceof UserError ? error.hints : []),
      ]);
    }
  }
}

async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return (await tryTool('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
}

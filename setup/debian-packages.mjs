/**
 * Debian packages, installed with apt as root or through `sudo -n`; without either, the person is told what to type.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { StepFailed } from './run-steps.mjs';

const staleListsMs = 24 * 3_600_000;

/**
 * @param {Record<string, string>} packages name, and what it is needed for
 * @returns {import('./run-steps.mjs').Step}
 */
export function debianPackagesStep(packages) {
  const missing = () => missingOf(Object.keys(packages));
  return {
    name: 'install Debian packages',
    why: [...new Set(Object.values(packages))].join(', '),
    isDone: () => missing().length === 0,
    async run({ exec, progress }) {
      const prefix = rootPrefix();
      /** @param {string[]} command @param {(line: string) => void} [onLine] */
      const asRoot = async (command, onLine = () => {}) => {
        const [first = '', ...rest] = [
          ...prefix,
          'env',
          'DEBIAN_FRONTEND=noninteractive',
          'LC_ALL=C',
          ...command,
        ];
        await exec(first, rest, { onLine });
      };
      const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
      const install = () =>
        asRoot(
          [
            // apt closes the descriptor of its progress for those it starts, who print as well: not where they print.
            'sh',
            '-c',
            'exec "$@" 3>&1',
            'sh',
            'apt-get',
            ...patience,
            '-y',
            '--no-install-recommends',
            '-o',
            'APT::Status-Fd=3',
            'install',
            ...missing(),
          ],
          (line) => {
            const [, kind, , percent] = /^(dl|pm)status:([^:]*):([\d.]+):/.exec(line) ?? [];
            if (percent)
              progress(`${kind === 'dl' ? 'downloading' : 'installing'}, ${Math.round(Number(percent))}%`);
          },
        );
      const update = async () => {
        progress('fetching the package lists');
        await asRoot(['apt-get', ...patience, '-q', 'update']);
      };
      // A killed run may have left packages half configured; otherwise this does nothing.
      await asRoot(['dpkg', '--configure', '-a']);
      const fresh = areListsFresh();
      if (!fresh) await update();
      try {
        await install();
      } catch (error) {
        if (!fresh || !(error instanceof StepFailed)) throw error;
        await update();
        await install();
      }
    },
    byHand: () => [`sudo apt-get update && sudo apt-get install ${missing().join(' ')}`],
  };
}

/** @param {string[]} names */
function missingOf(names) {
  if (names.length === 0) return [];
  const { error, stdout } = spawnSync(
    'dpkg-query',
    ['-W', '-f', '${Package} ${db:Status-Status}\n', ...names],
    { encoding: 'utf8' },
  );
  if (error) return names;
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return names.filter((name) => !installed.has(name));
}

export function hasApt() {
  return spawnSync('apt-get', ['--version']).error === undefined;
}

function rootPrefix() {
  if (!hasApt()) throw new StepFailed('this is not Debian: there is no apt-get here');
  if (process.getuid?.() === 0) return [];
  if (spawnSync('sudo', ['-n', 'true']).status === 0) return ['sudo', '-n'];
  throw new StepFailed('that takes root, and sudo without a password is not available');
}

function areListsFresh() {
  try {
    const lists = '/var/lib/apt/lists';
    return (
      readdirSync(lists).some((name) => name.endsWith('_Packages') || name.includes('_Packages.')) &&
      Date.now() - statSync(lists).mtimeMs < staleListsMs
    );
  } catch {
    return false;
  }
}

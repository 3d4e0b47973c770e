/** The user of the sandbox, and the kernel's permissions: the situations of tests and of the bench of attacks. */
import type { RunnerStart } from '../../src/sandbox/sandbox.ts';

export interface Situation extends RunnerStart {
  readonly name: string;
  readonly hasNamespaces: boolean;
}

const forbidden = { CGFUZZ_FORBID_NAMESPACES: '1' };
const isRoot = process.getuid?.() === 0;
/** A user that nobody is: what it may do is what anybody may. */
export const PLAIN_USER = 64_321;
const plain = ['setpriv', `--reuid=${PLAIN_USER}`, `--regid=${PLAIN_USER}`, '--clear-groups', '--'];
const us = isRoot ? 'root' : 'a plain user';
const asPlain: readonly Situation[] = [
  { name: 'of a plain user, with namespaces', under: plain, hasNamespaces: true },
  {
    name: 'of a plain user, where namespaces are forbidden',
    under: plain,
    env: forbidden,
    hasNamespaces: false,
  },
  { name: 'in a container of a plain user', under: [...plain, 'unshare', '-Ur'], hasNamespaces: true },
];

export const situations: readonly Situation[] = [
  { name: `of ${us}, with namespaces`, hasNamespaces: true },
  { name: `of ${us}, where namespaces are forbidden`, env: forbidden, hasNamespaces: false },
  {
    name: `in a container of ${us}, where uid 0 alone is mapped`,
    under: ['unshare', '-Ur'],
    hasNamespaces: true,
  },
  // Only root can become another user; every other user is a plain user already.
  ...(isRoot ? asPlain : []),
];

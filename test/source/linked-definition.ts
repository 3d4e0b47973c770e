/** The definition of a generator that was built with the choice library in it, writes to its output and has scopes of its own. */
import type { ProcessDefinition } from '../../src/source/index.ts';

export function linkedDefinition(name: string, binary: string): ProcessDefinition {
  return {
    name,
    summary: 'for tests',
    language: 'text',
    command: [binary],
    reach: 'linked',
    process: 'fork',
    scopes: 'own',
    writes: { to: 'stdout' },
  };
}

/**
 * Kept lists of options: the choices of a campaign's tests are places in such a list. So a finding can be
 * reduced even if the compiler or cgfuzz has another list by then.
 *
 * Invariant: a list is named after its content, and never changes.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '../util/read-regular.ts';
import { makeFolder } from '../util/make-folder.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

export class KeptOptions {
  readonly #path: string;

  /** In the folder of a campaign. */
  constructor(campaign: string) {
    this.#path = join(campaign, 'options');
  }

  keep(name: string, text: string): void {
    if (this.find(name) === text) return;
    makeFolder(this.#path);
    writeFileAtomic(this.#fileOf(name), text);
  }

  /** Undefined if no such list is here. */
  find(name: string): string | undefined {
    const file = this.#fileOf(name);
    return existsSync(file) ? readRegularText(file) : undefined;
  }

  #fileOf(name: string): string {
    return join(this.#path, `${name.replace(/\W/g, '_')}.json`);
  }
}

/**
 * Kept modules: a copy of each module that defines a source of a campaign, beside the campaign.
 *
 * The copy's note names the original place. As long as the original is there, cgfuzz loads it, since a person
 * may still change it. If the original is gone, cgfuzz loads the copy, which does not work for a module that
 * imports neighbours.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readRegular } from '../util/read-regular.ts';
import { makeFolder } from '../util/make-folder.ts';

export interface ModuleChange {
  readonly name: string;
  readonly what: 'gone' | 'changed';
  readonly path: string;
}

export class KeptModules {
  readonly #path: string;

  /** In the folder of a campaign. */
  constructor(campaign: string) {
    this.#path = join(campaign, 'modules');
  }

  /** Copies modules in their present state. */
  keep(modules: Readonly<Record<string, string>>): void {
    for (const [name, path] of Object.entries(modules)) {
      const copy = this.#copyOf(name, path);
      if (path === copy || !existsSync(path)) continue;
      makeFolder(this.#path);
      copyFileSync(path, copy);
    }
  }

  /** The place to load each module from: its original place, or the copy if only that is left. */
  found(modules: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, this.find(name, path)]));
  }

  find(name: string, path: string): string {
    const copy = this.#copyOf(name, path);
    return !existsSync(path) && existsSync(copy) ? copy : path;
  }

  /** Modules that changed since they were kept. */
  changes(modules: Readonly<Record<string, string>>): ModuleChange[] {
    return Object.entries(modules).flatMap(([name, path]): ModuleChange[] => {
      const copy = this.#copyOf(name, path);
      if (!existsSync(copy) || path === copy) return [];
      if (!existsSync(path)) return [{ name, what: 'gone', path }];
      return hashOf(path) === hashOf(copy) ? [] : [{ name, what: 'changed', path }];
    });
  }

  #copyOf(name: string, path: string): string {
    return join(this.#path, `${name.replace(/[^\w.-]/g, '_')}${extname(path)}`);
  }
}

/** A person's own module may be a link. */
function readFollowed(path: string): Buffer {
  return readRegular(realpathSync(path));
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFollowed(path)).digest('hex');
}

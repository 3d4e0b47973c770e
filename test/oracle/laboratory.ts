/** The common parts of tests of wrong code: compilers that miscompile on purpose, next to real ones. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareExecutor } from '../../src/serve/index.ts';
import { StockTarget } from '../../src/target/index.ts';
import { temporaryFolder, world } from '../target/world.ts';

export interface Lie {
  /** The flag that makes the compiler write `to` where the program has `from`. */
  readonly when: string;
  readonly from: string;
  readonly to: string;
  /** Each of these flags keeps the compiler honest. */
  readonly unless?: readonly string[];
}

/** A gcc that replaces text in the program on the way, when its command line holds `when`. */
export async function miscompiler(name: string, { when, from, to, unless = [] }: Lie): Promise<StockTarget> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const script = join(folder, name);
  const wrong = `for f in *.c; do sed -i 's/${from}/${to}/' "$f"; done`;
  const cases = [...unless.map((flag) => `*" ${flag} "*) ;;`), `*" ${when} "*) ${wrong};;`].join(' ');
  writeFileSync(script, `#!/bin/sh\ncase " $* " in ${cases} esac\nexec gcc-12 "$@"\n`, { mode: 0o755 });
  return new StockTarget(
    { name, family: 'gcc' },
    script,
    await prepareExecutor(world.cache, world.searchPath),
  );
}

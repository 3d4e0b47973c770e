/** The common parts of tests of wrong code: compilers that miscompile on purpose, next to real ones. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareExecutor } from '../../src/serve/index.ts';
import { StockTarget } from '../../src/target/index.ts';
import { temporaryFolder, world } from '../target/world.ts';

/** A gcc that replaces text in the program on the way, when its command line holds `when`. */
export async function miscompiler(
  name: string,
  { when, from, to }: { readonly when: string; readonly from: string; readonly to: string },
): Promise<StockTarget> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const script = join(folder, name);
  const wrong = `for f in *.c; do sed -i 's/${from}/${to}/' "$f"; done`;
  writeFileSync(script, `#!/bin/sh\ncase " $* " in *" ${when} "*) ${wrong};; esac\nexec gcc-12 "$@"\n`, {
    mode: 0o755,
  });
  return new StockTarget(
    { name, family: 'gcc' },
    script,
    await prepareExecutor(world.cache, world.searchPath),
  );
}

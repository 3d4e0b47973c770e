/** Csmith as it is, for measurements. */
import { quietCsmithArgs } from '../src/generators/csmith-options.ts';

/** Arguments for programs of Csmith as it is: Debian keeps the header that every program includes there. */
export const plainCsmithCompilerArgs: readonly string[] = [...quietCsmithArgs, '-I/usr/include/csmith'];

/**
 * Machines other than this one that programs are compiled for by Debian's cross compilers, and run for by qemu.
 *
 * A machine is told by the name of the compiler (`aarch64-linux-gnu-gcc-12`) or by clang's `--target`. Bytes may have another
 * order than here, and characters no sign. On small machines `long` and pointers have 32 bits, too, so programs may print
 * something else there, unless they say that they do not depend on it.
 */
export interface OtherMachine {
  /** The name that compilers call it by. */
  readonly triple: string;
  /** The command that programs are run under; its library and loader come with the cross compiler. */
  readonly runner: readonly [string, ...string[]];
  /** Whether `long` and pointers have 32 bits. */
  readonly isSmall: boolean;
}

function machine(triple: string, architecture: string, isSmall = false): OtherMachine {
  return { triple, runner: [`qemu-${architecture}`, '-L', `/usr/${triple}`], isSmall };
}

export const machines: readonly OtherMachine[] = [
  machine('aarch64-linux-gnu', 'aarch64'),
  machine('riscv64-linux-gnu', 'riscv64'),
  machine('s390x-linux-gnu', 's390x'),
  machine('powerpc64le-linux-gnu', 'ppc64le'),
  machine('powerpc64-linux-gnu', 'ppc64'),
  machine('mips64el-linux-gnuabi64', 'mips64el'),
  machine('sparc64-linux-gnu', 'sparc64'),
  machine('alpha-linux-gnu', 'alpha'),
  machine('arm-linux-gnueabihf', 'arm', true),
  machine('i686-linux-gnu', 'i386', true),
  machine('mips-linux-gnu', 'mips', true),
  machine('powerpc-linux-gnu', 'ppc', true),
  machine('hppa-linux-gnu', 'hppa', true),
  machine('m68k-linux-gnu', 'm68k', true),
];

/** Undefined for this machine; what clang is told of any other is compiled and cannot be run. */
export function otherMachineOf(compiler: string, args: readonly string[] = []): OtherMachine | undefined {
  const asked = args.findLast((arg) => arg.startsWith('--target='))?.slice('--target='.length);
  return machines.find(({ triple }) => compiler.startsWith(`${triple}-`) || asked === triple);
}

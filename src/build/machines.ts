/**
 * Machines other than this one that programs are compiled for by Debian's cross compilers, and run for by qemu.
 *
 * A machine is told by the name of the compiler (`aarch64-linux-gnu-gcc-12`) or by clang's `--target`. All of them have
 * integers and pointers of the same sizes as this one, some in another order of bytes; characters may have no sign.
 */
export interface OtherMachine {
  /** The name that compilers call it by. */
  readonly triple: string;
  /** The command that programs are run under; its library and loader come with the cross compiler. */
  readonly runner: readonly [string, ...string[]];
}

function machine(triple: string, architecture: string): OtherMachine {
  return { triple, runner: [`qemu-${architecture}`, '-L', `/usr/${triple}`] };
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
];

/** Undefined for this machine; what clang is told of any other is compiled and cannot be run. */
export function otherMachineOf(compiler: string, args: readonly string[] = []): OtherMachine | undefined {
  const asked = args.findLast((arg) => arg.startsWith('--target='))?.slice('--target='.length);
  return machines.find(({ triple }) => compiler.startsWith(`${triple}-`) || asked === triple);
}

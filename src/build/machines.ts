/**
 * Machines other than this one that programs are compiled for by Debian's cross compilers, and run for by qemu.
 *
 * A machine is told by the name of the compiler (`aarch64-linux-gnu-gcc-12`) or by clang's `--target`. Bytes may have
 * another order than here, and characters no sign. On small machines `long` and pointers have 32 bits, too. So programs
 * may print something else there, unless they say that they do not depend on it.
 */
export interface OtherMachine {
  /** The name that compilers call it by. */
  readonly triple: string;
  /** The command that programs are run under; its library and loader come with the cross compiler. */
  readonly runner: readonly [string, ...string[]];
  /** Whether `long` and pointers have 32 bits. */
  readonly isSmall: boolean;
}

/** A machine as qemu plays it. */
export interface MachineRow {
  readonly triple: string;
  readonly architecture: string;
  /** The processor that runs code for all others of its machine. Undefined if the usual one does. */
  readonly processor?: string;
  /**
   * Words that follow the processor's name, for vectors of so many bits. Only for machines whose code is for one
   * length.
   */
  readonly ofLength?: (bits: number) => string;
  readonly isSmall?: true;
}

export const machines: readonly MachineRow[] = [
  {
    triple: 'aarch64-linux-gnu',
    architecture: 'aarch64',
    // Signing pointers takes longer than all else otherwise.
    processor: 'max,pauth-impdef=on',
    ofLength: (bits) => `sve-default-vector-length=${bits / 8}`,
  },
  {
    triple: 'riscv64-linux-gnu',
    architecture: 'riscv64',
    processor: 'rv64,v=true,vext_spec=v1.0,zba=true,zbb=true,zbc=true,zbs=true,zbkb=true,zbkc=true,zbkx=true',
    ofLength: (bits) => `vlen=${bits}`,
  },
  { triple: 's390x-linux-gnu', architecture: 's390x', processor: 'max' },
  // Qemu 7.2 gets `xststdcsp` of newer ones wrong: small numbers are of every class.
  { triple: 'powerpc64le-linux-gnu', architecture: 'ppc64le', processor: 'power8' },
  { triple: 'powerpc64-linux-gnu', architecture: 'ppc64', processor: 'power8' },
  { triple: 'mips64el-linux-gnuabi64', architecture: 'mips64el', processor: 'Loongson-3A4000' },
  { triple: 'sparc64-linux-gnu', architecture: 'sparc64' },
  { triple: 'alpha-linux-gnu', architecture: 'alpha' },
  { triple: 'arm-linux-gnueabihf', architecture: 'arm', processor: 'max', isSmall: true },
  { triple: 'i686-linux-gnu', architecture: 'i386', processor: 'max', isSmall: true },
  { triple: 'mips-linux-gnu', architecture: 'mips', isSmall: true },
  { triple: 'powerpc-linux-gnu', architecture: 'ppc', isSmall: true },
  { triple: 'hppa-linux-gnu', architecture: 'hppa', isSmall: true },
  { triple: 'm68k-linux-gnu', architecture: 'm68k', isSmall: true },
];

/**
 * The machine that a compiler writes code for. Undefined for this computer's, and for machines that are not in the
 * table, whose code cannot be run here.
 */
export function otherMachineOf(compiler: string, args: readonly string[] = []): OtherMachine | undefined {
  const asked = args.findLast((arg) => arg.startsWith('--target='))?.slice('--target='.length);
  const row = machines.find(({ triple }) => compiler.startsWith(`${triple}-`) || asked === triple);
  if (row === undefined) return undefined;
  const { triple, architecture, isSmall = false } = row;
  return {
    triple,
    runner: [`qemu-${architecture}`, ...processorOf(row, args), '-L', `/usr/${triple}`],
    isSmall,
  };
}

const VECTOR_BITS = /^-m(?:sve|rvv)-vector-bits=(\d+)$/;

function processorOf({ processor, ofLength }: MachineRow, args: readonly string[]): string[] {
  if (processor === undefined) return [];
  const bits = args.flatMap((arg) => VECTOR_BITS.exec(arg)?.[1] ?? []).at(-1);
  const length = bits === undefined ? undefined : ofLength?.(Number(bits));
  return ['-cpu', length === undefined ? processor : `${processor},${length}`];
}

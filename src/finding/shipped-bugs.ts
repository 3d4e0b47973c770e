/**
 * The bugs that come with cgfuzz: its trophies, with signatures that campaigns recognise. A finding that
 * shows one of these bugs says so on its first line, and is not reduced.
 *
 * A signature alone is not enough: back ends of different architectures may fail in one place of LLVM. So the
 * compiler's name and flags must also contain all `words`. Invariant: each name is a folder of docs/trophies,
 * and each title is the heading of its page.
 */
import type { FindingRecord } from './record.ts';

export interface ShippedBug {
  /** The name of the folder in docs/trophies. */
  readonly name: string;
  readonly title: string;
  /** The report in a tracker; empty if nobody reported the bug, as far as we know. */
  readonly address: string;
}

interface Recognised extends ShippedBug {
  /** Beginnings of signatures. */
  readonly signatures: readonly string[];
  /** Parts of the compiler's name, or of its flags; `a|b` asks for one of two parts. */
  readonly words: readonly string[];
}

export const shippedBugs: readonly Recognised[] = [
  {
    name: 'aarch64-windows-align-loops',
    title:
      'clang-22, AArch64 Windows, `-falign-loops`: the length of a function cannot be evaluated for its unwind information',
    address: 'https://github.com/llvm/llvm-project/issues/149547',
    signatures: ['fatal-error | Failed to evaluate function length in SEH unwind info'],
    words: ['--target=aarch64-windows', '-falign-loops='],
  },
  {
    name: 'amdgpu-loop-exits',
    title: 'clang-22, AMDGPU, `-O2`: segmentation fault where a loop with a computed goto gets a single exit',
    address: 'https://github.com/llvm/llvm-project/issues/166485',
    signatures: ['signal | SIGSEGV | runOnFunction < runOnModule < emitBackendOutput'],
    words: ['--target=amdgcn'],
  },
  {
    name: 'arm-pseudo-probe',
    title: 'clang-22, Arm, `-fpseudo-probe-for-profiling`: segmentation fault',
    address: '',
    signatures: ['signal | SIGSEGV | EmitInstruction < CodeGenAndEmitDAG < SelectAllBasicBlocks'],
    words: ['--target=arm', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'avr-scalar-evolution',
    title: 'clang-22, AVR, `-O2`: segmentation fault in scalar evolution, sums of vectors in a loop',
    address: 'https://github.com/llvm/llvm-project/issues/184947',
    signatures: ['signal | SIGSEGV | compare < contains < getAddExpr'],
    words: ['--target=avr'],
  },
  {
    name: 'avr-spill-weights',
    title: 'clang-24, AVR, `-O1`: segmentation fault in register allocation, a call whose vector nobody uses',
    address: '',
    signatures: ['signal | SIGSEGV | isRematerializable < weightCalcHelper'],
    words: ['--target=avr'],
  },
  {
    name: 'avr-stack-protector',
    title: 'clang-22, AVR, `-fstack-protector-strong`: unsupported library call operation',
    address: 'https://github.com/llvm/llvm-project/pull/220597',
    signatures: ['fatal-error | unsupported library call operation | makeLibCall'],
    words: ['--target=avr', '-fstack-protector'],
  },
  {
    name: 'avr-vector-shift',
    title:
      'clang-22, AVR, `-O1`: segmentation fault in instruction selection, a shift of a vector by a vector',
    address: '',
    signatures: ['signal | SIGSEGV | getExtendedVectorVT < LegalizeTypes'],
    words: ['--target=avr'],
  },
  {
    name: 'clang-attributor-assumed-load',
    title:
      'clang-22, `-mllvm -attributor-enable=all`: a load after a store has the value from before the store',
    address: 'https://github.com/llvm/llvm-project/issues/147706',
    signatures: ['wrong-code | '],
    words: ['attributor'],
  },
  {
    name: 'clang-dfa-jump-threading-goto',
    title:
      'clang-23, `-O2`: DFA jump threading copies a target of a computed `goto`, and the `goto` loses the target',
    address: '',
    signatures: [
      'wrong-ir | call: indirect branch on unlisted target bb | dfa-jump-threading',
      'wrong-code | dfa-jump-threading',
    ],
    words: ['clang'],
  },
  {
    name: 'clang-indvars-goto',
    title: 'clang-22, `-O3`: segmentation fault in induction variables, a loop that a computed `goto` enters',
    address: 'https://github.com/llvm/llvm-project/issues/50506',
    signatures: [
      'signal | SIGSEGV | getAddRecExprPHILiterally <',
      'assertion | ScalarEvolutionExpander.cpp: L->getLoopPreheader() && "Can\'t expand add recurrences',
    ],
    words: ['clang'],
  },
  {
    name: 'clang-line-without-file',
    title: "clang-22: -g -S is refused: unassigned file number in '…' directive, .loc",
    address: '',
    signatures: ['refused | clang -g -S | unassigned file number in'],
    words: ['clang'],
  },
  {
    name: 'clang-loop-deletion-goto',
    title: 'clang-23, `-O1`: segmentation fault in loop deletion, a loop goes back by a computed `goto`',
    address: 'https://github.com/llvm/llvm-project/issues/147869',
    signatures: [
      'signal | SIGSEGV | _Vector_impl_data < _Vector_impl < _Vector_base',
      'signal | SIGSEGV | breakLoopBackedge <',
    ],
    words: ['clang'],
  },
  {
    name: 'clang-loop-info-goto',
    title:
      'clang-23, `-O1`: segmentation fault if a loop is taken away, and a computed `goto` leads from loop to loop in it',
    address: '',
    signatures: [
      'assertion | LoopInfo.cpp: (FoundIB || !DFS.hasPostorder(Succ)) && "should have seen IB" | getNearestLoop',
      'signal | SIGSEGV | erase < breakLoopBackedge',
    ],
    words: ['clang'],
  },
  {
    name: 'clang-profiling-debug-inlining',
    title: 'clang-22: -fdebug-info-for-profiling changes the code, inline',
    address: '',
    signatures: ['depends | clang -fdebug-info-for-profiling | inline'],
    words: ['clang'],
  },
  {
    name: 'clang-pseudo-probe-debug',
    title: 'clang-22, `-O0 -fpseudo-probe-for-profiling`: -g changes the code, pseudo-probe',
    address: 'https://github.com/llvm/llvm-project/pull/211226',
    signatures: ['depends | clang -g | pseudo-probe'],
    words: ['clang'],
  },
  {
    name: 'clang-range-of-rotate-amount',
    title:
      "clang-22, `-O1`: InstCombine keeps the range of a rotate's amount, and makes the amount another number",
    address: '',
    signatures: ['wrong-ir | poison: llvm.fshl argument range'],
    words: ['clang'],
  },
  {
    name: 'gcc-add-fetch-operand',
    title: 'gcc, RISC-V and S390x, `-O1`: an operand of `__atomic_add_fetch` is read again after the update',
    address: '',
    signatures: ['wrong-code | -fno-inline-atomics'],
    words: ['gcc'],
  },
  {
    name: 'gcc-graphite-codegen',
    title:
      'gcc-16, `-floop-nest-optimize --param=scev-max-expr-size=3`: graphite cannot generate code and fails its own check',
    address: '',
    signatures: ['assertion | in set_codegen_error'],
    words: ['gcc', '-floop-nest-optimize'],
  },
  {
    name: 'gcc-null-dereference-warning',
    title: 'gcc-16: -Wnull-dereference changes the code, isolate-paths',
    address: '',
    signatures: ['depends | gcc -Wnull-dereference | isolate-paths'],
    words: ['gcc'],
  },
  {
    name: 'gcc-s390x-bitint-slp',
    title: 'gcc, S390x, `-O2`: `_BitInt(7)` that are stored together are not extended',
    address: '',
    signatures: ['wrong-code | -fno-tree-slp-vectorize'],
    words: ['s390x'],
  },
  {
    name: 'gcc-shift-to-bool',
    title: 'gcc-12, `-O0`: internal compiler error for a shift by a large amount that becomes a `_Bool`',
    address: '',
    signatures: ['assertion | in gimplify_expr, at gimplify'],
    words: ['gcc-12'],
  },
  {
    name: 'hexagon-bitcast',
    title: 'clang-22, Hexagon with HVX, `-O1`: a bitcast cannot be selected',
    address: 'https://github.com/llvm/llvm-project/issues/206353',
    signatures: ['fatal-error | Cannot select: bitcast | SelectCodeCommon'],
    words: ['--target=hexagon', '-mhvx'],
  },
  {
    name: 'hexagon-pseudo-probe',
    title: 'clang-22, Hexagon, `-fpseudo-probe-for-profiling`: unsupported instruction',
    address: '',
    signatures: [
      'fatal-error | Unsupported instruction : <MCInst N> | emitInstToFragment',
      'fatal-error | Not supported instr: <MCInst N> | emitInstToFragment',
    ],
    words: ['--target=hexagon', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'lanai-barrier',
    title:
      'clang, Lanai, machine verifier: a block that falls through ends with a barrier, after machine sinking',
    address: 'https://github.com/llvm/llvm-project/pull/206195',
    signatures: [
      'fatal-error | Bad machine code: MBB exits via conditional branch/fall-through but ends with a barrier instruction! | runOnFunction',
    ],
    words: ['--target=lanai'],
  },
  {
    name: 'lanai-delay-slot',
    title:
      'clang, Lanai, machine verifier: an instruction after the first terminator, after delay slots were filled',
    address: '',
    signatures: [
      'fatal-error | Bad machine code: Non-terminator instruction after the first terminator | runOnFunction',
    ],
    words: ['--target=lanai'],
  },
  {
    name: 'loongarch-sleb128',
    title:
      "clang-22, LoongArch, `-fpseudo-probe-for-profiling`: the assembler refuses the compiler's own code",
    address: '',
    signatures: ['rejected | .sleb1N expression is not absolute'],
    words: ['--target=loongarch', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'm68k-arithmetic-for-nothing',
    title: 'clang-22, m68k, `-O2`: segmentation fault in instruction selection, sums of products of 64 bits',
    address: '',
    signatures: ['signal | SIGSEGV | CodeGenAndEmitDAG < SelectAllBasicBlocks < runOnMachineFunction'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-load',
    title: 'clang-14, m68k, `-O2`: loads of 24 bits cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: load | SelectCodeCommon'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-segmentation-fault',
    title: 'clang, m68k, `-O2`: segmentation fault in instruction selection, a function of 50 lines',
    address: 'https://github.com/llvm/llvm-project/issues/54586',
    signatures: ['signal | SIGSEGV | CodeGenAndEmitDAG < SelectAllBasicBlocks < runOnMachineFunction'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-sign-extend-inreg',
    title: 'clang-14, m68k, `-O2`: `sign_extend_inreg` of one bit cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: sign_extend_inreg | SelectCodeCommon'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-store',
    title: 'clang-14, m68k, `-O2`: stores of 24 bits cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: store | SelectCodeCommon'],
    words: ['--target=m68k', 'clang-1'],
  },
  {
    name: 'm68k-store-global',
    title: 'clang-23, m68k: a store to the second element of a global array cannot be selected',
    address: 'https://github.com/llvm/llvm-project/issues/217135',
    signatures: ['fatal-error | Cannot select: store | '],
    words: ['--target=m68k', 'clang-2'],
  },
  {
    name: 'mips-og-unsupported-instruction',
    title: 'clang-22, MIPS, `-Og`: a function with a parameter gives an unsupported instruction',
    address: 'https://github.com/llvm/llvm-project/issues/198835',
    signatures: ['fatal-error | Unsupported instruction : <MCInst N> | emitInstToData'],
    words: ['--target=mips', '-Og'],
  },
  {
    name: 'mips16-not-supported',
    title: 'clang, MIPS16, `-O2`: an instruction is not supported when the object is written',
    address: 'https://github.com/llvm/llvm-project/issues/48490',
    signatures: [
      'fatal-error | Unsupported instruction : <MCInst N> | emitInstToData',
      'fatal-error | Not supported instr: <MCInst N> | emitInstToData',
    ],
    words: ['--target=mips', '-mips16'],
  },
  {
    name: 'opt-lnicm-sink',
    title:
      'opt-23, `lnicm`: a value that is the same in each round is sunk out of the loop, and the loop still uses it',
    address: 'https://github.com/llvm/llvm-project/issues/166309',
    signatures: [
      'signal | SIGSEGV | isReachableFromEntry < getOperandsToCreate < createSCEVIter',
      'assertion | SimplifyCFG.cpp: V->getType() == I->getType() && "Mismatched types" | passingValueIsAlwaysUndefined',
    ],
    words: ['lnicm'],
  },
  {
    name: 'opt-normalize-swap',
    title: 'opt-23, `normalize`: a function that swaps two numbers writes one of them twice',
    address: 'https://github.com/llvm/llvm-project/pull/68176',
    signatures: ['wrong-code | normalize'],
    words: ['normalize'],
  },
  {
    name: 'opt-sandbox-vectorizer',
    title:
      'opt-23, `sandbox-vectorizer`: a vector that is packed of a scalar comes before the scalar, and the module is broken',
    address: '',
    signatures: ['fatal-error | Broken module found, compilation aborted! | run'],
    words: ['sandbox-vectorizer'],
  },
  {
    name: 'riscv32-zve32x-scalarize',
    title: 'clang-22, RISC-V with `zve32x`, `-O2`: cannot scalarize a `long long` that becomes a `_Bool`',
    address: 'https://github.com/llvm/llvm-project/issues/206788',
    signatures: ['fatal-error | Do not know how to scalarize the result of this operator! | LegalizeTypes'],
    words: ['--target=riscv32', 'zve32x'],
  },
  {
    name: 'sparc-restore-debug',
    title: 'clang-22: -g changes the code, sroa, sparc64',
    address: '',
    signatures: ['depends | clang -g | sroa | sparc64'],
    words: ['--target=sparc'],
  },
  {
    name: 've-bool-vector',
    title: 'clang-22, VE: a parameter that is a vector of `_Bool` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: extract_vector_elt | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 've-sign-extend',
    title: 'clang-22, VE, `-O2`: `sign_extend` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: sign_extend | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 've-vector-shuffle',
    title: 'clang-22, VE, `-O2`: `vector_shuffle` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: vector_shuffle | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 'wasm-common',
    title: 'clang-22, WebAssembly, `-fcommon`: a trap at each global variable',
    address: 'https://github.com/llvm/llvm-project/issues/60138',
    signatures: ['signal | SIGTRAP'],
    words: ['--target=wasm', '-fcommon'],
  },
  {
    name: 'wasm-kcfi-sections',
    title: 'clang-22, WebAssembly, `-fsanitize=kcfi`: function sections must contain one function each',
    address: '',
    signatures: ['fatal-error | function sections must contain one function each | Finish'],
    words: ['--target=wasm', '-fsanitize=kcfi'],
  },
  {
    name: 'x32-no-plt',
    title: "clang-22, x32, `-fno-plt`: a call of another file's function cannot be selected",
    address: 'https://github.com/llvm/llvm-project/issues/92791',
    signatures: ['fatal-error | Cannot select: X8NISD::CALL | SelectCodeCommon'],
    words: ['gnux32', '-fno-plt'],
  },
  {
    name: 'x86-apx-peephole-constant',
    title:
      'clang-22, x86-64, `-mapxf`: the peephole optimiser leaves `MOV32ri64` with a register of the wrong class',
    address: '',
    signatures: ['fatal-error | Bad machine code: Illegal virtual register for instruction | runOnFunction'],
    words: ['-mapxf'],
  },
  {
    name: 'x86-atom-lea',
    title:
      'clang-23, x86-64, `-O1 -mtune=atom`: a copy becomes an `LEA32r` whose base is a register of the wrong class',
    address: '',
    signatures: [
      'fatal-error | Found N machine code errors. | runOnMachineFunction',
      'fatal-error | Bad machine code: Illegal physical register for instruction',
    ],
    words: ['=atom|=bonnell'],
  },
  {
    name: 'x86-avx10-saturate',
    title:
      'clang-22, x86-64, `-mavx10.2 -fno-strict-float-cast-overflow`: a `long double` as a `long` cannot be selected',
    address: 'https://github.com/llvm/llvm-project/issues/186572',
    signatures: [
      'fatal-error | Cannot select: fp_to_sint_sat |',
      'fatal-error | Cannot select: fp_to_uint_sat |',
    ],
    words: ['-fno-strict-float-cast-overflow'],
  },
  {
    name: 'x86-linearize-goto',
    title: 'clang-22, x86-64, `-mllvm -pre-RA-sched=linearize`: a condition in a loop made of `goto`',
    address: '',
    signatures: ['wrong-code | '],
    words: ['-pre-RA-sched=linearize'],
  },
  {
    name: 'x86-linearize-wide-integer',
    title: 'clang-22, x86-64, `-mllvm -pre-RA-sched=linearize`: a difference of pointers as `__int128`',
    address: 'https://github.com/llvm/llvm-project/issues/130730',
    signatures: ['wrong-code | '],
    words: ['-pre-RA-sched=linearize'],
  },
  {
    name: 'x86-retpoline-goto',
    title:
      'clang-23, x86-64, `-O1 -mretpoline`: an assertion fails for a computed `goto` with three labels that are the same',
    address: 'https://github.com/llvm/llvm-project/pull/196475',
    signatures: [
      'assertion | CFGUpdate.h: std::abs(NumInsertions) <= 1 && "Unbalanced operations!" | LegalizeUpdates',
    ],
    words: ['-mretpoline'],
  },
  {
    name: 'x86-sections-pseudo-probe',
    title:
      "clang-22, x86-64: pseudo probes of a function in several sections are refused by the compiler's own assembler",
    address: '',
    signatures: ['rejected | .sleb1N expression is not absolute'],
    words: ['-fbasic-block-sections=', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'x86-sections-unnamed',
    title:
      'clang-22, x86-64, `-fbasic-block-sections=all`: two functions without names give two symbols the same name',
    address: '',
    signatures: ["rejected | symbol '…' is already defined"],
    words: ['-fbasic-block-sections='],
  },
  {
    name: 'x86-shrink-wrap-debug',
    title: 'clang-22: -g changes the code, inline',
    address: 'https://github.com/llvm/llvm-project/issues/219378',
    signatures: ['depends | clang -g | inline'],
    words: ['clang'],
  },
  {
    name: 'x86-static-data-thunk',
    title:
      'clang-22, x86-64, `-fpartition-static-data-sections -mretpoline`: every program crashes the compiler',
    address: '',
    signatures: [
      'signal | SIGSEGV | runOnMachineFunction < runOnFunction < runOnModule',
      'signal | SIGSEGV | analyze < runOnMachineFunction < runOnFunction',
    ],
    words: ['-fpartition-static-data-sections|-moutline'],
  },
  {
    name: 'xtensa-fixup-alignment',
    title:
      "clang-22, Xtensa, `-O2`: the assembler refuses the compiler's own code, a fixup that is not aligned",
    address: '',
    signatures: ['rejected | fixup value must be N-byte aligned'],
    words: ['--target=xtensa'],
  },
];

/** The first shipped bug that fits a failure; undefined if none fits. */
export function shippedBugOf({
  signature,
  compiler,
  args,
}: Pick<FindingRecord, 'signature' | 'compiler' | 'args'>): ShippedBug | undefined {
  const said = [compiler, ...args];
  const found = shippedBugs.find(
    ({ signatures, words }) =>
      signatures.some((each) => signature.startsWith(each)) &&
      words.every((word) => word.split('|').some((each) => said.some((part) => part.includes(each)))),
  );
  return found && { name: found.name, title: found.title, address: found.address };
}

/** One line about a finding: its title, or the known bug that it shows. */
export function headlineOf({ title, shipped }: Pick<FindingRecord, 'title' | 'shipped'>): string {
  return shipped === undefined ? title : `known, docs/trophies/${shipped.name}: ${title}`;
}

/** One line about a known bug: its heading, and the place to read more. */
export function shippedText({ name, title, address }: ShippedBug): string {
  return `known: ${title} (docs/trophies/${name}${address === '' ? '' : `, ${address}`})`;
}

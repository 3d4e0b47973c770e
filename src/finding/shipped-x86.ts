/** Bugs of our trophies that show on x86, or on any machine. */
import type { RecognisedBug } from './shipped-bug.ts';

export const bugsOnX86: readonly RecognisedBug[] = [
  {
    name: 'clang-attributor-assumed-load',
    title:
      'clang-22, `-mllvm -attributor-enable=all`: a load after a store has the value from before the store',
    address: 'https://github.com/llvm/llvm-project/issues/147706',
    signatures: ['wrong-code | '],
    words: ['attributor'],
  },
  {
    name: 'clang-convert-bfloat',
    title: 'clang-24, any level: `__builtin_convertvector` from `_Float16` to `__bf16` cannot be compiled',
    address: 'https://github.com/llvm/llvm-project/issues/90738',
    signatures: ["fatal-error | Do not know how to soft promote this operator's "],
    words: ['clang'],
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
    name: 'clang-lcssa-goto',
    title: 'clang-23, `-O1`: LICM leaves a loop out of LCSSA form in a function with two computed `goto`',
    address: 'https://github.com/llvm/llvm-project/issues/156334',
    signatures: ['assertion | LoopPassManager.cpp: L->isRecursivelyLCSSAForm'],
    words: ['clang-'],
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
    words: ['gcc', 'riscv64|s390x|gcc-11|gcc-12|gcc-13|gcc-14'],
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
    name: 'gcc-large-pic-register',
    title:
      'gcc-16, x86-64, `-mcmodel=large -fPIC`: a call overwrites the fourth argument of a `preserve_none` function',
    address: '',
    signatures: ['wrong-code | '],
    words: ['gcc', '-mcmodel=large', '-fPIC'],
  },
  {
    name: 'gcc-null-dereference-warning',
    title: 'gcc-16: -Wnull-dereference changes the code, isolate-paths',
    address: '',
    signatures: ['depends | gcc -Wnull-dereference | isolate-paths'],
    words: ['gcc'],
  },
  {
    name: 'gcc-shift-to-bool',
    title: 'gcc-12, `-O0`: internal compiler error for a shift by a large amount that becomes a `_Bool`',
    address: '',
    signatures: ['assertion | in gimplify_expr, at gimplify'],
    words: ['gcc-12'],
  },
  {
    name: 'gcc-stack-clash-register',
    title:
      'gcc-16, x86-64, `-O1 -fstack-clash-protection`: a function that must preserve all registers overwrites `r11`',
    address: '',
    signatures: ['wrong-code | '],
    words: ['gcc', '-mgeneral-regs-only', '-fstack-clash-protection|-fstack-check'],
  },
  {
    name: 'gcc-vectorized-rows',
    title: 'gcc-16, `-O2`: a loop over rows that copies each row into the next one copies old values',
    address: '',
    signatures: ['wrong-code | -fno-tree-loop-vectorize | gcc-1'],
    words: ['gcc-13|gcc-14|gcc-15|gcc-16'],
  },
  {
    name: 'gcc-volatile-store-twice',
    title: 'gcc-12, `-O1`: a volatile member is stored once more after a loop',
    address: '',
    signatures: ['wrong-code | -fno-move-loop-stores', 'wrong-code | -fno-tree-loop-im'],
    words: ['tsan-distinguish-volatile'],
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
    name: 'x86-bfloat-canonicalize',
    title:
      'clang-24, x86-64, `-O1 -march=x86-64-v4`: `__builtin_elementwise_canonicalize` of 32 `__bf16` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: fcanonicalize | SelectCodeCommon'],
    words: ['clang', '-march=|-mavx'],
  },
  {
    name: 'x86-bfloat-long-double',
    title:
      'clang-24, x86-64, any level: a vector of one `__bf16` as a vector of one `long double` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: bitcast | SelectCodeCommon'],
    words: ['clang', '--target=x86_64'],
  },
  {
    name: 'x86-bfloat-vector',
    title: 'clang-24, x86-64, any level: segmentation fault, five numbers of type `int` as `__bf16`',
    address: '',
    signatures: ['signal | SIGSEGV | expandFP_ROUND < Legalize < CodeGenAndEmitDAG'],
    words: ['clang'],
  },
  {
    name: 'x86-bool-vector-element',
    title: 'clang-24, x86-64, `-O1 -march=x86-64-v4`: an element of a vector of 64 `_Bool` cannot be written',
    address: 'https://github.com/llvm/llvm-project/issues/64439',
    signatures: ['fatal-error | Cannot select: truncate | SelectCodeCommon'],
    words: ['clang', '-march=|-mavx'],
  },
  {
    name: 'x86-control-flow-guard-register',
    title:
      'clang-24, x86-64 Windows, `-mguard=cf`: a call of a `sysv_abi` function passes its address as an argument',
    address: 'https://github.com/llvm/llvm-project/pull/176276',
    signatures: ['wrong-code | '],
    words: ['clang', '-mguard=cf'],
  },
  {
    name: 'x86-int128-half',
    title: 'clang-24, x86-64, `-O1 -march=sapphirerapids`: segmentation fault, two `__int128` as `_Float16`',
    address: '',
    signatures: ['signal | SIGSEGV | LowerOperationWrapper < LegalizeTypes < CodeGenAndEmitDAG'],
    words: ['clang', '-march=|-mavx'],
  },
  {
    name: 'x86-jmpabs-thunk',
    title:
      'clang-24, x86-64, `-O1 -mcmodel=large -mretpoline`: a tail call becomes an instruction that the processor lacks',
    address: 'https://github.com/llvm/llvm-project/pull/186402',
    signatures: ['wrong-code | '],
    words: ['-mcmodel=large', '-mretpoline|-mlvi-cfi|-mlvi-hardening|-mseses'],
  },
  {
    name: 'x86-kcfi-register',
    title: 'clang-24, x86-64, `-fsanitize=kcfi`: the check before an indirect call overwrites an argument',
    address: 'https://github.com/llvm/llvm-project/pull/223920',
    signatures: ['wrong-code | '],
    words: ['clang', '-fsanitize=kcfi'],
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
    name: 'x86-load-hardening-goto',
    title:
      'clang-24, x86-64, `-O1 -mspeculative-load-hardening`: a computed `goto` loses the value of a local variable',
    address: 'https://github.com/llvm/llvm-project/issues/93898',
    signatures: ['wrong-code | '],
    words: ['clang', '-mspeculative-load-hardening'],
  },
  {
    name: 'x86-preserve-none-tail-call',
    title: 'clang-24, x86-64, `-O1`: a tail call with twelve arguments in registers runs out of registers',
    address: 'https://github.com/llvm/llvm-project/pull/208246',
    signatures: ['rejected | <unknown>:N:N: ran out of registers during register allocation'],
    words: ['clang'],
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
    name: 'x86-stack-clash-register',
    title:
      'clang-24, x86-64, `-O1 -fstack-clash-protection`: a prologue in the middle of a function overwrites a value',
    address: 'https://github.com/llvm/llvm-project/issues/198699',
    signatures: ['wrong-code | shrink-wrap'],
    words: ['clang', '-fstack-clash-protection'],
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
];

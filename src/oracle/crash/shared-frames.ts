/**
 * Functions that many callers share: their names tell no bug from another. A signature that has only such functions
 * gets the caller too. If the caller has no name, it gets the active pass, which names the machine in LLVM's code
 * generators.
 */

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Functions that report or do something for many callers, of LLVM and then of GCC. */
const helpers = names(`
  makeLibCall makeLibCallForType expandLibCall ExpandChainLibCall SelectCodeCommon getNode
  LowerOperation LowerOperationWrapper ReplaceNodeResults PerformDAGCombine
  emitInstToData emitInstToFragment encodeInstruction CheckFailed reportGISelFailure
  replaceAllUsesWith RAUW doRAUW setOperand eraseFromParent getRegClass getSimpleVT
  _Vector_impl_data _Vector_impl _Vector_base

  int_mode_for_mode extract_insn extract_constrain_insn insn_extract gen_rtx_SUBREG simplify_gen_subreg
  gen_lowpart_general emit_move_insn emit_move_insn_1 maybe_expand_insn
  as_a require to_constant fold_convert_loc build2 build2_loc make_ssa_name_fn
  verify_gimple_in_cfg verify_ssa verify_flow_info verify_loop_structure verify_rtx_sharing
`);

/** Functions that call each step of a code generator. */
const drivers = names(`
  LegalizeTypes LegalizeVectors LegalizeDAG Legalize LegalizeOp Combine combine
  DoInstructionSelection CodeGenAndEmitDAG SelectAllBasicBlocks SelectBasicBlock FinishBasicBlock
  Select SelectCode emitFunctionBody EmitToStreamer emitInstruction emitInstructionImpl
  expand_gimple_stmt expand_gimple_basic_block
`);

/** The outermost function of a pass: its callers run any pass. */
const ends =
  /^(?:run|runOn\w+|emitBackendOutput|EmitBackendOutput|runCodeGenPipeline|HandleTranslationUnit|execute|execute_one_pass|cgraph_node)$/;

export function isHelper(name: string): boolean {
  return helpers.has(name);
}

/** True if a function of this name says nothing about the bug. */
export function isShared(name: string): boolean {
  return isHelper(name) || drivers.has(name) || endsPass(name);
}

export function endsPass(name: string): boolean {
  return ends.test(name);
}

/**
 * True if two keys name the same bug. A key of an older cgfuzz may end in shared functions; the newer key goes on after
 * them.
 */
export function isSameKey(kept: string, now: string): boolean {
  if (kept === now) return true;
  const frames = kept.split(' | ').at(-1)?.split(' < ') ?? [];
  return now.startsWith(`${kept} < `) && frames.every(isShared);
}

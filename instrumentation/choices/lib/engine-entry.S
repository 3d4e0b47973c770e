/*
 * The common entry of all functions that the library stands in for.
 *
 * Each function jumps to its thunk, and the thunk calls this entry. The return address says which function was called, since no register is free. A compiler that sees a function and its callers may keep callers' values in registers that the
 * function leaves alone. So the entry restores all registers except the answer's.
 */
    .text
    .globl cgfuzz_engine_entry
    .hidden cgfuzz_engine_entry
    .type cgfuzz_engine_entry, @function
cgfuzz_engine_entry:
    .cfi_startproc
    .cfi_def_cfa_offset 16
    pushq %rbp
    .cfi_def_cfa_offset 24
    .cfi_offset %rbp, -24
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    /* A caller that knows the function may call it with a stack that is not aligned. */
    subq $352, %rsp
    andq $-16, %rsp
    movq %rdi, (%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movq %rax, 48(%rsp)
    movq %r10, 56(%rsp)
    movq %r11, 64(%rsp)
    movups %xmm0, 80(%rsp)
    movups %xmm1, 96(%rsp)
    movups %xmm2, 112(%rsp)
    movups %xmm3, 128(%rsp)
    movups %xmm4, 144(%rsp)
    movups %xmm5, 160(%rsp)
    movups %xmm6, 176(%rsp)
    movups %xmm7, 192(%rsp)
    movups %xmm8, 208(%rsp)
    movups %xmm9, 224(%rsp)
    movups %xmm10, 240(%rsp)
    movups %xmm11, 256(%rsp)
    movups %xmm12, 272(%rsp)
    movups %xmm13, 288(%rsp)
    movups %xmm14, 304(%rsp)
    movups %xmm15, 320(%rsp)
    /* After the call of the thunk lie the address that it calls, and then the place. */
    movq 8(%rbp), %rdi
    movq 8(%rdi), %rdi
    movq %rsp, %rsi
    movq %rbp, %rdx
    call cgfuzz_engine_answer
    movq (%rsp), %rdi
    movq 8(%rsp), %rsi
    movq 16(%rsp), %rdx
    movq 24(%rsp), %rcx
    movq 32(%rsp), %r8
    movq 40(%rsp), %r9
    movq 48(%rsp), %rax
    movq 56(%rsp), %r10
    movq 64(%rsp), %r11
    movups 80(%rsp), %xmm0
    movups 96(%rsp), %xmm1
    movups 112(%rsp), %xmm2
    movups 128(%rsp), %xmm3
    movups 144(%rsp), %xmm4
    movups 160(%rsp), %xmm5
    movups 176(%rsp), %xmm6
    movups 192(%rsp), %xmm7
    movups 208(%rsp), %xmm8
    movups 224(%rsp), %xmm9
    movups 240(%rsp), %xmm10
    movups 256(%rsp), %xmm11
    movups 272(%rsp), %xmm12
    movups 288(%rsp), %xmm13
    movups 304(%rsp), %xmm14
    movups 320(%rsp), %xmm15
    leave
    .cfi_def_cfa %rsp, 16
    leaq 8(%rsp), %rsp
    .cfi_def_cfa_offset 8
    ret
    .cfi_endproc
    .size cgfuzz_engine_entry, . - cgfuzz_engine_entry
    .section .note.GNU-stack, "", @progbits

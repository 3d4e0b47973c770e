/*
 * The link-time wrapper of a function (see "What runs where" in ../README.md). It announces the function, calls it with
 * all its arguments, announces its end, and returns its result.
 *
 * r10 holds the real function and r11 the row of the table; neither carries arguments. The wrapper passes on sixty-four
 * bytes of arguments on the stack. The frame is an ordinary one, so exceptions pass through it.
 */
/* Keeps the function's arguments, in 192 bytes from `at` on, and says that it begins. */
    .macro ANNOUNCE at
    movq %rdi, 0+\at(%rsp)
    movq %rsi, 8+\at(%rsp)
    movq %rdx, 16+\at(%rsp)
    movq %rcx, 24+\at(%rsp)
    movq %r8, 32+\at(%rsp)
    movq %r9, 40+\at(%rsp)
    movq %rax, 48+\at(%rsp)
    movq %r10, 56+\at(%rsp)
    movups %xmm0, 64+\at(%rsp)
    movups %xmm1, 80+\at(%rsp)
    movups %xmm2, 96+\at(%rsp)
    movups %xmm3, 112+\at(%rsp)
    movups %xmm4, 128+\at(%rsp)
    movups %xmm5, 144+\at(%rsp)
    movups %xmm6, 160+\at(%rsp)
    movups %xmm7, 176+\at(%rsp)
    movq %r11, %rdi
    leaq 0+\at(%rsp), %rsi
    movq %rbp, %rdx
    call cgfuzz_abi_enter
    .endm

/* Calls the function with the arguments that ANNOUNCE kept at `at`, says that it ended, and returns its result. */
    .macro CALL_AND_LEAVE at
    movups 64+\at(%rsp), %xmm0
    movups 80+\at(%rsp), %xmm1
    movups 96+\at(%rsp), %xmm2
    movups 112+\at(%rsp), %xmm3
    movups 128+\at(%rsp), %xmm4
    movups 144+\at(%rsp), %xmm5
    movups 160+\at(%rsp), %xmm6
    movups 176+\at(%rsp), %xmm7
    movq 0+\at(%rsp), %rdi
    movq 8+\at(%rsp), %rsi
    movq 16+\at(%rsp), %rdx
    movq 24+\at(%rsp), %rcx
    movq 32+\at(%rsp), %r8
    movq 40+\at(%rsp), %r9
    movq 48+\at(%rsp), %rax
    call *56+\at(%rsp)
    movq %rax, 0+\at(%rsp)
    movq %rdx, 8+\at(%rsp)
    movups %xmm0, 64+\at(%rsp)
    movups %xmm1, 80+\at(%rsp)
    movq %rbp, %rdi
    call cgfuzz_abi_leave
    movq 0+\at(%rsp), %rax
    movq 8+\at(%rsp), %rdx
    movups 64+\at(%rsp), %xmm0
    movups 80+\at(%rsp), %xmm1
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .endm

    .text
    .globl cgfuzz_wrap
    .hidden cgfuzz_wrap
    .type cgfuzz_wrap, @function
cgfuzz_wrap:
    .cfi_startproc
    cmpl $0, cgfuzz_is_on(%rip)
    je .Lplain
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $272, %rsp
    ANNOUNCE 64
    movups 16(%rbp), %xmm0
    movups 32(%rbp), %xmm1
    movups 48(%rbp), %xmm2
    movups 64(%rbp), %xmm3
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    CALL_AND_LEAVE 64
.Lplain:
    .cfi_restore %rbp
    jmp *%r10
    .cfi_endproc
    .size cgfuzz_wrap, . - cgfuzz_wrap

/*
 * The same for a function with a patched entry. A table may name any function, so this wrapper passes on more arguments
 * on the stack, 256 bytes. Callers within one file need not have aligned the stack.
 */
    .globl cgfuzz_wrap_entry
    .hidden cgfuzz_wrap_entry
    .type cgfuzz_wrap_entry, @function
cgfuzz_wrap_entry:
    .cfi_startproc
    cmpl $0, cgfuzz_is_on(%rip)
    je .Lplain_entry
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $464, %rsp
    andq $-16, %rsp
    ANNOUNCE 256
    .irp at, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240
    movups 16+\at(%rbp), %xmm0
    movups %xmm0, \at(%rsp)
    .endr
    CALL_AND_LEAVE 256
.Lplain_entry:
    .cfi_restore %rbp
    jmp *%r10
    .cfi_endproc
    .size cgfuzz_wrap_entry, . - cgfuzz_wrap_entry
    .section .note.GNU-stack, "", @progbits

/*
 * What the link-time wrapper of a function does (see "What runs where" in ../README.md): announces it, calls it with everything it was
 * given, announces its end, and returns what it returned.
 *
 * r10 holds the real function and r11 the row of the table; neither carries arguments. Sixty-four bytes of arguments on
 * the stack are passed on. The frame is an ordinary one, so exceptions pass through it.
 */
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
    movq %rdi, 64(%rsp)
    movq %rsi, 72(%rsp)
    movq %rdx, 80(%rsp)
    movq %rcx, 88(%rsp)
    movq %r8, 96(%rsp)
    movq %r9, 104(%rsp)
    movq %rax, 112(%rsp)
    movq %r10, 120(%rsp)
    movups %xmm0, 128(%rsp)
    movups %xmm1, 144(%rsp)
    movups %xmm2, 160(%rsp)
    movups %xmm3, 176(%rsp)
    movups %xmm4, 192(%rsp)
    movups %xmm5, 208(%rsp)
    movups %xmm6, 224(%rsp)
    movups %xmm7, 240(%rsp)
    movq %r11, %rdi
    leaq 64(%rsp), %rsi
    movq %rbp, %rdx
    call cgfuzz_abi_enter
    movups 16(%rbp), %xmm0
    movups 32(%rbp), %xmm1
    movups 48(%rbp), %xmm2
    movups 64(%rbp), %xmm3
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups 128(%rsp), %xmm0
    movups 144(%rsp), %xmm1
    movups 160(%rsp), %xmm2
    movups 176(%rsp), %xmm3
    movups 192(%rsp), %xmm4
    movups 208(%rsp), %xmm5
    movups 224(%rsp), %xmm6
    movups 240(%rsp), %xmm7
    movq 64(%rsp), %rdi
    movq 72(%rsp), %rsi
    movq 80(%rsp), %rdx
    movq 88(%rsp), %rcx
    movq 96(%rsp), %r8
    movq 104(%rsp), %r9
    movq 112(%rsp), %rax
    call *120(%rsp)
    movq %rax, 64(%rsp)
    movq %rdx, 72(%rsp)
    movups %xmm0, 128(%rsp)
    movups %xmm1, 144(%rsp)
    movq %rbp, %rdi
    call cgfuzz_abi_leave
    movq 64(%rsp), %rax
    movq 72(%rsp), %rdx
    movups 128(%rsp), %xmm0
    movups 144(%rsp), %xmm1
    leave
    .cfi_def_cfa %rsp, 8
    ret
.Lplain:
    .cfi_restore %rbp
    jmp *%r10
    .cfi_endproc
    .size cgfuzz_wrap, . - cgfuzz_wrap

/*
 * The same for a function whose entry was patched. Any function may be named there, so more arguments on the stack are passed
 * on, 256 bytes, and callers within one file need not have aligned the stack.
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
    movq %rdi, 256(%rsp)
    movq %rsi, 264(%rsp)
    movq %rdx, 272(%rsp)
    movq %rcx, 280(%rsp)
    movq %r8, 288(%rsp)
    movq %r9, 296(%rsp)
    movq %rax, 304(%rsp)
    movq %r10, 312(%rsp)
    movups %xmm0, 320(%rsp)
    movups %xmm1, 336(%rsp)
    movups %xmm2, 352(%rsp)
    movups %xmm3, 368(%rsp)
    movups %xmm4, 384(%rsp)
    movups %xmm5, 400(%rsp)
    movups %xmm6, 416(%rsp)
    movups %xmm7, 432(%rsp)
    movq %r11, %rdi
    leaq 256(%rsp), %rsi
    movq %rbp, %rdx
    call cgfuzz_abi_enter
    .irp at, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240
    movups 16+\at(%rbp), %xmm0
    movups %xmm0, \at(%rsp)
    .endr
    movups 320(%rsp), %xmm0
    movups 336(%rsp), %xmm1
    movups 352(%rsp), %xmm2
    movups 368(%rsp), %xmm3
    movups 384(%rsp), %xmm4
    movups 400(%rsp), %xmm5
    movups 416(%rsp), %xmm6
    movups 432(%rsp), %xmm7
    movq 256(%rsp), %rdi
    movq 264(%rsp), %rsi
    movq 272(%rsp), %rdx
    movq 280(%rsp), %rcx
    movq 288(%rsp), %r8
    movq 296(%rsp), %r9
    movq 304(%rsp), %rax
    call *312(%rsp)
    movq %rax, 256(%rsp)
    movq %rdx, 264(%rsp)
    movups %xmm0, 320(%rsp)
    movups %xmm1, 336(%rsp)
    movq %rbp, %rdi
    call cgfuzz_abi_leave
    movq 256(%rsp), %rax
    movq 264(%rsp), %rdx
    movups 320(%rsp), %xmm0
    movups 336(%rsp), %xmm1
    leave
    .cfi_def_cfa %rsp, 8
    ret
.Lplain_entry:
    .cfi_restore %rbp
    jmp *%r10
    .cfi_endproc
    .size cgfuzz_wrap_entry, . - cgfuzz_wrap_entry
    .section .note.GNU-stack, "", @progbits

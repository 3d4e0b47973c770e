P0:
	movq	y@GOTPCREL(%rip), %rax
	movq	x@GOTPCREL(%rip), %rcx
	movl	(%rax), %eax
	movl	$1, %edx
	xchgl	%edx, (%rcx)
	movq	P0_r0@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	x@GOTPCREL(%rip), %rax
	movq	y@GOTPCREL(%rip), %rcx
	movl	(%rax), %eax
	movl	$1, %edx
	xchgl	%edx, (%rcx)
	movq	P1_r0@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1

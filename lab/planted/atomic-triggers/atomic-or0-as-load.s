P0:
	movq	x@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	movq	z@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	y@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	P0_r0@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	y@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	movq	z@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	x@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	P1_r0@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1

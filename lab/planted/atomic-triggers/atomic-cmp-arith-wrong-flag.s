P0:
	movq	z@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	x@GOTPCREL(%rip), %rcx
	lock		xorl	%eax, (%rcx)
	jae	.LBB0_2
	movq	y@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
.LBB0_2:
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0

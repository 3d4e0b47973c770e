P0:
	movq	x@GOTPCREL(%rip), %rax
	lock		btsl	$3, (%rax)
	jae	.LBB0_2
	movq	y@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
.LBB0_2:
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0

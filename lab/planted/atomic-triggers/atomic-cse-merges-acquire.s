P0:
	movq	y@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	movq	x@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	y@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	x@GOTPCREL(%rip), %rcx
	movl	(%rcx), %ecx
	movq	P1_r0@GOTPCREL(%rip), %rdx
	movl	%eax, (%rdx)
	movq	P1_r1@GOTPCREL(%rip), %rdx
	movl	%ecx, (%rdx)
	movq	P1_r2@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1

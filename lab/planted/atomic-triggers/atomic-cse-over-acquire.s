P0:
	movq	d@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	movq	x@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	movq	y@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	xorl	%ecx, %ecx
	cmpl	$1, %eax
	sete	%cl
	movq	P0_r0@GOTPCREL(%rip), %rdx
	movl	%eax, (%rdx)
	movq	P0_r1@GOTPCREL(%rip), %rax
	movl	%ecx, (%rax)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	x@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	cmpl	$1, %eax
	jne	.LBB1_2
	movq	d@GOTPCREL(%rip), %rax
	movl	$2, (%rax)
	movq	y@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
.LBB1_2:
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1

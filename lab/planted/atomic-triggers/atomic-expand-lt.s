P0:
.Lpcrel_hi0:
	auipc	a0, %got_pcrel_hi(x)
	ld	a0, %pcrel_lo(.Lpcrel_hi0)(a0)
.Lpcrel_hi1:
	auipc	a1, %got_pcrel_hi(y)
	ld	a1, %pcrel_lo(.Lpcrel_hi1)(a1)
	li	a2, 1
	sw	a2, 0(a0)
	sw	a2, 0(a1)
	fence	rw, w
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
.Lpcrel_hi2:
	auipc	a0, %got_pcrel_hi(y)
	ld	a0, %pcrel_lo(.Lpcrel_hi2)(a0)
.Lpcrel_hi3:
	auipc	a1, %got_pcrel_hi(x)
	ld	a1, %pcrel_lo(.Lpcrel_hi3)(a1)
	lw	a0, 0(a0)
	fence	r, rw
	lw	a1, 0(a1)
.Lpcrel_hi4:
	auipc	a2, %got_pcrel_hi(P1_r0)
	ld	a2, %pcrel_lo(.Lpcrel_hi4)(a2)
.Lpcrel_hi5:
	auipc	a3, %got_pcrel_hi(P1_r1)
	ld	a3, %pcrel_lo(.Lpcrel_hi5)(a3)
	sw	a0, 0(a2)
	sw	a1, 0(a3)
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1

/** The effect of a statement on those behind it. */
export type Flow = 'on' | 'break' | 'continue' | 'return' | 'throw';

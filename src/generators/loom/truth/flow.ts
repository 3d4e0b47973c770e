/** What a statement does to those behind it. */
export type Flow = 'on' | 'break' | 'continue' | 'return' | 'throw';

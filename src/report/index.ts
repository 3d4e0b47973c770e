/** What people see of campaigns and findings. */
export { Growth } from './growth.ts';
export { type ScreenState, screenLines } from './screen.ts';
export { duration, percent, rate, table } from './text.ts';

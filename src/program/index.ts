/** Test programs: files in memory and what is known of them. */
export { programKey, programSize } from './identity.ts';
export { programOf, type Language, type Program, type ProgramFile } from './program.ts';

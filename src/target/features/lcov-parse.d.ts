/** The types that lcov-parse does not bring. */
declare module 'lcov-parse' {
  export interface LcovFile {
    readonly file: string;
    readonly lines: { readonly details: readonly { readonly line: number; readonly hit: number }[] };
  }
  const parse: (
    fileOrContent: string,
    done: (error: string | null, files: readonly LcovFile[] | undefined) => void,
  ) => void;
  export default parse;
}

/** A way to break the product that a test has to notice: in `file`, `from`, which stands there once, becomes `to`. */
export interface Breakage {
  /** Of docs/conformance.md, whose tests have to notice; else `test` and `title` name the one. */
  row?: string
  test?: string
  title?: string
  what: string
  file: string
  from: string
  to: string
}

export const breakages: readonly Breakage[]

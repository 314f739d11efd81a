/** A test that a row names. */
export interface Proof {
  /** From the repository's root. */
  file: string
  /** As they stand in the source: the test's own title, behind those of its groups where the row gives them. */
  titles: string[]
}

/** A statement of the specification, and what proves it. */
export interface Row {
  /** `4.7`: the specification's section, then a count. */
  number: string
  statement: string
  proofs: Proof[]
}

/** Of Vitest's JSON report, what is read of each file. */
export interface FileResult {
  /** From the repository's root. */
  name: string
  assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
}

/** The rows of docs/conformance.md, but not what stands under its last heading, "Not yet". */
export function rowsOf(markdown: string): Row[]

/** What is wrong with the rows after a run of the whole suite, a sentence each. */
export function unprovenRows(rows: readonly Row[], results: readonly FileResult[]): string[]

/** What is wrong with the rows as they are written, a sentence each: for a check that runs nothing. */
export function unwrittenRows(rows: readonly Row[], read: (file: string) => string | undefined): string[]

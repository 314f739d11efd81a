import type { Proof } from '../packages/machines-inspector/src/charts/proof.ts'

/** Where what is broken stands, and the chart that breaks it, for people: files of this folder, with the line where it is known. */
export function whereToLook(chart: { name: string; file: string }, message: string): string

/** What is proved of each transition of a chart, by name: as kept, or found out anew where it has changed; undefined where it has no requirements. */
export function scoreOfChart(chart: {
  name: string
  file: string
}): Promise<{ proofs: Readonly<Record<string, Proof>> } | undefined>

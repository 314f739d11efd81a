// What programs make of charts: neither a page nor React is needed.
export { chartOf, statesWithin, transitionNames, type ChartState, type ChartTransition } from './charts/chart.ts'
export { chartSvg, type Proofs } from './charts/chart-svg.ts'
export { mermaidOf } from './charts/mermaid.ts'
export type { Proof } from './charts/proof.ts'

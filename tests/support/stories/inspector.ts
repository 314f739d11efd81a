/** All that stories take from the inspector of machines. */
export {
  actionName,
  chartOf,
  eventName,
  nodesWithin,
  statesWithin,
  transitionName,
  transitionNames,
  transitionsOf,
} from '../../../packages/machines-inspector/src/charts/chart.ts'
export type { ChartState, ChartTransition } from '../../../packages/machines-inspector/src/charts/chart.ts'
export { edgesOf } from '../../../packages/machines-inspector/src/charts/chart-edges.ts'
export { chartSvg } from '../../../packages/machines-inspector/src/charts/chart-svg.ts'
export { chartStyle } from '../../../packages/machines-inspector/src/charts/chart-style.ts'
export { currentPaths } from '../../../packages/machines-inspector/src/charts/current-paths.ts'
export { wrapped, type Span } from '../../../packages/machines-inspector/src/charts/drawn-text.ts'
export { Moments } from '../../../packages/machines-inspector/src/recording/moments.ts'
export { mask } from '../../../packages/machines-inspector/src/recording/secret-names.ts'
export { readRecording } from '../../../packages/machines-inspector/src/recording/recording-file.ts'
export { Reader, type Shown } from '../../../packages/machines-inspector/src/recording/reader.ts'
export type {
  Moment,
  RecordedActor,
  RecordedEntry,
  Recording,
} from '../../../packages/machines-inspector/src/recording/recording.ts'
export { errorOf } from '../../../scripts/recorded-errors.ts'

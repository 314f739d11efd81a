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
} from '../../../src/inspector/chart.ts'
export type { ChartState, ChartTransition } from '../../../src/inspector/chart.ts'
export { edgesOf } from '../../../src/inspector/chart-edges.ts'
export { chartSvg } from '../../../src/inspector/chart-svg.ts'
export { chartStyle } from '../../../src/inspector/chart-style.ts'
export { currentPaths } from '../../../src/inspector/current-paths.ts'
export { wrapped, type Span } from '../../../src/inspector/drawn-text.ts'
export { Moments } from '../../../src/inspector/moments.ts'
export { isSecretName, mask } from '../../../src/inspector/masking.ts'
export { readRecording } from '../../../src/inspector/recording-file.ts'
export { Reader, type Shown } from '../../../src/inspector/reader.ts'
export type { Moment, RecordedActor, RecordedEntry, Recording } from '../../../src/inspector/recording.ts'

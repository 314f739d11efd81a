// What programs do with recordings: neither a page nor React is needed.
export { Moments } from './recording/moments.ts'
export { Recorder, type Bounds } from './recording/recorder.ts'
export { readRecording, recordingText, UnreadableRecording, type RecordingProblem } from './recording/recording-file.ts'
export type { Deed, Moment, RecordedActor, RecordedEntry, Recording } from './recording/recording.ts'
export { replay, Rerun, type Replayed } from './recording/replay.ts'
export type { ErrorOf, RecordedError } from './recording/reader.ts'
export { SecretNames, type SecretName, type Withheld } from './recording/secret-names.ts'
export { shrink, type Shrunk } from './recording/shrink.ts'

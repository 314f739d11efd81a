import { Recorder } from './recorder.ts'
import type { Recording } from './recording.ts'

/** What this page's machines do, where they are recorded. */
export const pageRecorder = new Recorder()

/** The console's entry is named after what is in it. */
const build = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src.split('/').at(-1) ??
  'development'

export const pageRecording = (wanted: { note?: string; since?: number } = {}): Recording =>
  pageRecorder.recording({ build: build(), ...wanted })

import { Recorder } from '../../packages/machines-inspector/src/recording/recorder.ts'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'
import { pageGestures } from './page-gestures.ts'
import { secrets } from './secrets.ts'

/** What this page's machines do, where they are recorded. */
export const pageRecorder = new Recorder({ secrets })

/** The file that the console begins with, which is named after what is in it. */
const build = (): string =>
  document.querySelector<HTMLScriptElement>('script[src*="/assets/console-"]')?.src.split('/').at(-1) ?? 'development'

export const pageRecording = (wanted: { note?: string; since?: number } = {}): Recording =>
  pageRecorder.recording({ build: build(), steps: pageGestures.since(wanted.since ?? 0), ...wanted })

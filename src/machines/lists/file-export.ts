import { assign, fromPromise, setup } from 'xstate'
import { download, type FilePath } from '../../api/downloads.ts'

/** A call that answers a file. */
export type FileCall = FilePath

interface Wanted {
  path: FileCall
  /** The list's own. */
  query: Readonly<Record<string, unknown>>
}

/** A list as a file: one at a time, and it can be given up. Failures are told by the call itself. */
export const fileExportMachine = setup({
  types: {
    context: {} as { wanted: Wanted | undefined },
    events: {} as { type: 'EXPORT'; wanted: Wanted } | { type: 'CANCEL' },
  },
  actors: {
    download: fromPromise<void, { wanted: Wanted | undefined }>(async ({ input: { wanted }, signal }) => {
      if (wanted !== undefined) await download(wanted.path, wanted.query, signal)
    }),
  },
  actions: {
    'note what is wanted': assign(({ event }) => (event.type === 'EXPORT' ? { wanted: event.wanted } : {})),
  },
}).createMachine({
  id: 'fileExport',
  context: { wanted: undefined },
  initial: 'idle',
  states: {
    idle: {
      description: 'No file is on its way.',
      on: { EXPORT: { target: 'exporting', actions: 'note what is wanted' } },
    },
    exporting: {
      description: 'The server is writing and the browser keeping it.',
      invoke: {
        src: 'download',
        input: ({ context: { wanted } }) => ({ wanted }),
        onDone: 'idle',
        onError: 'idle',
      },
      on: { CANCEL: 'idle' },
    },
  },
})

import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RelayMessage } from '../../domain/stream-protocol.ts'
import type { TestServer } from './server.ts'

type State = Extract<RelayMessage, { type: 'state' }>

/** Somebody who looks at a phone, as the console does. */
export interface Viewer {
  /** The first state that fits, of those that it has heard or hears. */
  state(fits?: (state: State) => boolean): Promise<State>
  /** Settles with the first piece of the picture, come or to come. */
  picture(): Promise<void>
  /** Settles with the code of its end. */
  closed: Promise<number>
  close(): void
}

/** Asks for a phone's picture, and dials in. */
export async function watch(
  { url, call }: Pick<TestServer, 'url' | 'call'>,
  token: string,
  query: { id: number; mode?: 'observe' | 'control' },
): Promise<Viewer> {
  const { data, message } = await call('v2/device/stream/point', { token, query })
  if (data === null) throw new Error(message)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/relay/viewer`)
  const states: State[] = []
  socket.on('message', (text: Buffer, isBinary) => {
    const heard: RelayMessage | undefined = isBinary ? undefined : JSON.parse(text.toString())
    if (heard?.type === 'state') states.push(heard)
  })
  const pictured = new Promise<true>((resolve) => socket.on('message', (_, isBinary) => isBinary && resolve(true)))
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', ticket: data.ticket }))
  return {
    async state(fits = () => true) {
      for (;;) {
        const state = states.find(fits)
        if (state) return state
        await once(socket, 'message')
      }
    },
    async picture() {
      const code = await Promise.race([pictured, closed])
      if (code !== true) throw new Error(`it ended without a picture: ${code}`)
    },
    closed,
    close: () => socket.close(),
  }
}

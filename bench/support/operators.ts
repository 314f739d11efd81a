import { once } from 'node:events'
import { WebSocket } from 'ws'

// Operators' browsers as far as their line to the broker goes: in a process of their own, so that what they cost is not the
// server's, and without a client library, of which ten thousand would need more memory than they.

/** More operators are to listen. */
export interface OperatorsOrder {
  url: string
  topic: string
  /** Some may share a session, each with a client id of its own. */
  operators: readonly { clientId: string; userName: string; password: string }[]
}

export type OperatorsMessage =
  | { type: 'listening' }
  /** All of them have heard of a change: when each did, in milliseconds since 1970. */
  | { type: 'heard'; change: string; at: number[] }
  | { type: 'failed'; reason: string }

/** How a change is named in what is published, so that it is found without being parsed. */
export const changeNamed = (count: number): string => `change-${count}-`

/** Operators that connect at the same time. */
const together = 50
/** In seconds: longer than all is measured in. */
const keepalive = 300

const textOf = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** A packet of MQTT 3.1.1, its length in front of it. */
function packetOf(kind: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
  return Buffer.concat([Buffer.from([kind, ...length]), body])
}

const news = (message: OperatorsMessage): void => void process.send?.(message)

let listening = 0
const heardAt = new Map<string, number[]>()

function hear(data: Buffer): void {
  const at = performance.timeOrigin + performance.now()
  const change = /change-\d+-/.exec(data.toString('latin1'))?.[0]
  if (change === undefined) return
  const times = heardAt.get(change) ?? []
  heardAt.set(change, times)
  times.push(at)
  if (times.length === listening) news({ type: 'heard', change, at: times })
}

async function listen(
  url: string,
  topic: string,
  { clientId, userName, password }: OperatorsOrder['operators'][number],
) {
  const socket = new WebSocket(url, 'mqtt', { perMessageDeflate: false })
  await once(socket, 'open')
  const flags = Buffer.from([4, 0xc2, keepalive >> 8, keepalive & 255])
  socket.send(packetOf(0x10, textOf('MQTT'), flags, textOf(clientId), textOf(userName), textOf(password)))
  const [connected] = (await once(socket, 'message')) as [Buffer]
  if (connected[0] !== 0x20 || connected[3] !== 0) throw new Error(`the broker refused ${clientId}: ${connected[3]}`)
  socket.send(packetOf(0x82, Buffer.from([0, 1]), textOf(topic), Buffer.from([0])))
  const [subscribed] = (await once(socket, 'message')) as [Buffer]
  if (subscribed[0] !== 0x90 || subscribed[4] !== 0) throw new Error(`${clientId} may not subscribe`)
  socket.on('message', hear)
  socket.on('close', () => news({ type: 'failed', reason: `${clientId} was closed` }))
  listening += 1
}

process.on('message', (message) => {
  const { url, topic, operators } = message as OperatorsOrder // The benchmark starts this, and sends nothing else.
  const connect = async (): Promise<void> => {
    for (let begun = 0; begun < operators.length; begun += together)
      await Promise.all(operators.slice(begun, begun + together).map((operator) => listen(url, topic, operator)))
    news({ type: 'listening' })
  }
  connect().catch((error: unknown) => news({ type: 'failed', reason: String(error) }))
})

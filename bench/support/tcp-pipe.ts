import { createServer, type AddressInfo, type Socket } from 'node:net'

// The least that a relay can be, in a process of its own: what comes on a connection goes out on the one that was waiting.

/** Tells where both of its ends listen, on TCP. */
export interface PipePorts {
  from: number
  to: number
}

const waiting: Socket[] = []
const portOf = async (connected: (socket: Socket) => void): Promise<number> => {
  const server = createServer({ noDelay: true }, connected)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port // It listens on TCP.
}
const hangUp = (socket: Socket): unknown => socket.on('error', () => socket.destroy())

const to = await portOf((socket) => {
  hangUp(socket)
  waiting.push(socket)
})
const from = await portOf((socket) => {
  hangUp(socket)
  const viewer = waiting.shift()
  if (viewer === undefined) socket.destroy()
  else socket.pipe(viewer)
})
process.send?.({ from, to } satisfies PipePorts)
process.once('disconnect', () => process.exit())

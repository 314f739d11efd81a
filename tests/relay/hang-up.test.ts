import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { hangUp } from '../../src/api/hang-up.ts'

test('a websocket that is still on its way ends once it is there, which no browser complains of', async () => {
  const server = createServer().listen(0)
  const sockets = new WebSocketServer({ noServer: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  const complaints: unknown[] = []
  socket.addEventListener('error', (event) => complaints.push(event))
  const ended = once(socket, 'close')
  const [request, stream, head] = await once(server, 'upgrade')
  hangUp(socket)
  sockets.handleUpgrade(request, stream as Duplex, head, () => {})
  await ended
  expect(complaints).toEqual([])
  server.close()
})

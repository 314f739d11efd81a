import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that a server can be that answers a call, in a process of its own: it answers everybody what it was told.

process.once('message', (body) => {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(body))
  // It listens on TCP.
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())

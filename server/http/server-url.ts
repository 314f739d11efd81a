import type { FastifyRequest } from 'fastify'

/** The address that the client of a request has dialled. */
export const dialledUrlOf = (request: FastifyRequest): URL =>
  URL.parse(`${request.protocol}://${request.host}`) ?? new URL('http://localhost')

/** The broker's websocket address for a client that reaches the server so. */
export const brokerUrl = (serverUrl: URL): string => new URL('/mqtt', serverUrl).href.replace(/^http/, 'ws')

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import { json } from 'node:stream/consumers'
import { type TransferredBytes, transferTicketHeader } from '../domain/command-protocol.ts'
import { reason } from '../texts/reason.ts'
import { Failure } from './failure.ts'
import { messageOf } from './log.ts'

/** Where bytes go to or come from, and what lets them. */
export interface TransferPlace {
  address: URL
  ticket: string
}

/** Bytes did not go over whole. */
export class TransferError extends Failure {}

/** A path is meant on the server that the agent enrolled with. */
export function transferAddress(transferUrl: string, serverUrl: URL): URL | undefined {
  const url = URL.parse(transferUrl, serverUrl)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/** Counts and sums up bytes as they pass. */
class Tally {
  readonly #hash = createHash('sha256')
  size = 0

  add(bytes: Uint8Array): void {
    this.size += bytes.length
    this.#hash.update(bytes)
  }

  /** Once all have passed. */
  total(): TransferredBytes {
    return { size: this.size, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Puts bytes to the server as they come, no faster than it takes them. Where they break off with an error the request
 * is aborted, so that the server keeps nothing.
 *
 * @throws TransferError, and whatever the bytes break off with
 */
export async function upload(
  place: TransferPlace,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<TransferredBytes> {
  const { request, answered } = open('PUT', place, signal)
  const pour = async (): Promise<TransferredBytes> => {
    const tally = new Tally()
    for await (const chunk of bytes) {
      if (request.destroyed) break
      tally.add(chunk)
      if (!request.write(chunk)) await room(request)
    }
    request.end()
    const stored = await bodyOf(await answered)
    const sent = tally.total()
    if (stored.size !== sent.size || stored.sha256 !== sent.sha256)
      throw new TransferError(reason('agent.transferDamaged'))
    return sent
  }
  // A refusal, or a lost server, is heard also while the bytes are slow to come.
  const broken = new Promise<never>((_resolve, reject) => {
    answered.catch(reject)
  })
  try {
    return await Promise.race([pour(), broken])
  } finally {
    request.destroy()
  }
}

/**
 * Gets bytes from the server, no faster than they are taken. The last of them are handed out once all are known to be
 * those that were promised, so that nobody ever holds the whole of something else.
 *
 * @throws TransferError
 */
export async function* download(
  place: TransferPlace,
  promised: TransferredBytes,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const { request, answered } = open('GET', place, signal)
  request.end()
  try {
    const tally = new Tally()
    let last: Uint8Array | undefined
    const content = chunksOf(await answered)
    for await (const chunk of content) {
      tally.add(chunk)
      if (tally.size > promised.size) break
      if (last) yield last
      last = chunk
    }
    const { size, sha256 } = tally.total()
    if (size !== promised.size || sha256 !== promised.sha256) throw new TransferError(reason('agent.transferDamaged'))
    if (last) yield last
  } finally {
    request.destroy()
  }
}

function open(
  method: 'GET' | 'PUT',
  { address, ticket }: TransferPlace,
  signal: AbortSignal,
): { request: ClientRequest; answered: Promise<IncomingMessage> } {
  const send = address.protocol === 'https:' ? requestOverHttps : requestOverHttp
  const request = send(address, {
    method,
    // A connection of its own: one that is used again may just be closing.
    agent: false,
    headers: { [transferTicketHeader]: ticket, 'Content-Type': 'application/octet-stream' },
    signal,
  })
  const answer = Promise.withResolvers<IncomingMessage>()
  request.on('response', (response) => {
    if (response.statusCode === 200) return answer.resolve(response)
    response.resume()
    answer.reject(new TransferError(reason('agent.transferRefused', { status: response.statusCode ?? 0 })))
  })
  request.on('error', (error) => answer.reject(brokenOff(error)))
  // Nobody may be waiting for it yet, or any more.
  answer.promise.catch(() => {})
  return { request, answered: answer.promise }
}

/** Waits until the request takes more, or is over. */
async function room(request: ClientRequest): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  // Either is enough; what ends the request is told by its answer.
  await Promise.race(['drain', 'close'].map((name) => once(request, name, { signal }))).catch(() => {})
  done.abort()
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  try {
    // A response without an encoding is read as buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw brokenOff(error)
  }
}

async function bodyOf(response: IncomingMessage): Promise<Partial<TransferredBytes>> {
  try {
    // Its fields are compared, whatever they are.
    return (await json(response)) as Partial<TransferredBytes>
  } catch (error) {
    throw brokenOff(error)
  }
}

const brokenOff = (error: unknown): TransferError =>
  error instanceof TransferError ? error : new TransferError(reason('agent.transferFailed', { said: messageOf(error) }))

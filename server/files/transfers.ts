import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  maxTransferred,
  type PhoneCommand,
  type TransferredBytes,
  transferTicketHeader,
} from '../../domain/command-protocol.ts'
import { type FileStorage, NoRoom, whileRoom } from './file-storage.ts'
import { NoSuchObject, ObjectExists } from './object-storage.ts'
import { openTransferTicket, sealTransferTicket, type TransferTicket } from './transfer-tickets.ts'

const path = '/relay/transfers'
/** How long after it was given a transfer may begin; agents begin commands within 20 s. Milliseconds. */
const ticketLifetime = 120_000
/** A box that neither sends nor takes anything for so long is gone. Milliseconds. */
const silence = 5 * 60_000
/** How long a refused box may go on sending until it has read why. Milliseconds. */
const refusalTime = 2_000

type Send = Extract<PhoneCommand, { type: 'send' }>
type Receive = Extract<PhoneCommand, { type: 'receive' }>
/** What a phone is to do with the bytes. */
export type TransferScript = Pick<Send, 'serial' | 'script' | 'timeout'>

/** Writes the commands that move bytes between phones and stored objects. */
export class Transfers {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Has a phone send what the script prints; it becomes a new object of at most that many bytes. */
  send(script: TransferScript, object: string, most: number = maxTransferred): Send {
    return { type: 'send', ...script, ...this.#place({ direction: 'put', object, most }) }
  }

  /** Has a phone receive an object, or an uploaded file, as the input of the script. */
  receive(script: TransferScript, object: string, { size, sha256 }: TransferredBytes): Receive {
    return { type: 'receive', ...script, ...this.#place({ direction: 'get', object, most: size }), size, sha256 }
  }

  #place(what: Omit<TransferTicket, 'expires_at'>): { transfer_url: string; ticket: string } {
    const ticket = sealTransferTicket(this.#secret, { ...what, expires_at: Date.now() + ticketLifetime })
    return { transfer_url: path, ticket }
  }
}

/** The bytes are more than the ticket allows. */
class TooMuch extends Error {}

interface Ports {
  secret: Uint8Array
  files: { storage: FileStorage }
  /** An object has come whole: that many bytes, of which boxes may say what they like. */
  received: (object: string, bytes: TransferredBytes) => Promise<void>
}

/** Moves bytes between boxes and stored objects, for whoever has a ticket. */
export async function serveTransfers(app: FastifyInstance, { secret, files, received }: Ports): Promise<void> {
  const ticketOf = (request: FastifyRequest, direction: TransferTicket['direction']): TransferTicket | undefined => {
    const sealed = request.headers[transferTicketHeader]
    return typeof sealed === 'string' ? openTransferTicket(secret, sealed, direction) : undefined
  }

  await app.register(async (scope) => {
    // The body is the route's to read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
    })

    scope.put(path, { config: { takesLong: true } }, async (request, reply) => {
      const ticket = ticketOf(request, 'put')
      if (!ticket) return refuse(request, reply, 401, 'the ticket is not valid, or has expired')
      const { storage } = files
      const tally = new Tally(ticket.most)
      // A request without an encoding is read as buffers.
      const chunks: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false })
      request.raw.setTimeout(silence, () => request.raw.destroy())
      try {
        await storage.objects.write(ticket.object, tally.of(whileRoom(chunks, () => storage.room())))
      } catch (error) {
        if (error instanceof NoRoom) return refuse(request, reply, 507, error.message)
        if (error instanceof TooMuch) return refuse(request, reply, 413, 'these are more bytes than the ticket allows')
        if (error instanceof ObjectExists) return refuse(request, reply, 409, 'the object is there already')
        if (!request.raw.destroyed || request.raw.complete) throw error
        request.log.info({ object: ticket.object, received: tally.size }, 'a transfer broke off')
        return reply.hijack()
      } finally {
        request.raw.setTimeout(0)
      }
      const bytes = tally.total()
      await received(ticket.object, bytes)
      return bytes
    })

    scope.get(path, async (request, reply) => {
      const ticket = ticketOf(request, 'get')
      if (!ticket) return refuse(request, reply, 401, 'the ticket is not valid, or has expired')
      try {
        const content = await files.storage.objects.read(ticket.object)
        reply.raw.setTimeout(silence, () => reply.raw.destroy())
        return await reply.type('application/octet-stream').send(content)
      } catch (error) {
        if (error instanceof NoSuchObject) return refuse(request, reply, 404, 'there is no such object')
        throw error
      }
    })
  })
}

/** Answers before the body has come; what still comes is thrown away for a while, so that the answer is read. */
function refuse({ raw }: FastifyRequest, reply: FastifyReply, status: number, message: string): FastifyReply {
  raw.resume()
  if (!raw.complete) {
    const clock = setTimeout(() => raw.destroy(), refusalTime)
    raw.once('close', () => clearTimeout(clock))
  }
  return reply.code(status).send({ message })
}

/** Counts and sums up what passes, up to a limit. */
class Tally {
  readonly #most: number
  readonly #hash = createHash('sha256')
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @throws TooMuch */
  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of chunks) {
      this.size += chunk.length
      if (this.size > this.#most) throw new TooMuch()
      this.#hash.update(chunk)
      yield chunk
    }
  }

  total(): TransferredBytes {
    return { size: this.size, sha256: this.#hash.digest('hex') }
  }
}

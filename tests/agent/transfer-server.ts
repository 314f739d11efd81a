import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import type { PhoneCommand, TransferredBytes } from '../../domain/command-protocol.ts'
import { openFileStorage, type FileStorage } from '../../server/files/file-storage.ts'
import { serveTransfers, Transfers, type TransferScript } from '../../server/files/transfers.ts'

/** The server's own transfers, over a folder, without the rest of a server. */
export class TransferServer {
  readonly storage: FileStorage
  readonly url: string
  readonly #app: FastifyInstance
  readonly #dataDir: string
  readonly #transfers: Transfers

  private constructor(storage: FileStorage, app: FastifyInstance, dataDir: string, transfers: Transfers) {
    this.storage = storage
    this.#app = app
    this.#dataDir = dataDir
    this.#transfers = transfers
    // Sound: it listens on a port.
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  }

  static async open(): Promise<TransferServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'transfers-'))
    const secret = Buffer.alloc(32, 7)
    const storage = await openFileStorage({ dataDir, s3: undefined })
    const app = Fastify({ forceCloseConnections: true })
    // Transfers read nothing of files but their storage.
    await serveTransfers(app, { secret, files: { storage }, received: () => Promise.resolve() })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return new TransferServer(storage, app, dataDir, new Transfers(secret))
  }

  send(script: TransferScript, object: string, most?: number): PhoneCommand {
    return this.#here(this.#transfers.send(script, object, most))
  }

  receive(script: TransferScript, object: string, bytes: TransferredBytes): PhoneCommand {
    return this.#here(this.#transfers.receive(script, object, bytes))
  }

  async keep(object: string, content: Uint8Array): Promise<void> {
    async function* all() {
      yield content
    }
    await this.storage.objects.write(object, all())
  }

  async read(object: string): Promise<Buffer> {
    return buffer(await this.storage.objects.read(object))
  }

  /** Names of everything that is stored, whole or not. */
  async names(): Promise<string[]> {
    const entries = await readdir(join(this.#dataDir, 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  /** Ends every connection at once. */
  cut(): void {
    this.#app.server.closeAllConnections()
  }

  async close(): Promise<void> {
    await this.#app.close()
    await rm(this.#dataDir, { recursive: true })
  }

  #here<Command extends { transfer_url: string }>(command: Command): Command {
    return { ...command, transfer_url: this.url + command.transfer_url }
  }
}

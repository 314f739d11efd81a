import { once } from 'node:events'
import { posix } from 'node:path'
import type { FileWriter } from '../shell/file-handle.ts'
import type { FileSystem } from '../shell/file-system.ts'
import { FileSystemError, S_IFLNK, S_IFMT, SHELL_UID, type FileStat } from '../shell/inode.ts'
import type { AdbStream } from './adb-stream.ts'
import { ExactReader } from './exact-reader.ts'
import { entryRecord, entryRecordV2, listEnd, statRecord, statRecordV2, syncRecord } from './sync-records.ts'
import { withoutTrailing } from '../without-trailing.ts'

const MAX_PATH = 1024
const MAX_DATA = 64 * 1024
const EACCES = 13

/** The peer broke the sync protocol, or left: the stream ends. */
class SyncEnded extends Error {
  override name = 'SyncEnded'
}

/** Everybody may do with a pushed file what its owner may, as in adbd. */
function pushedMode(mode: number): number {
  const owners = mode & 0o777
  const groups = owners | ((owners >> 3) & 0o070)
  return groups | ((groups >> 3) & 0o007)
}

/** Has a failure say what failed, in adbd's words. */
function explained<T>(what: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof FileSystemError) throw new Error(`${what}: ${error.message}`, { cause: error })
    throw error
  }
}

/** `sync:`: stat, list, push and pull of files. */
export function serveSync(files: FileSystem, stream: AdbStream): void {
  void new SyncSession(files, stream).run().finally(() => stream.end())
}

class SyncSession {
  readonly #files: FileSystem
  readonly #stream: AdbStream
  readonly #reader: ExactReader

  constructor(files: FileSystem, stream: AdbStream) {
    this.#files = files
    this.#stream = stream
    this.#reader = new ExactReader(stream)
  }

  async run(): Promise<void> {
    try {
      while (await this.#request());
    } catch (error) {
      if (!(error instanceof SyncEnded)) await this.#fail(error).catch(() => {})
    }
  }

  /** Handles one request; false for the last. */
  async #request(): Promise<boolean> {
    const header = await this.#reader.read(8)
    if (!header) return false
    const id = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    if (id === 'QUIT') return false
    if (length > MAX_PATH) throw new Error('path too long')
    const path = (await this.#read(length)).toString('utf8')
    switch (id) {
      case 'STAT':
        await this.#send(statRecord(this.#stat(path, false).stat))
        return true
      case 'LST2':
      case 'STA2': {
        const { stat, errno } = this.#stat(path, id === 'STA2')
        await this.#send(statRecordV2(id, stat, errno))
        return true
      }
      case 'LIST':
      case 'LIS2':
        await this.#list(path, id === 'LIST' ? 1 : 2)
        return true
      case 'SEND':
        await this.#receiveOldStyle(path)
        return true
      case 'SND2': {
        const setup = await this.#setup('SND2', 12)
        await this.#receiveFile(path, setup.readUInt32LE(4), setup.readUInt32LE(8))
        return true
      }
      case 'RECV':
        await this.#sendFile(path)
        return true
      case 'RCV2': {
        const flags = (await this.#setup('RCV2', 8)).readUInt32LE(4)
        if (flags === 0) await this.#sendFile(path)
        else await this.#fail(new Error('compression is not supported'))
        return true
      }
      default:
        throw new Error(`unknown command ${JSON.stringify(id)}`)
    }
  }

  #stat(path: string, follow: boolean): { stat: FileStat | undefined; errno: number } {
    try {
      return { stat: follow ? this.#files.stat(path) : this.#files.lstat(path), errno: 0 }
    } catch (error) {
      return { stat: undefined, errno: error instanceof FileSystemError ? error.errno : EACCES }
    }
  }

  async #list(path: string, version: 1 | 2): Promise<void> {
    const record = version === 1 ? entryRecord : entryRecordV2
    // adbd answers a list of what is not a directory with an empty one.
    const names = this.#files.isDirectory(path) ? ['.', '..', ...this.#files.list(path)] : []
    for (const name of names) {
      const { stat } = this.#stat(posix.join(path, name), false)
      if (stat) await this.#send(record(name, stat))
    }
    await this.#send(listEnd(version))
  }

  /** `SEND path,mode`: the mode is decimal, behind the last comma. */
  async #receiveOldStyle(request: string): Promise<void> {
    const comma = request.lastIndexOf(',')
    const mode = Number(request.slice(comma + 1))
    if (comma < 0 || !Number.isInteger(mode)) return this.#discard(new Error('missing , in ID_SEND'))
    await this.#receiveFile(request.slice(0, comma), mode, 0)
  }

  async #receiveFile(path: string, mode: number, flags: number): Promise<void> {
    if (flags !== 0) return this.#discard(new Error('compression is not supported'))
    if ((mode & S_IFMT) === S_IFLNK) return this.#receiveLink(path)
    let writer: FileWriter | undefined
    try {
      this.#makeParents(path)
      const permissions = pushedMode(mode)
      writer = explained("couldn't create file", () =>
        this.#files.openWrite(path, { append: false, mode: permissions, uid: SHELL_UID }),
      )
      for (;;) {
        const chunk = await this.#nextData()
        if ('data' in chunk) {
          explained('write failed', () => writer?.write(chunk.data))
          continue
        }
        writer?.close()
        if (writer) this.#files.utimes(path, chunk.mtime * 1000)
        if (writer) this.#files.chmod(path, permissions)
        return await this.#send(syncRecord('OKAY', 0))
      }
    } catch (error) {
      writer?.close()
      if (writer && this.#files.exists(path)) this.#files.remove(path)
      if (error instanceof SyncEnded) throw error
      await this.#discard(error)
    }
  }

  /** A link's data is its target. */
  async #receiveLink(path: string): Promise<void> {
    const target: Buffer[] = []
    let chunk = await this.#nextData()
    for (; 'data' in chunk; chunk = await this.#nextData()) {
      if (target.length === 0) target.push(chunk.data)
    }
    try {
      this.#makeParents(path)
      explained('symlink failed', () => {
        if (this.#stat(path, false).stat) this.#files.remove(path)
        this.#files.symlink(withoutTrailing(Buffer.concat(target).toString('utf8'), '\0'), path)
      })
      this.#files.utimes(path, chunk.mtime * 1000, { followLast: false })
      await this.#send(syncRecord('OKAY', 0))
    } catch (error) {
      await this.#fail(error)
    }
  }

  #makeParents(path: string): void {
    explained('secure_mkdirs failed', () => {
      this.#files.mkdir(posix.dirname(path), { parents: true, mode: 0o771 })
    })
  }

  /** The next piece of a pushed file, or its modification time in seconds at the end. */
  async #nextData(): Promise<{ data: Buffer } | { mtime: number }> {
    const header = await this.#read(8)
    const id = header.toString('latin1', 0, 4)
    const value = header.readUInt32LE(4)
    if (id === 'DONE') return { mtime: value }
    if (id !== 'DATA' || value > MAX_DATA) throw new SyncEnded()
    return { data: await this.#read(value) }
  }

  /** Says why a push failed, and skips what is already on its way, so that the next request is found. */
  async #discard(reason: unknown): Promise<void> {
    await this.#fail(reason)
    while ('data' in (await this.#nextData()));
  }

  async #sendFile(path: string): Promise<void> {
    try {
      const reader = explained('open failed', () => this.#files.openRead(path))
      for (let bytes = reader.read(MAX_DATA); bytes; bytes = reader.read(MAX_DATA)) {
        await this.#send(syncRecord('DATA', bytes.length, bytes))
      }
    } catch (error) {
      if (error instanceof SyncEnded) throw error
      return this.#fail(error)
    }
    await this.#send(syncRecord('DONE', 0))
  }

  async #setup(id: string, length: number): Promise<Buffer> {
    const setup = await this.#read(length)
    if (setup.toString('latin1', 0, 4) !== id) throw new SyncEnded()
    return setup
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = await this.#reader.read(length)
    if (!bytes) throw new SyncEnded()
    return bytes
  }

  #fail(reason: unknown): Promise<void> {
    const message = Buffer.from(reason instanceof Error ? reason.message : 'failed')
    return this.#send(syncRecord('FAIL', message.length, message))
  }

  async #send(bytes: Buffer): Promise<void> {
    if (this.#stream.hungUp || this.#stream.destroyed) throw new SyncEnded()
    if (this.#stream.write(bytes)) return
    const gone = new AbortController()
    const hungUp = () => gone.abort()
    this.#stream.once('hangup', hungUp)
    try {
      await once(this.#stream, 'drain', { signal: gone.signal })
    } catch {
      throw new SyncEnded()
    } finally {
      this.#stream.off('hangup', hungUp)
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Adb, AdbSocket } from '@yume-chan/adb'
import {
  AdbScrcpyConnection,
  type AdbScrcpyConnectionOptions,
  type AdbScrcpyConnectionStreams,
} from '@yume-chan/adb-scrcpy'
import { BufferedReadableStream } from '@yume-chan/stream-extra'
import { log } from './log.ts'

/** Between two tries to reach a scrcpy server that has just been started, in milliseconds. */
const forwardInterval = 50

/**
 * The two streams of a scrcpy server, video and control. The server dials back through a reverse tunnel; where there
 * is none to be had, it is dialled.
 *
 * Hanging up closes the streams, which is what ends the server; closing its shell alone does not.
 */
export class ScrcpyTunnel extends AdbScrcpyConnection {
  readonly #sockets: AdbSocket[] = []
  readonly #useForward: () => void
  #isReverse: boolean
  #isOver = false
  #arrival: (() => void) | undefined

  /** @param useForward is called when the server is to listen instead of dialling */
  constructor(adb: Adb, options: AdbScrcpyConnectionOptions, canReverse: boolean, useForward: () => void) {
    super(adb, options)
    this.#isReverse = canReverse
    this.#useForward = useForward
  }

  override async initialize(): Promise<void> {
    if (this.#isReverse) {
      try {
        await this.adb.reverse.add(this.socketName, (socket) => this.#accept(socket))
        return
      } catch (error) {
        log.info('no reverse tunnel; dialling the phone instead', { serial: this.adb.serial, error })
        this.#isReverse = false
      }
    }
    this.#useForward()
  }

  override async getStreams(): Promise<AdbScrcpyConnectionStreams> {
    if (!this.#isReverse) return this.#dial()
    while (this.#sockets.length < 2) {
      const arrived = Promise.withResolvers<void>()
      this.#arrival = arrived.resolve
      await arrived.promise
    }
    const [video, control] = this.#sockets
    return { video: video?.readable, control }
  }

  /** Takes the tunnel's mouth away; its streams stay. */
  override dispose(): void {
    if (!this.#isReverse) return
    this.adb.reverse.remove(this.socketName).catch((error: unknown) => {
      // Its answer does not come when the phone has gone meanwhile. The name is never used again.
      log.info('a reverse tunnel stays behind', { serial: this.adb.serial, error })
    })
  }

  hangUp(): void {
    this.#isOver = true
    for (const socket of this.#sockets) {
      Promise.resolve(socket.close()).catch((error: unknown) =>
        log.info('a stream was gone already', { serial: this.adb.serial, error }),
      )
    }
  }

  #accept(socket: AdbSocket): void {
    if (this.#isOver || this.#sockets.length === 2) throw new Error('nobody awaits this')
    this.#sockets.push(socket)
    this.#arrival?.()
  }

  async #dial(): Promise<AdbScrcpyConnectionStreams> {
    const video = await this.#dialVideo()
    const control = await this.adb.createSocket(this.socketName)
    this.#sockets.push(control)
    return { video, control }
  }

  /** Adb accepts before the phone does; the server's first byte tells that it is really there. */
  async #dialVideo(): Promise<AdbScrcpyConnectionStreams['video']> {
    while (!this.#isOver) {
      try {
        const socket = await this.adb.createSocket(this.socketName)
        const buffered = new BufferedReadableStream(socket.readable)
        await buffered.readExactly(1)
        this.#sockets.push(socket)
        return buffered.release()
      } catch {
        // It is still starting. Its exit, and the caller's time limit, end this too.
        await delay(forwardInterval)
      }
    }
    throw new Error('the scrcpy server was given up')
  }
}

import type { Duplex } from 'node:stream'
import { keycodes } from '../screen/key-characters.ts'
import type { PhoneScreen } from '../screen/phone-screen.ts'
import { settingsPackage } from '../screen/installed-apps.ts'
import { type ControlMessage, ControlMessageReader, type Position } from './control-message.ts'
import { clipboardAcknowledgement, clipboardMessage } from './device-message.ts'
import type { ServerLog } from './server-log.ts'
import type { VideoStream } from './video-stream.ts'

/** android.view.KeyEvent.ACTION_*, MotionEvent.ACTION_* */
const keyActions = ['down', 'up'] as const
const touchActions = ['down', 'up', 'move', 'cancel'] as const
/** GET_CLIPBOARD's copy key */
const copyKeys = [undefined, keycodes.copy, keycodes.cut] as const
/** How long (ms) one client's messages may keep the other phones of this process waiting. */
const turn = 8
/** Bytes of answers a client may leave unread before further ones are dropped. */
const maxUnread = 1 << 20

/**
 * Does what a client asks on scrcpy's control socket, and tells it of the clipboard.
 */
export class ControlChannel {
  #screen: PhoneScreen
  #socket: Duplex
  #video: VideoStream | undefined
  #log: ServerLog
  #autosync: boolean
  #settingClipboard = false
  #fingersDown = new Set<number>()
  #forgetClipboard: (() => void) | undefined
  #failed: (error: unknown) => void

  /** @param options failed: called when the client broke the protocol; the socket should be closed then */
  constructor(options: {
    screen: PhoneScreen
    socket: Duplex
    video: VideoStream | undefined
    log: ServerLog
    clipboardAutosync: boolean
    failed: (error: unknown) => void
  }) {
    this.#screen = options.screen
    this.#socket = options.socket
    this.#video = options.video
    this.#log = options.log
    this.#autosync = options.clipboardAutosync
    this.#failed = options.failed
  }

  start(): void {
    if (this.#autosync) {
      this.#forgetClipboard = this.#screen.onClipboard((text) => {
        if (!this.#settingClipboard) this.#send(clipboardMessage(text))
      })
    }
    const reader = new ControlMessageReader()
    this.#socket.on('data', (chunk: Buffer) => this.#handle(reader.read(chunk)))
  }

  stop(): void {
    this.#forgetClipboard?.()
    this.#socket.pause()
    // A client that goes while it touches must not leave a finger on the screen.
    for (const pointerId of this.#fingersDown) this.#screen.touch('cancel', pointerId, 0, 0)
  }

  #handle(messages: Iterator<ControlMessage>): void {
    const deadline = performance.now() + turn
    try {
      for (let next = messages.next(); !next.done; next = messages.next()) {
        this.#obey(next.value)
        if (performance.now() < deadline) continue
        this.#socket.pause()
        setImmediate(() => {
          if (this.#socket.destroyed) return
          this.#socket.resume()
          this.#handle(messages)
        })
        return
      }
    } catch (error) {
      this.#failed(error)
    }
  }

  #obey(message: ControlMessage): void {
    const screen = this.#screen
    switch (message.type) {
      case 'inject keycode': {
        const action = keyActions[message.action]
        if (action) screen.key(action, message.keycode, message.metaState)
        break
      }
      case 'inject text':
        screen.text(message.text)
        break
      case 'inject touch': {
        const action = touchActions[message.action]
        const point = this.#locate(message.position)
        if (action && point) this.#touch(action, Number(message.pointerId), point)
        break
      }
      case 'inject scroll': {
        const point = this.#locate(message.position)
        if (point) screen.scroll(point.x, point.y, message.dx, message.dy)
        break
      }
      case 'back or screen on':
        if (keyActions[message.action] !== 'down') break
        if (screen.isOn) screen.back()
        else screen.wake()
        break
      case 'get clipboard':
        this.#getClipboard(message.copyKey)
        break
      case 'set clipboard':
        this.#setClipboard(message)
        break
      case 'set display power':
        // The real screen would go dark while the video goes on; there is no screen but the video.
        this.#log.info(`Device display turned ${message.on ? 'on' : 'off'}`)
        break
      case 'rotate device':
        screen.rotate()
        break
      case 'open hard keyboard settings':
        screen.launch(settingsPackage)
        break
      case 'start app':
        this.#startApp(message.name)
        break
      case 'reset video':
        this.#log.info('Video capture reset')
        this.#video?.reset()
        break
      case 'expand notification panel':
      case 'expand settings panel':
      case 'collapse panels':
      case 'uhid create':
      case 'uhid input':
      case 'uhid destroy':
        // This phone has no panels and no kernel that takes HID devices.
        break
    }
  }

  #touch(action: (typeof touchActions)[number], pointerId: number, point: { x: number; y: number }): void {
    if (action === 'down') this.#fingersDown.add(pointerId)
    else if (action !== 'move') this.#fingersDown.delete(pointerId)
    this.#screen.touch(action, pointerId, point.x, point.y)
  }

  /** Without video there is no size to check a point against; it is taken as the screen's. */
  #locate(position: Position): { x: number; y: number } | undefined {
    return this.#video ? this.#video.locate(position) : position
  }

  #getClipboard(copyKey: number): void {
    const keycode = copyKeys[copyKey]
    if (keycode !== undefined) this.#screen.key('down', keycode)
    // With autosync the copying itself has told the client already, as on a real phone.
    if (!this.#autosync) this.#send(clipboardMessage(this.#screen.clipboard))
  }

  #setClipboard({ text, paste, sequence }: Extract<ControlMessage, { type: 'set clipboard' }>): void {
    this.#settingClipboard = true
    this.#screen.clipboard = text
    this.#settingClipboard = false
    this.#log.info('Device clipboard set')
    if (paste) this.#screen.key('down', keycodes.paste)
    if (sequence !== 0n) this.#send(clipboardAcknowledgement(sequence))
  }

  /** `name` is a package, or `?` and a title's beginning; a `+` before it asks for a fresh start. */
  #startApp(name: string): void {
    const wanted = name.replace(/^\+/, '')
    if (!wanted.startsWith('?')) {
      if (!this.#screen.launch(wanted)) this.#log.warn(`No app found for package "${wanted}"`)
      return
    }
    const title = wanted.slice(1).toLowerCase()
    const found = this.#screen.apps.filter((app) => app.title.toLowerCase().startsWith(title))
    const [app] = found
    if (!app) this.#log.warn(`No app found for name "${wanted.slice(1)}"`)
    else if (found.length > 1) this.#log.warn(`No unique app found for name "${wanted.slice(1)}"`)
    else this.#screen.launch(app.packageName)
  }

  #send(message: Buffer): void {
    if (this.#socket.writable && this.#socket.writableLength < maxUnread) this.#socket.write(message)
  }
}

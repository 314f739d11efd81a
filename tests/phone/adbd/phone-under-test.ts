import type { Authorization } from '../../../phone/adbd/authorization.ts'
import type { ShellLimits } from '../../../phone/shell/budget.ts'
import type { Program } from '../../../phone/shell/program.ts'
import type { PhoneDisplay } from '../../../phone/system/phone-display.ts'
import { phoneIdentity } from '../../../phone/system/phone-identity.ts'
import { VirtualPhone } from '../../../phone/virtual-phone.ts'

/** A screen that only writes down what happens to it. */
export class RecordingDisplay implements PhoneDisplay {
  readonly width = 360
  readonly height = 640
  readonly events: string[] = []
  destroyed = false
  front: string | undefined
  running: { packageName: string; since: number }[] = []

  touch(action: 'down' | 'move' | 'up' | 'cancel', pointerId: number, x: number, y: number): void {
    this.events.push(`touch ${action} ${pointerId} ${x} ${y}`)
  }

  key(action: 'down' | 'up', keycode: number): void {
    this.events.push(`key ${action} ${keycode}`)
  }

  text(text: string): void {
    this.events.push(`text ${text}`)
  }

  resize(width: number, height: number): void {
    this.events.push(`resize ${width} ${height}`)
  }

  png(): Promise<Buffer> {
    return Promise.resolve(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  }

  rgba(): Uint8Array {
    return new Uint8Array(this.width * this.height * 4).fill(7)
  }

  launch(packageName: string): boolean {
    this.events.push(`launch ${packageName}`)
    this.front = packageName === 'com.phonedeck.home' ? undefined : packageName
    if (this.front !== undefined && !this.running.some((app) => app.packageName === packageName))
      this.running.push({ packageName, since: Date.now() })
    return true
  }

  stop(packageName: string): void {
    this.events.push(`stop ${packageName}`)
    this.running = this.running.filter((app) => app.packageName !== packageName)
    if (this.front === packageName) this.front = undefined
  }

  destroy(): void {
    this.destroyed = true
  }
}

export interface TestPhoneOptions {
  index?: number
  authorization?: Authorization
  bootTime?: number
  storage?: number
  limits?: Partial<ShellLimits>
  programs?: Record<string, Program>
  now?: () => number
}

/** A phone with a recording display; not yet listening. */
export function testPhone(options: TestPhoneOptions = {}): VirtualPhone<RecordingDisplay> {
  return new VirtualPhone<RecordingDisplay>({
    identity: phoneIdentity(options.index ?? 0, { width: 360, height: 640 }),
    makeScreen: () => Promise.resolve(new RecordingDisplay()),
    makeProgram: (className) => Promise.resolve(options.programs?.[className]),
    authorization: options.authorization,
    bootTime: options.bootTime ?? 50,
    storage: options.storage,
    limits: options.limits,
    now: options.now,
  })
}

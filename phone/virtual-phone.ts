import { AbstractSockets } from './abstract-sockets.ts'
import { AdbDaemon } from './adbd/adb-daemon.ts'
import { KeyRing, type Authorization } from './adbd/authorization.ts'
import type { PhoneSockets } from './adbd/reverse-service.ts'
import { bannerOf, makeServices } from './adbd/services.ts'
import { NotesFile, type NotesStore } from './notes-file.ts'
import { DEFAULT_SHELL_LIMITS, type ShellLimits } from './shell/budget.ts'
import { FileSystem } from './shell/file-system.ts'
import { SYSTEM_UID } from './shell/inode.ts'
import type { PhoneSystem } from './shell/phone-system.ts'
import { Killed } from './shell/process-signal.ts'
import { ProcessTable } from './shell/process-table.ts'
import type { Program } from './shell/program.ts'
import { Battery } from './system/battery.ts'
import { DisplaySize } from './system/display-size.ts'
import { Logcat } from './system/logcat.ts'
import { MediaVolume } from './system/media-volume.ts'
import { Network } from './system/network.ts'
import { PackageRegistry } from './system/packages.ts'
import type { PhoneDisplay } from './system/phone-display.ts'
import type { PhoneIdentity } from './system/phone-identity.ts'
import { Properties } from './system/properties.ts'
import { Settings } from './system/settings.ts'
import { installSystemImage } from './system/system-image.ts'

interface VirtualPhoneOptions<Screen extends PhoneDisplay> {
  identity: PhoneIdentity
  /** Makes the screen when something first needs it; a reboot throws it away. */
  makeScreen: (phone: VirtualPhone<Screen>) => Promise<Screen>
  /** Makes the program of a class name for `app_process`; undefined when there is none. */
  makeProgram: (
    className: string,
    phone: VirtualPhone<Screen>,
    screen: () => Promise<Screen>,
  ) => Promise<Program | undefined>
  authorization?: Authorization
  /** From the loss of all connections to listening again, in milliseconds. */
  bootTime?: number
  /** Bytes that the phone's files may take. */
  storage?: number
  limits?: Partial<ShellLimits>
  now?: () => number
}

const DEFAULT_BOOT_TIME = 2_000
const DEFAULT_STORAGE = 256 * 1024 * 1024
const SIGKILL = 9
/** How long a reboot waits before it cuts the connections, so that its caller's answer gets out. */
const REBOOT_GRACE = 50
const LISTEN_RETRY = 1_000

/** One Android phone in memory: files, properties, apps, screen, and the adb daemon that leads to them. */
export class VirtualPhone<Screen extends PhoneDisplay = PhoneDisplay> implements PhoneSystem {
  readonly identity: PhoneIdentity
  readonly limits: ShellLimits
  readonly files: FileSystem
  readonly properties: Properties
  readonly settings = new Settings()
  readonly volume = new MediaVolume(this.settings)
  readonly battery: Battery
  readonly network: Network
  readonly displaySize: DisplaySize
  readonly packages: PackageRegistry
  readonly logcat: Logcat
  readonly sockets: AbstractSockets
  readonly notes: NotesStore
  readonly #options: VirtualPhoneOptions<Screen>
  readonly #daemon: AdbDaemon
  readonly #stopping = new AbortController()
  #processes: ProcessTable
  #power = new AbortController()
  #bootedAt: number
  #screen: Promise<Screen> | undefined
  /** The screen, once it has been made. */
  #shown: Screen | undefined
  #booting: Promise<void> | undefined
  #address = { host: '127.0.0.1', port: 0 }

  constructor(options: VirtualPhoneOptions<Screen>) {
    this.#options = options
    this.identity = options.identity
    this.limits = { ...DEFAULT_SHELL_LIMITS, ...options.limits }
    this.files = new FileSystem({ capacity: options.storage ?? DEFAULT_STORAGE, now: this.now })
    this.properties = new Properties(options.identity)
    this.battery = new Battery(options.identity.battery)
    this.network = new Network(options.identity, this.settings)
    this.displaySize = new DisplaySize(options.identity, this.settings)
    this.logcat = new Logcat(this.now)
    this.#bootedAt = this.now()
    this.#processes = this.#newProcesses()
    installSystemImage(this.files, {
      identity: this.identity,
      properties: this.properties,
      bootedAt: () => this.#bootedAt,
      now: this.now,
      used: () => this.files.used,
    })
    this.packages = new PackageRegistry(this.files, options.identity.androidVersion)
    this.notes = new NotesFile(this.files)
    const sockets: PhoneSockets = { abstract: new AbstractSockets(), ports: new AbstractSockets() }
    this.sockets = sockets.abstract
    this.#daemon = new AdbDaemon({
      banner: () => bannerOf(this),
      keys: new KeyRing(options.authorization ?? { policy: 'any' }),
      findService: makeServices(this, sockets),
    })
    this.logcat.add('I', 'boot', `Android ${options.identity.androidVersion} is up`)
  }

  readonly now = (): number => (this.#options.now ?? Date.now)()

  get processes(): ProcessTable {
    return this.#processes
  }

  get signal(): AbortSignal {
    return this.#power.signal
  }

  get bootedAt(): number {
    return this.#bootedAt
  }

  /** Where adb connects to. The port stays the same over reboots. */
  get address(): { host: string; port: number } {
    return this.#address
  }

  /** Starts the adb daemon; port 0 picks a free one. Rejects when the port can not be had. */
  async start(host: string, port: number): Promise<void> {
    this.#address = { host, port: await this.#daemon.listen(host, port) }
  }

  screen(): Promise<Screen> {
    this.#screen ??= this.#options.makeScreen(this).then((screen) => (this.#shown = screen))
    return this.#screen
  }

  stopApp(packageName: string): void {
    this.#shown?.stop(packageName)
  }

  program(className: string): Promise<Program | undefined> {
    return this.#options.makeProgram(className, this, () => this.screen())
  }

  /** Goes down and comes up again after the boot time: connections, processes, screen and volatile state are lost. */
  reboot(): void {
    this.#booting ??= this.#powerCycle().finally(() => {
      this.#booting = undefined
    })
  }

  /** Settles when a running reboot is over. */
  async booted(): Promise<void> {
    await this.#booting
  }

  /** Switches the phone off for good, also in the middle of a reboot. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#booting
    await this.#powerDown()
  }

  #newProcesses(): ProcessTable {
    const apps = () =>
      (this.#shown?.running ?? []).map(({ packageName, since }) => {
        const uid = this.packages.get(packageName)?.uid ?? SYSTEM_UID
        return { name: packageName, uid, started: since }
      })
    return new ProcessTable(this.files, this.limits.processes, this.now, apps)
  }

  async #powerCycle(): Promise<void> {
    await this.#delay(REBOOT_GRACE)
    await this.#powerDown()
    await this.#delay(this.#options.bootTime ?? DEFAULT_BOOT_TIME)
    if (this.#stopping.signal.aborted) return
    this.#power = new AbortController()
    this.#processes = this.#newProcesses()
    this.#bootedAt = this.now()
    this.logcat.add('I', 'boot', `Android ${this.identity.androidVersion} is up`)
    this.properties.set('sys.boot_completed', '1')
    await this.#listenAgain()
  }

  /** Gets the phone's port back; somebody else may hold it for a while. */
  async #listenAgain(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#daemon.listen(this.#address.host, this.#address.port)
        return
      } catch (error) {
        this.logcat.add('E', 'adbd', error instanceof Error ? error.message : 'can not listen')
        await this.#delay(LISTEN_RETRY)
      }
    }
  }

  /** Waits, in milliseconds, unless the phone is being stopped. */
  #delay(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal.addEventListener('abort', done)
    })
  }

  async #powerDown(): Promise<void> {
    this.#power.abort(new Killed(SIGKILL))
    this.#processes.killAll()
    this.logcat.clear()
    this.properties.forgetVolatile()
    this.volume.forgetVolatile()
    this.battery.reset()
    this.properties.set('sys.boot_completed', '0')
    await this.#daemon.close()
    const screen = await this.#screen
    this.#screen = undefined
    this.#shown = undefined
    screen?.destroy()
  }
}

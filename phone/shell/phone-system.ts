import type { Battery } from '../system/battery.ts'
import type { DisplaySize } from '../system/display-size.ts'
import type { Logcat } from '../system/logcat.ts'
import type { MediaVolume } from '../system/media-volume.ts'
import type { Network } from '../system/network.ts'
import type { PackageRegistry } from '../system/packages.ts'
import type { PhoneIdentity } from '../system/phone-identity.ts'
import type { Properties } from '../system/properties.ts'
import type { Settings } from '../system/settings.ts'
import type { ShellLimits } from './budget.ts'
import type { FileSystem } from './file-system.ts'
import type { ProcessTable } from './process-table.ts'
import type { Program } from './program.ts'
import type { PhoneDisplay } from '../system/phone-display.ts'

/** The phone as its shell sees it. Nothing in here leads to the host. */
export interface PhoneSystem {
  readonly identity: PhoneIdentity
  readonly limits: ShellLimits
  readonly files: FileSystem
  readonly properties: Properties
  readonly settings: Settings
  readonly volume: MediaVolume
  readonly battery: Battery
  readonly network: Network
  readonly displaySize: DisplaySize
  readonly packages: PackageRegistry
  readonly logcat: Logcat
  /** New after every reboot, like everything that lives in a phone's working memory. */
  readonly processes: ProcessTable
  /** Aborted when the phone goes down. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly bootedAt: number
  now(): number
  /** The screen, made on first use. */
  screen(): Promise<PhoneDisplay>
  /** Ends an app, where it runs. */
  stopApp(packageName: string): void
  /** The program behind a class name of `app_process`. */
  program(className: string): Promise<Program | undefined>
  reboot(): void
}

import { Killed } from './process-signal.ts'

export interface PhoneProcess {
  pid: number
  parent: number
  user: string
  name: string
  /** Resident memory, in kB, as `ps` shows it. */
  memory: number
  started: number
  /** Absent for what belongs to the system: it can not be killed. */
  kill?: (signal: number) => void
}

export class TooManyProcesses extends Error {
  override name = 'TooManyProcesses'
  override message = "can't fork: Try again"
}

const SYSTEM_PROCESSES: [pid: number, user: string, name: string, memory: number][] = [
  [1, 'root', 'init', 11_220],
  [2, 'root', '[kthreadd]', 0],
  [298, 'root', 'ueventd', 4_480],
  [391, 'logd', 'logd', 9_876],
  [392, 'system', 'servicemanager', 6_912],
  [688, 'root', 'zygote64', 176_400],
  [702, 'audioserver', 'audioserver', 21_300],
  [716, 'system', 'surfaceflinger', 48_120],
  [1_204, 'system', 'system_server', 389_500],
  [1_455, 'u0_a121', 'com.android.systemui', 231_800],
  [1_702, 'u0_a98', 'com.phonedeck.home', 143_200],
  [1_930, 'shell', 'adbd', 12_480],
]
const FIRST_PID = 4_000
const LAST_PID = 32_768

/** What runs on a phone: the believable system part, and the shell's own processes, which are bounded in number. */
export class ProcessTable {
  readonly #running = new Map<number, PhoneProcess>()
  readonly #limit: number
  readonly #now: () => number
  readonly #bootedAt: number
  #nextPid = FIRST_PID
  /** What has another id since the framework was restarted. */
  readonly #restarted = new Map<string, number>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
    this.#bootedAt = now()
  }

  /**
   * Adds a process below `parentSignal`: when that is aborted, so is this one. Throws TooManyProcesses. `end` must be
   * called when it is over.
   */
  start(
    name: string,
    parent: number,
    parentSignal: AbortSignal,
  ): { pid: number; signal: AbortSignal; end: () => void } {
    if (this.#running.size >= this.#limit) throw new TooManyProcesses()
    const pid = this.#freePid()
    const controller = new AbortController()
    const inherit = () => controller.abort(parentSignal.reason)
    if (parentSignal.aborted) inherit()
    else parentSignal.addEventListener('abort', inherit, { once: true })
    this.#running.set(pid, {
      pid,
      parent,
      user: 'shell',
      name,
      memory: 5_120,
      started: this.#now(),
      kill: (signal) => controller.abort(new Killed(signal)),
    })
    const end = () => {
      this.#running.delete(pid)
      parentSignal.removeEventListener('abort', inherit)
    }
    return { pid, signal: controller.signal, end }
  }

  rename(pid: number, name: string): void {
    const process = this.#running.get(pid)
    if (process) process.name = name
  }

  get(pid: number): PhoneProcess | undefined {
    return this.all().find((process) => process.pid === pid)
  }

  /** Everything, by pid. */
  all(): PhoneProcess[] {
    const system = SYSTEM_PROCESSES.map(([firstPid, user, name, memory]) => {
      const pid = this.#restarted.get(name) ?? firstPid
      const parent = pid > 1_000 ? 688 : 1
      return { pid, parent: pid <= 2 ? 0 : parent, user, name, memory, started: this.#bootedAt }
    })
    return [...system, ...this.#running.values()]
  }

  /** Starts Android's framework anew: its processes have other ids from then on. */
  restartFramework(): void {
    for (const name of ['zygote64', 'system_server']) this.#restarted.set(name, this.#freePid())
  }

  /** Ends every process of the shell, as a reboot does. */
  killAll(): void {
    for (const process of this.#running.values()) process.kill?.(9)
  }

  #freePid(): number {
    do {
      this.#nextPid = this.#nextPid >= LAST_PID ? FIRST_PID : this.#nextPid + 1
    } while (this.#running.has(this.#nextPid))
    return this.#nextPid
  }
}

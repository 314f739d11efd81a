import { posix } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { S_IFLNK, S_IFREG } from './inode.ts'
import { userName } from './owners.ts'
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

/** An app that was opened. */
interface AppProcess {
  name: string
  uid: number
  started: number
}

/** What starts a process: its id, whom it runs as, and its exported variables. */
interface ProcessParent {
  pid: number
  uid: number
  environment: Record<string, string>
}

export class TooManyProcesses extends Error {
  override name = 'TooManyProcesses'
  override message = "can't fork: Try again"
}

const ZYGOTE_PID = 688
const SYSTEM_PROCESSES: [pid: number, user: string, name: string, memory: number][] = [
  [1, 'root', 'init', 11_220],
  [2, 'root', '[kthreadd]', 0],
  [298, 'root', 'ueventd', 4_480],
  [391, 'logd', 'logd', 9_876],
  [392, 'system', 'servicemanager', 6_912],
  [ZYGOTE_PID, 'root', 'zygote64', 176_400],
  [702, 'audioserver', 'audioserver', 21_300],
  [716, 'system', 'surfaceflinger', 48_120],
  [1_204, 'system', 'system_server', 389_500],
  [1_455, 'u0_a121', 'com.android.systemui', 231_800],
  [1_702, 'u0_a98', 'com.phonedeck.home', 143_200],
  [1_930, 'shell', 'adbd', 12_480],
]
/** Resident memory, in kB, of an app. */
const APP_MEMORY = 148_400
const FIRST_PID = 4_000
const LAST_PID = 32_768

/** What runs on a phone: the believable system part, its apps, and the shell's own processes, which are bounded in number. */
export class ProcessTable {
  readonly #running = new Map<number, PhoneProcess>()
  readonly #files: FileSystem
  readonly #limit: number
  readonly #now: () => number
  readonly #bootedAt: number
  #nextPid = FIRST_PID
  /** What has another id since the framework was restarted. */
  readonly #restarted = new Map<string, number>()
  readonly #apps: () => AppProcess[]
  /** Ids of apps that were seen running, by name and start. */
  #appPids = new Map<string, number>()

  constructor(files: FileSystem, limit: number, now: () => number, apps: () => AppProcess[]) {
    this.#files = files
    this.#limit = limit
    this.#now = now
    this.#apps = apps
    this.#bootedAt = now()
  }

  /**
   * Adds a process below `parentSignal`: when that is aborted, so is this one. Throws TooManyProcesses. `end` must be
   * called when it is over.
   */
  start(
    name: string,
    { pid: parent, uid, environment }: ProcessParent,
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
      user: userName(uid),
      name,
      memory: 5_120,
      started: this.#now(),
      kill: (signal) => controller.abort(new Killed(signal)),
    })
    const hide = this.#show(pid, name, environment)
    const end = () => {
      hide()
      this.#running.delete(pid)
      parentSignal.removeEventListener('abort', inherit)
    }
    return { pid, signal: controller.signal, end }
  }

  /** Makes the process's folder in /proc; answers what removes it. */
  #show(pid: number, name: string, environment: Record<string, string>): () => void {
    const folder = `/proc/${pid}`
    const environ = Object.entries(environment).map(([variable, value]) => `${variable}=${value}\0`)
    const program = `/system/bin/${posix.basename(name.split(' ')[0] ?? '')}`
    return this.#files.mountFolder(folder, {
      environ: (base) => ({ ...base, mode: S_IFREG | 0o400, kind: 'generated', generate: () => environ.join('') }),
      exe: (base) => ({ ...base, mode: S_IFLNK | 0o777, kind: 'symlink', target: program }),
    })
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
      const parent = pid > 1_000 ? ZYGOTE_PID : 1
      return { pid, parent: pid <= 2 ? 0 : parent, user, name, memory, started: this.#bootedAt }
    })
    return [...system, ...this.#runningApps(), ...this.#running.values()]
  }

  #runningApps(): PhoneProcess[] {
    const before = this.#appPids
    this.#appPids = new Map()
    return this.#apps().map(({ name, uid, started }) => {
      const run = `${name} ${started}`
      const pid = before.get(run) ?? this.#freePid()
      this.#appPids.set(run, pid)
      return { pid, parent: ZYGOTE_PID, user: userName(uid), name, memory: APP_MEMORY, started }
    })
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

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import type { Schemas } from '../../server/http/contract.ts'
import type { ServerProcess } from './server-process.ts'
import { watch } from './viewer.ts'

type Device = Schemas['Device']
type Environment = Schemas['Environment']

/** How long anything may take until whoever waits for it goes on with something else. Milliseconds. */
const patience = 60_000
const lookInterval = 300

/** People of the demo fleet at their daily jobs: each deed is one of them, done by the calls that the console makes. */
export class FleetWork {
  readonly #server: ServerProcess
  readonly #random: () => number
  readonly #tokens: ReadonlyMap<string, string>
  readonly #scripts: { well: number; failing: number; slow: number }
  /** How often each call was refused, by what was said: somebody else has the phone, none is free. */
  readonly refusals = new Map<string, number>()

  private constructor(
    server: ServerProcess,
    random: () => number,
    tokens: ReadonlyMap<string, string>,
    scripts: { well: number; failing: number; slow: number },
  ) {
    this.#server = server
    this.#random = random
    this.#tokens = tokens
    this.#scripts = scripts
  }

  static async at(server: ServerProcess, random: () => number): Promise<FleetWork> {
    const tokens = new Map<string, string>()
    for (const name of ['admin', 'agent', 'manager', 'element'] as const) tokens.set(name, await server.signIn(name))
    const script = async (name: string, body: string): Promise<number> => {
      const { code, message, data } = await server.call('v2/script/add', {
        token: tokens.get('admin'),
        body: { name, body },
      })
      if (code !== codes.ok) throw new Error(`${name} could not be added: ${message}`)
      return data.id
    }
    const scripts = {
      well: await script('早班检查', 'getprop ro.serialno; sleep 1'),
      failing: await script('清理缓存', 'test $(( $$ % 2 )) = 0'),
      slow: await script('慢速备份', 'sleep 20'),
    }
    return new FleetWork(server, random, tokens, scripts)
  }

  #oneOf<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.#random() * choices.length)]
  }

  #some<T>(choices: readonly T[], count: number): T[] {
    const at = Math.floor(this.#random() * Math.max(1, choices.length - count))
    return choices.slice(at, at + count)
  }

  /** For so many seconds on the average. */
  #work = (seconds: number): Promise<void> => pause(seconds * 1_000 * (0.5 + this.#random()))

  /** What a call answers; undefined where it is refused, which is a part of any day. */
  async #call(who: string, path: string, what: { body?: object; query?: Record<string, string | number | boolean> }) {
    const { code, message, data } = await this.#server.call(path, { token: this.#tokens.get(who), ...what })
    if (code === codes.ok) return data
    const words = `${path}: ${message}`
    this.refusals.set(words, (this.refusals.get(words) ?? 0) + 1)
    return undefined
  }

  #post = (who: string, path: string, body: object) => this.#call(who, `v2/${path}`, { body })

  async #until<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    const end = Date.now() + patience
    while (Date.now() < end) {
      const found = await look()
      if (found !== undefined) return found
      await pause(lookInterval)
    }
    return undefined
  }

  async devices(status?: Device['status']): Promise<Device[]> {
    const { items } = await this.#call('admin', 'v3/device/list', { query: { limit: 500 } })
    return items.filter((device: Device) => status === undefined || device.status === status)
  }

  async shops(who: string, open: boolean): Promise<Environment[]> {
    const lists = markets.map((market) =>
      this.#call(who, 'v2/environment/list', { query: { market, open, limit: 500 } }),
    )
    return (await Promise.all(lists)).flatMap((list) => list?.items ?? [])
  }

  /** Which phone a shop is on, once all of it is there; undefined where it does not come to that. */
  #phoneOf = (who: string, { id, market }: Environment): Promise<number | undefined> =>
    this.#until(async () => {
      const list = await this.#call(who, 'v2/environment/list', { query: { market, open: true, limit: 500 } })
      const shop = list?.items.find((one: Environment) => one.id === id)
      const device = (await this.devices('in_use')).find((one) => one.id === shop?.device_id)
      return device?.id
    })

  /** Opens a shop, works in it on its phone, and closes it again. */
  async workInShop(who: string): Promise<void> {
    const shop = this.#oneOf(await this.shops(who, false))
    if (shop === undefined || !(await this.#post(who, 'environment/open', { id: shop.id }))) return this.#work(3)
    const phone = await this.#phoneOf(who, shop)
    if (phone !== undefined) {
      await this.#control(who, phone)
      if (this.#random() < 0.3) await this.#putBack(who, shop)
      if (this.#random() < 0.3) await this.#post(who, 'device/changeip', { id: phone })
      await this.#work(2)
    }
    await this.#moveOn(who, shop)
    if (this.#random() < 0.2) await this.#call(who, 'v2/device/freed', { query: { id: phone ?? 0 } })
    else await this.#post(who, 'environment/close', { id: shop.id })
  }

  /** Goes on with a shop whose phone is lost on another one. */
  async #moveOn(who: string, { id }: Environment): Promise<void> {
    const lost = new Set((await this.devices('offline')).map((device) => device.id))
    const shop = (await this.shops(who, true)).find((one) => one.id === id)
    if (shop?.device_id && lost.has(shop.device_id) && (await this.#post(who, 'environment/reopen', { id })))
      await this.#phoneOf(who, shop)
  }

  /** Puts the last record of an open shop back. */
  async #putBack(who: string, shop: Environment): Promise<void> {
    const records = await this.#call(who, 'v2/environment/records', { query: { market: shop.market, id: shop.id } })
    const [last] = records?.items ?? []
    if (last === undefined) return
    await this.#post(who, 'record/restore', { environment_id: shop.id, record_id: last.id })
    await this.#phoneOf(who, shop)
  }

  /** Controls a phone for a while; some leave it, some have it taken away, and some forget it. */
  async #control(who: string, id: number): Promise<void> {
    const answer = await this.#call(who, 'v2/device/remotesession', { query: { id } })
    if (answer === undefined || answer.controller !== null) return
    const query = { id, mode: 'control' as const }
    const dice = this.#random()
    if (dice < 0.1) {
      await this.#call(who, 'v2/device/stream/point', { query }) // Whose page never dials in.
      return this.#work(1)
    }
    // What is refused meanwhile has been refused to whoever came a moment later.
    const viewer = await watch(this.#server, this.#tokens.get(who) ?? '', query).catch(() => undefined)
    await this.#work(4)
    if (dice < 0.25) {
      const chief = who === 'manager' ? 'agent' : 'manager'
      await this.#call(chief, 'v2/device/stream/point', { query: { ...query, take_over: true } })
      await this.#work(1)
    }
    if (dice < 0.9) viewer?.close()
    else setTimeout(() => viewer?.close(), 10_000) // The shop is closed before.
  }

  /** Looks into a phone that nobody has. */
  async lookIntoPhone(): Promise<void> {
    const phone = this.#oneOf(await this.devices('idle'))
    if (phone !== undefined) await this.#control('agent', phone.id)
  }

  /** Restarts phones, as a job. */
  async restartPhones(): Promise<void> {
    const ids = this.#some(await this.devices(), 2).map(({ id }) => id)
    await this.#job(await this.#post('admin', 'device/run', { ids, action: 'reboot' }))
  }

  /** Runs a script on every phone: one that goes well, one that fails on some, one that takes too long or is called off. */
  async runScript(): Promise<void> {
    const { well, failing, slow } = this.#scripts
    const dice = this.#random()
    const run = (id: number, more: object = {}) =>
      this.#post('admin', 'script/run', { id, targets: { filter: {} }, ...more })
    if (dice < 0.4) return this.#job(await run(well))
    if (dice < 0.6) return this.#job(await run(failing))
    if (dice < 0.8) return this.#job(await run(slow, { timeout_seconds: 2 }))
    const begun = await run(slow, { concurrency: 4 })
    if (this.#random() < 0.7) await this.#work(2)
    if (begun !== undefined) await this.#post('admin', 'job/cancel', { id: begun.job_id })
    return this.#job(begun)
  }

  /** Opens shops as a job, and closes them the same way. */
  async openMany(): Promise<void> {
    const market = this.#oneOf(markets) ?? 'amazon'
    const ids = this.#some(
      (await this.shops('manager', false)).filter((shop) => shop.market === market),
      3,
    ).map(({ id }) => id)
    if (ids.length === 0) return
    for (const action of ['open', 'close'])
      await this.#job(await this.#post('manager', 'environment/run', { market, action, ids }))
  }

  /** Takes a phone out of use or out of the fleet for a while, or tries one again that is faulty. */
  async seeToPhone(): Promise<void> {
    const faulty = this.#oneOf(await this.devices('faulty'))
    if (faulty !== undefined) await this.#post('admin', 'device/recover', { id: faulty.id })
    const phone = this.#oneOf(await this.devices('idle'))
    if (phone === undefined) return
    const { id } = phone
    const isMaintained = this.#random() < 0.6
    const begun = isMaintained
      ? await this.#post('admin', 'device/maintain', { id, on: true })
      : await this.#post('admin', 'device/del', { id })
    if (begun === undefined) return
    await this.#work(8)
    if (isMaintained) await this.#post('admin', 'device/maintain', { id, on: false })
    else await this.#post('admin', 'device/recover', { id })
  }

  /** Until a job has ended. */
  async #job(begun: { job_id: number } | undefined): Promise<void> {
    if (begun === undefined) return
    await this.#until(async () => {
      const detail = await this.#call('admin', 'v2/job/detail', { query: { id: begun.job_id, limit: 1 } })
      return detail?.job.ended_at ?? undefined
    })
  }

  /** The phones of a box hang, and are themselves again later; or their program crashes, and is started again. */
  async losePhones(): Promise<void> {
    const program = this.#oneOf(this.#phonePrograms())
    if (program === undefined) return
    if (this.#random() < 0.4) {
      process.kill(program, 'SIGKILL')
      return
    }
    process.kill(program, 'SIGSTOP')
    await this.#work(50)
    if (this.#phonePrograms().includes(program)) process.kill(program, 'SIGCONT')
  }

  #phonePrograms = (): number[] =>
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .filter((entry) => {
        try {
          const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? []
          return (
            Number(parent) === this.#server.pid &&
            readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('phone/main.ts')
          )
        } catch {
          return false // It has just ended.
        }
      })
      .map(Number)

  /** Closes what is still open, and answers once every phone is idle again, or nothing more happens. */
  async closeAll(): Promise<void> {
    for (const who of ['manager', 'element'])
      for (const { id } of await this.shops(who, true)) await this.#post(who, 'environment/close', { id })
    await this.#until(async () => {
      for (const { id } of await this.devices('faulty')) await this.#post('admin', 'device/recover', { id })
      const busy = (await this.devices()).filter(({ status }) => status !== 'idle')
      return busy.length === 0 ? true : undefined
    })
  }
}

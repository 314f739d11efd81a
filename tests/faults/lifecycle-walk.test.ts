import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { lifeOf } from '../../server/devices/life.ts'
import { type BoxOfPhones, startBoxOfPhones } from '../support/box-of-phones.ts'
import type { Cable } from '../support/cable.ts'
import {
  type Act,
  atFirst,
  calls,
  everyState,
  type Move,
  movesFrom,
  nameOf,
  type PhoneState,
  wayTo,
} from '../support/lifecycle-model.ts'
import { type TestServer, testPassword } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// Every call, the loss of the phone and the end of its time, tried in every state that a phone can come to: the real
// server has to do with a real phone, over real adb, what the chart says.

/** Phones that are walked at the same time. */
const walkers = 4
const market = 'amazon'
const until = { timeout: 40_000, interval: 50 }

let server: TestServer
let store: TestStore
let box: BoxOfPhones
/** Whoever has control stays, as far as the server can tell: a viewer's relay would renew its lease. */
let renewals: NodeJS.Timeout

const renewLeases = async (): Promise<void> => {
  const leases = await store.db.selectFrom('control_leases').select('id').execute()
  await store.controlLeases.renew(leases.map(({ id }) => id))
}

beforeAll(async () => {
  server = await spawnServer()
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones: walkers })
  renewals = setInterval(() => void renewLeases(), 3_000)
})
afterAll(async () => {
  clearInterval(renewals)
  await box.stop()
  await store.close()
  await server.stop()
})

const offlinePhone = () =>
  store.db.selectFrom('devices').select('id').where('status', '=', 'offline').executeTakeFirst()

/** Which cable leads to which phone is found out by pulling it. */
async function phoneOf(cable: Cable): Promise<number> {
  cable.unplug()
  const { id } = await vi.waitFor(async () => {
    const found = await offlinePhone()
    if (found === undefined) throw new Error('no phone was lost')
    return found
  }, until)
  cable.plugIn()
  await vi.waitFor(async () => expect(await offlinePhone()).toBeUndefined(), until)
  return id
}

/** One phone, its cable, and somebody who may do everything with it. */
class Walker {
  readonly #phone: number
  readonly #cable: Cable
  readonly #token: string
  readonly #environment: number
  state: PhoneState = atFirst

  constructor(phone: number, cable: Cable, token: string, environment: number) {
    this.#phone = phone
    this.#cable = cable
    this.#token = token
    this.#environment = environment
  }

  static async with(cable: Cable): Promise<Walker> {
    const phone = await phoneOf(cable)
    const agent = await server.signIn('agent')
    const user_name = `walker-${phone}`
    const service = { modules: [market], thread_number: 1, expires_at: Date.now() + 86_400_000 }
    const person = { user_name, password: testPassword, role: 'manager', ...service }
    const { data: owner } = await server.call('v2/user/add', { token: agent, body: person })
    await server.call('v2/device/edit', { token: agent, body: { ids: [phone], owner_id: owner.id } })
    const { data } = await server.call('v2/user/login', { body: { user_name, password: testPassword } })
    const { token } = data
    const environment = await server.call('v2/environment/add', { token, body: { market, name: `walked ${phone}` } })
    return new Walker(phone, cable, token, environment.data.id)
  }

  /** Makes a move, and looks whether it leads where the chart says. */
  async make({ act, accepted, to }: Move): Promise<void> {
    const what = question(this.state, { act })
    const answer = await this.#do(act)
    if (answer) expect(answer.code, `${what}: ${answer.message}`).toBe(accepted ? codes.ok : codes.stateForbids)
    await expect.poll(() => this.#life(), { ...until, message: what }).toEqual(to.life)
    // Nothing in the life of a faulty phone tells when its agent has found it again.
    if (act === 'plug in' && to.life.status === 'faulty')
      await vi.waitFor(() => this.#answers(), { ...until, interval: 1_000 })
    this.state = to
  }

  async #answers(): Promise<void> {
    const body = { id: this.#phone, command: 'true' }
    const { data } = await server.call('v2/device/shell', { token: this.#token, body })
    expect(data?.exit_code).toBe(0)
  }

  async #life(): Promise<PhoneState['life']> {
    const device = await store.devices.byId(this.#phone)
    if (device === undefined) throw new Error('the phone is gone')
    return lifeOf(device)
  }

  async #do(act: Act): Promise<{ code: number; message: string } | undefined> {
    const { calls: does, hands } = this.#acts()
    const hand = hands[act]
    if (hand) {
      await hand()
      return undefined
    }
    for (;;) {
      const answer = await does[act]?.()
      // Somebody who does so much at once is asked to wait.
      if (answer?.code === codes.tooManyTries) await new Promise((resolve) => setTimeout(resolve, 5_000))
      else return answer?.data?.results?.find(({ ok }: { ok: boolean }) => !ok) ?? answer
    }
  }

  #acts() {
    const id = this.#phone
    const post = (path: string, body: object) => server.call(`v2/${path}`, { token: this.#token, body })
    const get = (path: string, query: Record<string, string | number>) =>
      server.call(`v2/${path}`, { token: this.#token, query })
    return {
      calls: {
        'open an environment': () => post('environment/open', { id: this.#environment, device_id: id }),
        free: () => get('device/freed', { id }),
        'change the address': () => post('device/changeip', { id }),
        'take control': () => get('device/stream/point', { id, mode: 'control' }),
        maintain: () => post('device/maintain', { id, on: true }),
        'end maintenance': () => post('device/maintain', { id, on: false }),
        delete: () => post('device/del', { id }),
        recover: () => post('device/recover', { id }),
      } as Partial<Record<Act, () => ReturnType<typeof post>>>,
      hands: {
        'block the cable': () => this.#cable.block(),
        'unblock the cable': () => this.#cable.unblock(),
        unplug: () => this.#cable.unplug(),
        'plug in': () => this.#cable.plugIn(),
        'let time run out': () =>
          store.db.updateTable('devices').set({ status_deadline: 1 }).where('id', '=', this.#phone).execute(),
      } as Partial<Record<Act, () => unknown>>,
    }
  }
}

const question = (state: PhoneState, { act }: Pick<Move, 'act'>): string => `${act} at: ${nameOf(state)}`

test('in every state of a phone, the server does what the chart says', { timeout: 600_000 }, async () => {
  const todo = new Set<string>()
  for (const state of everyState()) for (const move of movesFrom(state)) todo.add(question(state, move))
  expect(todo.size).toBeGreaterThan(calls.length * 10)

  const ready: Walker[] = []
  for (const cable of box.cables) ready.push(await Walker.with(cable))
  await Promise.all(
    ready.map(async (walker) => {
      for (;;) {
        const way = wayTo(walker.state, (state, move) => todo.has(question(state, move)))
        if (way === undefined) return
        for (const move of way) {
          todo.delete(question(walker.state, move))
          await walker.make(move)
        }
      }
    }),
  )
  expect([...todo]).toEqual([])
})

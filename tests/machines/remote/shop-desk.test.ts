import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import type { Market } from '../../../domain/markets.ts'
import { textReason } from '../../../domain/reason.ts'
import type { Device, Region } from '../../../src/api/devices.ts'
import type { Environment } from '../../../src/api/environments.ts'
import { ApiError, TransportError } from '../../../src/api/errors.ts'
import type { ShopAndRound } from '../../../src/api/shop-round.ts'
import { differenceOf, shopDeskMachine, warningOf } from '../../../src/machines/remote/shop-desk.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const hour = 60 * 60_000
const regions = [
  { code: 'ca-central', name: '加拿大', country: 'CA', timezone: 'America/Toronto' },
  { code: 'jp-east', name: '日本', country: 'JP', timezone: 'Asia/Tokyo' },
] satisfies Region[]

const shop = (id: number, more: Partial<Environment> = {}): Environment => ({
  id,
  market: 'amazon',
  name: `CA-0${id}`,
  account: '',
  owner_id: 4,
  owner_name: 'manager',
  tags: [],
  region: 'ca-central',
  proxy: null,
  timezone: '',
  language: '',
  device_id: null,
  device_name: null,
  last_opened_at: null,
  record: null,
  note: '',
  created_at: 0,
  updated_at: 0,
  ...more,
})

/** What the desk reads of a phone, with this shop open on it and this address. */
const phone = (
  open: number | null,
  country: string | null = null,
  ip = '203.0.113.7',
  proxy: string | null = null,
): Device =>
  ({
    id: 7,
    environment: open === null ? null : { id: open, name: `CA-0${open}`, market: 'amazon' },
    egress_ip: ip,
    egress_country: country,
    proxy,
  }) as Device

const known = (device: Device) => ({ type: 'phone', phone: device }) as const

const answerOf = (id: number, round: readonly Environment[] = [shop(1), shop(2), shop(3)]): ShopAndRound => ({
  shop: round.find((each) => each.id === id) ?? null,
  round,
  total: round.length,
  doneBeyond: 0,
  groups: [],
  regions,
})

/** A desk whose server the test plays. */
function perform({ worksInShops = true, section }: { worksInShops?: boolean; section?: Market } = {}) {
  const clock = new SimulatedClock()
  const loading = answeredByHand<ShopAndRound>()
  const closing = answeredByHand<void>()
  const opening = answeredByHand<number>()
  const wanted: (number | undefined)[] = []
  const opened: number[] = []
  const left: string[] = []
  const input = {
    fleet: silentFleet,
    worksInShops,
    section,
    opened: (id: number) => opened.push(id),
    left: (market: string) => left.push(market),
  }
  const machine = shopDeskMachine.provide({
    actors: {
      shortcut: fromCallback(() => undefined),
      loadShop: fromPromise(() => loading.call()),
      closeShop: fromPromise(() => closing.call()),
      openNext: fromPromise(({ input: { next } }) => {
        wanted.push(next?.id)
        return opening.call()
      }),
    },
  })
  const actor = createActor(machine, { clock, input }).start()
  return { actor, clock, loading, closing, opening, wanted, opened, left }
}

async function inShop(id: number, round?: readonly Environment[], on: Device = phone(id)) {
  const desk = perform()
  desk.actor.send(known(on))
  await desk.loading.answer(answerOf(id, round))
  return desk
}

const failure = new ApiError(codes.stateForbids, '没有可用的空闲设备')

describe('the shop at the desk', () => {
  test('is asked for by those who work in shops, and by nobody else', () => {
    const manager = perform()
    manager.actor.send(known(phone(1)))
    expect(manager.loading.calls).toBe(1)
    const admin = perform({ worksInShops: false })
    admin.actor.send(known(phone(1)))
    expect(admin.loading.calls).toBe(0)
  })

  test('once closed leads back to its market', async () => {
    const { actor, closing, left, opened } = await inShop(2)
    actor.send({ type: 'close' })
    expect(left).toEqual([])
    await closing.answer()
    expect({ left, opened }).toEqual({ left: ['amazon'], opened: [] })
  })

  test('once closed is followed by the next one that was not opened today, after this by name', async () => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00'))
    const today = { last_opened_at: Date.now() - hour }
    const yesterday = { last_opened_at: Date.now() - 24 * hour }
    const busy = { device_id: 5, device_name: 'B01-05' }
    const round = [shop(1, yesterday), shop(2), shop(3, today), shop(4, busy), shop(5, yesterday)]
    const { actor, closing, opening, wanted, opened } = await inShop(2, round)
    actor.send({ type: 'close and go on' })
    await closing.answer()
    expect(wanted).toEqual([5])
    await opening.answer(8)
    expect(opened).toEqual([8])
    vi.useRealTimers()
  })

  test('begins the round anew at its end, and has no next one when all are done', async () => {
    const done = { last_opened_at: Date.now() }
    const last = await inShop(3)
    last.actor.send({ type: 'close and go on' })
    await last.closing.answer()
    expect(last.wanted).toEqual([1])
    const finished = await inShop(3, [shop(1, done), shop(2, done), shop(3)])
    expect(finished.actor.getSnapshot().can({ type: 'close and go on' })).toBe(false)
  })

  test('is followed by the one that the operator chose, wherever it stands', async () => {
    const { actor, closing, wanted } = await inShop(1)
    actor.send({ type: 'choose next', id: 3 })
    actor.send({ type: 'close and go on' })
    await closing.answer()
    expect(wanted).toEqual([3])
  })

  test('waits for a phone where none is free, also after its own is wiped, and goes on by itself', async () => {
    const { actor, clock, closing, opening, opened, wanted } = await inShop(1)
    actor.send({ type: 'close and go on' })
    await closing.answer()
    await opening.fail(failure)
    actor.send(known(phone(null)))
    expect(opened).toEqual([])
    clock.increment(3_000)
    await settled()
    await opening.answer(8)
    expect({ wanted, opened }).toEqual({ wanted: [2, 2], opened: [8] })
  })

  test.each([
    ['the server asks for patience', new ApiError(codes.tooManyTries, 'later')],
    ['the database is away', new ApiError(codes.databaseAway, 'soon')],
    ['the network is away', new TransportError('no connection')],
  ])('is followed by itself once that has passed: %s', async (_, why) => {
    const { actor, clock, closing, opening, wanted } = await inShop(1)
    actor.send({ type: 'close and go on' })
    await closing.answer()
    await opening.fail(why)
    clock.increment(3_000)
    expect(wanted).toEqual([2, 2])
  })

  test.each([
    ['it is deleted', new ApiError(codes.notFound, 'no such shop')],
    ['it is another’s', new ApiError(codes.notAllowed, 'not yours')],
    ['the server makes a mistake', new ApiError(codes.serverError, 'oops')],
  ])('is not followed by itself where that does not pass, but when the operator tries: %s', async (_, why) => {
    const { actor, clock, closing, opening, wanted, opened, left } = await inShop(1)
    actor.send({ type: 'close and go on' })
    await closing.answer()
    await opening.fail(why)
    clock.increment(120_000)
    expect(wanted).toEqual([2])
    expect(actor.getSnapshot().context.reason).toEqual(textReason(why.message))
    actor.send({ type: 'retry' })
    expect({ wanted, reason: actor.getSnapshot().context.reason }).toEqual({ wanted: [2, 2], reason: null })
    await opening.fail(why)
    actor.send({ type: 'leave' })
    expect({ opened, left }).toEqual({ opened: [], left: ['amazon'] })
  })

  test('goes on on another phone after twenty seconds where nobody hears that it is saved', async () => {
    const { actor, clock, closing, opening, opened, wanted } = await inShop(1, [shop(1, { device_id: 7 }), shop(2)])
    actor.send({ type: 'change phone' })
    await closing.answer()
    clock.increment(19_000)
    expect(wanted).toEqual([])
    clock.increment(1_000)
    await settled()
    await opening.answer(8)
    expect({ wanted, opened }).toEqual({ wanted: [1], opened: [8] })
  })

  test('stays open, and the desk too, where the server does not close it', async () => {
    const { actor, closing, left, opened } = await inShop(1)
    actor.send({ type: 'close and go on' })
    await closing.fail(failure)
    expect(actor.getSnapshot().matches({ shop: 'open' })).toBe(true)
    expect({ left, opened }).toEqual({ left: [], opened: [] })
  })

  test('is asked for anew where the server does not close it, and changes were missed meanwhile', async () => {
    const { actor, loading, closing } = await inShop(1)
    actor.send({ type: 'close' })
    actor.send({ type: 'patches missed' })
    expect(loading.calls).toBe(1)
    await closing.fail(failure)
    expect(loading.calls).toBe(2)
    await loading.answer(answerOf(1, [shop(1, { name: 'CA-01 a' })]))
    expect(actor.getSnapshot().context.shop?.name).toBe('CA-01 a')
    expect(actor.getSnapshot().can({ type: 'close' })).toBe(true)
  })

  test('is closed all the same while it is asked for anew, and asked for once more where the server does not close it', async () => {
    const { actor, loading, closing } = await inShop(1)
    actor.send({ type: 'patches missed' })
    actor.send({ type: 'close' })
    expect({ asked: loading.calls, closed: closing.calls }).toEqual({ asked: 2, closed: 1 })
    await closing.fail(failure)
    expect(loading.calls).toBe(3)
  })

  test('stays open where it can not be asked for anew, until the operator asks again', async () => {
    const { actor, loading } = await inShop(1)
    actor.send({ type: 'patches missed' })
    await loading.fail(failure)
    expect(actor.getSnapshot().can({ type: 'close' })).toBe(true)
    actor.send({ type: 'retry' })
    await loading.answer(answerOf(1, [shop(1, { name: 'CA-01 a' })]))
    expect(actor.getSnapshot().context.shop?.name).toBe('CA-01 a')
  })

  test('is not waited for while the next one is being opened, where the operator does not want to', async () => {
    const { actor, closing, opening, left, opened } = await inShop(1)
    actor.send({ type: 'close and go on' })
    await closing.answer()
    actor.send({ type: 'leave' })
    await opening.answer(8)
    expect({ left, opened }).toEqual({ left: ['amazon'], opened: [] })
  })

  test('keeps to the next shop for which a phone was made ready, though that is open then', async () => {
    const { actor, closing, opening, wanted } = await inShop(1)
    actor.send({ type: 'prepare next' })
    await opening.answer(8)
    const changed = { device_id: 8, device_name: 'B01-08' }
    actor.send({ type: 'patched', patch: { type: 'environment', id: 2, at: 1, changed } })
    actor.send({ type: 'close and go on' })
    await closing.answer()
    expect(wanted).toEqual([2, 2])
  })
})

const differing = (actor: ReturnType<typeof perform>['actor']) => warningOf(actor.getSnapshot()) !== null

describe('the address of a shop', () => {
  test.each([
    ['where the shop expects it', 'CA', false],
    ['in another country', 'US', true],
    ['nobody knows where', null, false],
  ] as const)('stands in the way of the first touch or does not: %s', async (_, country, isInTheWay) => {
    const { actor } = await inShop(1, undefined, phone(1, country))
    expect(differing(actor)).toBe(isInTheWay)
  })

  test('stays in the way while the shop is asked for anew, can not be, and is being closed', async () => {
    const { actor, loading } = await inShop(1, undefined, phone(1, 'US'))
    const shown = [differing(actor)]
    actor.send({ type: 'patches missed' })
    shown.push(differing(actor))
    await loading.fail(failure)
    shown.push(differing(actor))
    actor.send({ type: 'close' })
    shown.push(differing(actor))
    expect(shown).toEqual([true, true, true, true])
  })

  test('is nobody’s business where the shop has no region', async () => {
    const { actor } = await inShop(1, [shop(1, { region: '' })], phone(1, 'US'))
    expect(differing(actor)).toBe(false)
  })

  test('is accepted for itself alone: another wrong one is in the way again', async () => {
    const { actor } = await inShop(1, undefined, phone(1, 'US'))
    actor.send({ type: 'accept address' })
    expect(differing(actor)).toBe(false)
    actor.send(known(phone(1, 'CA', '203.0.113.8')))
    expect(differing(actor)).toBe(false)
    actor.send(known(phone(1, 'JP', '203.0.113.9')))
    expect(differing(actor)).toBe(true)
  })
})

const behindProxy = {
  proxy: { type: 'http', host: 'gw.proxy.example', port: 8000, user_name: 'somebody', has_password: true },
} as const

describe('the proxy of a shop', () => {
  test.each([
    ['is the phone’s, whoever has to sign in to it', behindProxy, 'gw.proxy.example:8000', null],
    ['is another than the phone’s', behindProxy, 'gw.proxy.example:8001', 'proxy'],
    ['is none, and the phone has one', { proxy: null }, 'gw.proxy.example:8000', 'proxy'],
    ['is one, and the phone has none', behindProxy, '', 'proxy'],
    ['is none, as the phone’s', { proxy: null }, '', null],
    ['is one, and nobody knows the phone’s', behindProxy, null, null],
  ] as const)('stands in the way of the first touch or does not: %s', async (_, of, proxy, difference) => {
    const { actor } = await inShop(1, [shop(1, of)], phone(1, 'CA', '203.0.113.7', proxy))
    expect(differing(actor)).toBe(difference !== null)
    expect(differenceOf(actor.getSnapshot().context)).toBe(difference)
  })

  test('and its country may both be others', async () => {
    const { actor } = await inShop(1, [shop(1, behindProxy)], phone(1, 'US', '203.0.113.7', ''))
    expect(differenceOf(actor.getSnapshot().context)).toBe('both')
  })

  test('is accepted together with the address: when one of the two is another, it is in the way again', async () => {
    const { actor } = await inShop(1, undefined, phone(1, 'US', '203.0.113.7', '10.0.0.9:3128'))
    actor.send({ type: 'accept address' })
    expect(differing(actor)).toBe(false)
    actor.send(known(phone(1, 'US', '203.0.113.7', '10.0.0.9:8080')))
    expect(differing(actor)).toBe(true)
    actor.send(known(phone(1, 'US', '203.0.113.7', '10.0.0.9:3128')))
    expect(differing(actor)).toBe(false)
    actor.send(known(phone(1, 'US', '203.0.113.8', '10.0.0.9:3128')))
    expect(differing(actor)).toBe(true)
  })
})

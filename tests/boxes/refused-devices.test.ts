import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { eventsTopic } from '../../domain/box-protocol.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { fc } from '../support/properties.ts'

let server: TestServer
let store: TestStore
let agent: string
let rival: string
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  await store.addUser({ user_name: 'rival', role: 'agent' }, 'admin')
  agent = await server.signIn('agent')
  const body = { user_name: 'rival', password: 'correct-horse-1' }
  rival = (await server.call('v2/user/login', { body })).data.token
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

let count = 0
/** A new box and its agent. */
async function newBox(slots: number, token = agent): Promise<FakeBox> {
  const code = `R-${(count += 1)}`
  await server.call('v2/box/add', { token, body: { name: code, code, region: 'jp-east', slots } })
  return connectBox(server, store, code)
}

/** Says whatever a test likes in the name of a box. */
const say = (box: FakeBox, event: object) =>
  box.client.publishAsync(eventsTopic(box.id), JSON.stringify(event), { qos: 1 })

const devices = (box: FakeBox) =>
  store.db.selectFrom('devices').selectAll().where('box_id', '=', box.id).orderBy('slot').execute()
const serials = async (box: FakeBox) => (await devices(box)).map(({ serial }) => serial)
const refused = async (box: FakeBox, token = agent) =>
  (await server.call('v2/box/list', { token, query: { id: box.id } })).data.items[0].refused

describe('a phone whose report cannot be read', () => {
  test('is refused alone, and the box says which one and why', async () => {
    const box = await newBox(5)
    const patches = await hearPatches(server, agent)
    const phones = [readyPhone('OK1'), readyPhone('HALF', { model: 'Pixel \ud83d' }), readyPhone('OK2')]
    await box.report(inventory(phones))
    const patch = await patches.next(({ id, type, changed }) => type === 'box' && id === box.id && 'refused' in changed)
    expect(patch.changed.refused).toEqual([{ serial: 'HALF', reason: 'model' }])
    expect(await serials(box)).toEqual(['OK1', 'OK2'])
    expect(await refused(box)).toEqual([{ serial: 'HALF', reason: 'model' }])

    // That its battery has changed does not say what its model is.
    await box.report({ type: 'phones', phones: [{ serial: 'HALF', state: 'ready', battery: 5 }, readyPhone('OK3')] })
    await expect.poll(() => serials(box)).toEqual(['OK1', 'OK2', 'OK3'])
    expect(await refused(box)).toEqual([{ serial: 'HALF', reason: 'model' }])

    // As soon as it can be read, it is let in.
    await box.report(inventory(['OK1', 'HALF', 'OK2', 'OK3'].map((serial) => readyPhone(serial))))
    await expect.poll(() => serials(box)).toEqual(['OK1', 'OK2', 'OK3', 'HALF'])
    expect(await refused(box)).toEqual([])
    await patches.close()
    await box.close()
  })

  test('stays as it was where the box has had it', async () => {
    const box = await newBox(5)
    await box.report(inventory([readyPhone('WAS'), readyPhone('BESIDE')]))
    await expect.poll(() => serials(box)).toHaveLength(2)
    await box.report(inventory([readyPhone('WAS', { model: 'Pixel\0' }), readyPhone('BESIDE', { battery: 7 })]))
    await expect.poll(async () => (await devices(box))[1]?.battery).toBe(7)
    expect((await devices(box))[0]).toMatchObject({ serial: 'WAS', status: 'idle', model: 'Pixel 6' })
    expect(await refused(box)).toEqual([{ serial: 'WAS', reason: 'model' }])
    await box.report({ type: 'phone_lost', serial: 'WAS' })
    await expect.poll(async () => (await devices(box))[0]?.status).toBe('offline')
    expect(await refused(box)).toEqual([])
    await box.close()
  })

  test('keeps no other out, whatever any of its fields says', async () => {
    const box = await newBox(1_000)
    const fields = [
      'serial',
      'state',
      'model',
      'android_version',
      'resolution',
      'ip',
      'battery',
      'temperature',
      'cpu',
      'memory',
      'storage',
      'unknown',
    ]
    const nonsense = fc.oneof(
      fc.constantFrom(
        '\0',
        'a\0b',
        '\ud800',
        'x\udfff',
        '\u202e',
        ' ',
        '',
        'x'.repeat(100_000),
        "'; drop table devices; --",
      ),
      fc.constantFrom<unknown>(null, true, [], {}, ['x'], -1, 1e308, 2 ** 53, 0.1, '__proto__'),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.jsonValue(),
    )
    const report = fc.tuple(fc.subarray(fields, { minLength: 1 }), fc.array(nonsense, { minLength: 12, maxLength: 12 }))
    const kind = fc.constantFrom('inventory', 'phones')
    let round = 0
    await fc.assert(
      fc.asyncProperty(kind, fc.oneof(report, nonsense), async (type, said) => {
        round += 1
        const bad =
          Array.isArray(said) && Array.isArray(said[0])
            ? { ...readyPhone(`BAD${round}`), ...Object.fromEntries(said[0].map((field, i) => [field, said[1]?.[i]])) }
            : said
        const battery = round % 100
        const phones = [readyPhone('FIRST', { battery }), bad, readyPhone('LAST', { battery })]
        await say(box, { type, agent_version: '0.1.0', health: {}, phones })
        await expect
          .poll(async () => (await devices(box)).filter(({ serial }) => ['FIRST', 'LAST'].includes(serial)), {
            interval: 5,
          })
          .toMatchObject([
            { status: 'idle', battery },
            { status: 'idle', battery },
          ])
      }),
      { numRuns: 80 },
    )
    await box.close()
  })
})

describe('a phone that adb lists and cannot speak to', () => {
  const unauthorized = reason('boxes.refused.reasons.unauthorized')

  test('takes no slot before it was spoken to, and its box says why', async () => {
    const box = await newBox(2)
    const patches = await hearPatches(server, agent)
    const stranger = { serial: 'NEW', reason: 'unauthorized' } as const
    await box.report(inventory([readyPhone('SEEN')], [stranger]))
    await patches.next(({ id, type, changed }) => type === 'box' && id === box.id && 'refused' in changed)
    expect(await refused(box)).toEqual([stranger])
    expect(await serials(box)).toEqual(['SEEN'])

    // Others report meanwhile; then somebody looks at its screen.
    await box.report({ type: 'phones', phones: [readyPhone('SEEN', { battery: 7 })] })
    await box.report({ type: 'phone_lost', serial: 'NEW', reason: 'offline' })
    await expect.poll(() => refused(box)).toEqual([{ serial: 'NEW', reason: 'offline' }])
    await box.report({ type: 'phones', phones: [readyPhone('NEW')] })
    await expect.poll(() => serials(box)).toEqual(['SEEN', 'NEW'])
    expect(await refused(box)).toEqual([])
    await patches.close()
    await box.close()
  })

  test('is offline with the reason until it is back', async () => {
    const box = await newBox(2)
    const first = async () => (await devices(box))[0]
    await box.report(inventory([readyPhone('USB')]))
    await expect.poll(async () => (await first())?.status).toBe('idle')
    await box.report({ type: 'phone_lost', serial: 'USB', reason: 'unauthorized' })
    await expect.poll(first).toMatchObject({ status: 'offline', status_reason: unauthorized })
    const noPermissions = { serial: 'USB', reason: 'no_permissions' } as const
    await box.report(inventory([], [noPermissions]))
    await expect
      .poll(async () => (await first())?.status_reason)
      .toEqual(reason('boxes.refused.reasons.no_permissions'))
    expect(await refused(box)).toEqual([])
    await box.report(inventory([]))
    await expect.poll(async () => (await first())?.status_reason).toEqual(reason('devices.reason.lost'))

    await box.report({ type: 'phone_lost', serial: 'USB', reason: 'unauthorized' })
    await expect.poll(async () => (await first())?.status_reason).toEqual(unauthorized)
    // Without its agent nobody knows.
    await box.vanish()
    await expect.poll(async () => (await first())?.status_reason).toEqual(reason('devices.reason.agentLost'))
    const again = await connectBox(server, store, `R-${count}`)
    await again.report(inventory([readyPhone('USB')]))
    await expect.poll(first).toMatchObject({ status: 'idle', status_reason: null })
    await again.close()
  })

  test('stays faulty for its own reason', async () => {
    const box = await newBox(1)
    await box.report(inventory([readyPhone('BROKEN')]))
    await expect.poll(() => serials(box)).toHaveLength(1)
    const broken = { status: 'faulty', status_reason: textReason('broken') } as const
    await store.db.updateTable('devices').set(broken).where('box_id', '=', box.id).execute()
    for (let round = 0; round < 2; round += 1)
      await box.report({ type: 'phone_lost', serial: 'BROKEN', reason: 'unauthorized' })
    await expect
      .poll(async () => (await devices(box))[0])
      .toMatchObject({ status: 'offline', status_reason: textReason('broken') })
    await box.close()
  })

  test('keeps nobody out, however many of its kind there are', async () => {
    const box = await newBox(200)
    const many = Array.from({ length: 150 }, (_, i) => ({ serial: `S${i}`, reason: 'unauthorized' }) as const)
    await box.report(inventory([], many))
    await expect.poll(() => refused(box)).toHaveLength(100)
    await box.report({ type: 'phones', phones: [readyPhone('S0'), readyPhone('S149')] })
    await expect.poll(() => serials(box)).toEqual(['S0', 'S149'])
    await box.close()
  })
})

describe('a box with fewer slots than phones', () => {
  test('takes as many as it has slots, and says which it does not', async () => {
    const box = await newBox(5)
    const phones = Array.from({ length: 1_000 }, (_, i) => readyPhone(`MANY${String(i).padStart(3, '0')}`))
    await box.report(inventory(phones))
    await expect.poll(() => refused(box)).toHaveLength(100)
    expect((await refused(box))[0]).toEqual({ serial: 'MANY005', reason: 'full' })
    expect(await devices(box)).toHaveLength(5)
    expect((await devices(box)).map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5])

    await server.call('v2/box/edit', { token: agent, body: { id: box.id, slots: 7 } })
    await box.report(inventory(phones.slice(0, 8)))
    await expect.poll(() => devices(box)).toHaveLength(7)
    expect(await refused(box)).toEqual([{ serial: 'MANY007', reason: 'full' }])
    await box.report({ type: 'phones', phones: [readyPhone('ONEMORE')] })
    const both = ['ONEMORE', 'MANY007'].map((serial) => ({ serial, reason: 'full' }))
    await expect.poll(() => refused(box)).toEqual(both)
    await box.close()
  })
})

describe('a serial number that stands in another box', () => {
  test('is refused while the phone is there, and moves with all that it is once it has gone', async () => {
    const [old, next] = [await newBox(5), await newBox(5)]
    await old.report(inventory([readyPhone('TWIN'), readyPhone('STAYS')]))
    await expect.poll(() => devices(old)).toHaveLength(2)
    const [before] = await devices(old)

    await next.report(inventory([readyPhone('TWIN'), readyPhone('OTHER')]))
    await expect.poll(() => serials(next)).toEqual(['OTHER'])
    expect(await refused(next)).toEqual([{ serial: 'TWIN', reason: 'elsewhere' }])

    const patches = await hearPatches(server, agent)
    await old.report({ type: 'phone_lost', serial: 'TWIN' })
    await expect.poll(async () => (await devices(old))[0]?.status).toBe('offline')
    await next.report(inventory([readyPhone('TWIN'), readyPhone('OTHER')]))
    const patch = await patches.next(({ id, changed }) => id === before?.id && changed.box_id === next.id)
    expect(patch.changed).toMatchObject({ box_id: next.id, box_name: expect.stringMatching(/^R-/), slot: 2 })
    expect((await devices(next))[1]).toMatchObject({
      id: before?.id,
      name: before?.name,
      owner_id: before?.owner_id,
      status: 'idle',
    })
    expect(await refused(next)).toEqual([])
    expect(await serials(old)).toEqual(['STAYS'])

    // A box that is gone has no phones.
    await next.vanish()
    await expect.poll(async () => (await devices(next)).map(({ status }) => status)).toEqual(['offline', 'offline'])
    await old.report({ type: 'phones', phones: [readyPhone('OTHER')] })
    await expect.poll(() => serials(old)).toEqual(['OTHER', 'STAYS'])
    await patches.close()
    await old.close()
  })

  test("does not move into somebody else's box", async () => {
    const [mine, theirs] = [await newBox(5), await newBox(5, rival)]
    await mine.report(inventory([readyPhone('MINE')]))
    await expect.poll(() => serials(mine)).toEqual(['MINE'])
    await mine.vanish()
    await expect.poll(async () => (await devices(mine))[0]?.status).toBe('offline')
    await theirs.report(inventory([readyPhone('MINE')]))
    await expect.poll(() => refused(theirs, rival)).toEqual([{ serial: 'MINE', reason: 'elsewhere' }])
    expect(await serials(theirs)).toEqual([])
    await theirs.close()
  })

  test('that is an address belongs to every network alike', async () => {
    const boxes = [await newBox(5), await newBox(5)]
    for (const box of boxes) await box.report(inventory([readyPhone('192.168.1.20:5555')]))
    for (const box of boxes) await expect.poll(() => serials(box)).toEqual(['192.168.1.20:5555'])
    await Promise.all(boxes.map((box) => box.close()))
  })

  test('gets into one of two boxes that claim it at once', async () => {
    const boxes = [await newBox(50), await newBox(50)]
    const phones = Array.from({ length: 20 }, (_, i) => readyPhone(`RACE${i}`))
    await Promise.all([boxes[0]?.report(inventory(phones)), boxes[1]?.report(inventory(phones.toReversed()))])
    const standing = async () => (await Promise.all(boxes.map(serials))).flat().toSorted()
    await expect.poll(async () => (await Promise.all(boxes.map((box) => refused(box)))).flat()).toHaveLength(20)
    expect(await standing()).toEqual(phones.map(({ serial }) => serial).toSorted())
    await Promise.all(boxes.map((box) => box.close()))
  })
})

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { BoxUnderTest, Program, startPhones, type VirtualPhones } from './box-under-test.ts'

let phones: VirtualPhones
let box: BoxUnderTest

beforeAll(async () => {
  phones = await startPhones(2)
})
afterAll(() => phones.program.stop())
beforeEach(async () => {
  box = await BoxUnderTest.open({ ADB_ENDPOINTS: phones.endpoints.join(',') })
  await box.phonesReady(phones.serials)
})
afterEach(() => box.close())

const serial = (): string => phones.serials[0] ?? ''

describe('the servers are told of all phones', () => {
  test('when the broker comes back', async () => {
    await box.stopBroker()
    await box.startBroker()
    const { phones: reported, agent_version, health } = await box.event('inventory')
    expect(reported.map((phone) => phone.serial).toSorted()).toEqual(phones.serials.toSorted())
    expect(agent_version).toMatch(/^\d+\.\d+\.\d+/)
    expect(health.memory).toBeGreaterThan(0)
  })

  test('under new credentials when the old ones are refused', async () => {
    // The broker takes only the password of the latest enrolment.
    box.enrolments = 5
    box.dropAgent()
    await box.event('inventory', (inventory) => inventory.phones.length === 2)
    expect(box.enrolments).toBe(6)
  })
})

describe('a command', () => {
  test('for a phone that is not there fails with a reason', async () => {
    box.command({ id: 'lost-one', serial: 'NOBODY', ticket: 'x' })
    expect(await box.event('result')).toEqual({
      type: 'result',
      command_id: 'lost-one',
      ok: false,
      reason: reason('agent.noSuchPhone'),
    })
  })

  test('that is too late is not begun', async () => {
    box.command({ id: 'late', serial: serial(), ticket: 'x', deadline: Date.now() - 2_000 })
    expect(await box.event('result')).toMatchObject({ command_id: 'late', ok: false, reason: reason('agent.tooLate') })
  })

  test('that comes twice is done once', async () => {
    for (const id of ['twice', 'twice', 'once']) box.command({ id, serial: 'NOBODY', ticket: 'x' })
    expect((await box.event('result')).command_id).toBe('twice')
    expect((await box.event('result')).command_id).toBe('once')
  })

  test('whose relay is away fails with a reason', async () => {
    box.command({ serial: serial(), ticket: 'x', relay_url: 'ws://127.0.0.1:1/relay/agent' })
    const said = expect.any(String)
    expect(await box.event('result')).toMatchObject({ ok: false, reason: { code: 'agent.noRelay', params: { said } } })
  })

  test('that is followed is answered with success', async () => {
    await box.relay.observe({ serial: serial() })
    expect(await box.event('result')).toMatchObject({ ok: true, reason: null })
  })
})

describe('the agent', () => {
  test('says that it leaves, and leaves', async () => {
    expect(await box.agent.stop()).toBe(0)
    await box.event('agent_lost')
  })

  test('is told to be lost by its last will when it is killed', async () => {
    box.agent.child.kill('SIGKILL')
    await box.event('agent_lost')
  })

  test('leaves when the process that started it does', async () => {
    box.agent.child.disconnect()
    expect(await box.agent.exited).toBe(0)
  })

  test('keeps its adb key where only its owner can read it', async () => {
    expect((await stat(join(box.env.AGENT_DATA ?? '', 'adb-key.p8'))).mode & 0o777).toBe(0o600)
  })

  test('writes no secret into its log', async () => {
    const viewer = await box.relay.observe({ serial: phones.serials[0] })
    await viewer.state({ stream: 'streaming' })
    const written = JSON.stringify(box.agent.lines)
    expect(written).not.toContain('secret-')
    expect(written).not.toContain('enrolment token')
    // A ticket: its content, and its signature.
    expect(written).not.toMatch(/[\w-]{50,}\.[\w-]{43}/)
  })

  test('ends when the server does not know its token', async () => {
    const stranger = new Program('agent/main.ts', [], { ...box.env, ENROLMENT_TOKEN: 'another' })
    expect(await stranger.exited).toBe(2)
    expect(stranger.lines.at(-1)).toMatchObject({ level: 'error', msg: expect.stringContaining('ENROLMENT_TOKEN') })
  })

  test('waits for a server that is away', async () => {
    const early = new Program('agent/main.ts', [], { ...box.env, PHONEDECK_URL: 'http://127.0.0.1:1' })
    await early.line(({ msg }) => msg === 'enrolling failed; trying again')
    expect(await early.stop()).toBe(0)
  })
})

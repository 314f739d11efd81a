import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { maxOutput, type CommandEnded } from '../../domain/command-protocol.ts'
import { Cable } from '../support/cable.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'

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

const shell = (script: string, timeout = 10_000, id?: string): string =>
  box.give({ type: 'shell', serial: serial(), script, timeout }, id === undefined ? {} : { id })

/** What a command said until it ended, and how it ended. Each piece has to follow on the one before. */
async function outcome(id: string): Promise<{ output: string; ended: CommandEnded }> {
  let output = ''
  for (;;) {
    const event = await box.anyEvent((one) => 'command_id' in one && one.command_id === id)
    if (event.type === 'command_ended') return { output, ended: event }
    if (event.type !== 'command_output') continue
    expect(event.offset).toBe(output.length)
    output += event.text
  }
}

test('a script runs, and its output and exit code come back', async () => {
  const { output, ended } = await outcome(shell('echo 你好; echo wrong >&2; exit 3'))
  expect(output).toContain('你好\n')
  expect(output).toContain('wrong\n')
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 3, reason: null, truncated: false })
})

test('output comes while the script still runs, until it is cancelled', async () => {
  const id = shell('echo early; sleep 60')
  await box.anyEvent(
    (event) => event.type === 'command_output' && event.command_id === id && event.text.includes('early'),
  )
  box.give({ type: 'cancel', command_id: id })
  expect(await box.event('command_ended')).toMatchObject({ command_id: id, ending: 'cancelled', exit_code: null })
})

test('a script that takes too long is ended', async () => {
  const { ended } = await outcome(shell('echo begun; sleep 60', 500))
  expect(ended).toMatchObject({ ending: 'timed_out', exit_code: null })
})

test('of 100 MB that are printed the first 256 kB are kept', async () => {
  const { output, ended } = await outcome(shell('head -c 104857600 /dev/zero', 60_000))
  expect(output.length).toBe(maxOutput)
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 0, truncated: true })
}, 90_000)

test('the same command does not begin twice', async () => {
  const count = 'echo x >> /data/local/tmp/count; wc -l < /data/local/tmp/count'
  await outcome(shell(`rm -f /data/local/tmp/count; ${count}`, 10_000, 'same'))
  shell(count, 10_000, 'same')
  expect((await outcome(shell('wc -l < /data/local/tmp/count'))).output.trim()).toBe('1')
})

test('what was missed is told again, from where it is asked', async () => {
  const id = shell('echo first; echo second')
  await outcome(id)
  box.give({ type: 'report', command_id: id, offset: 'first\n'.length })
  const again = await box.anyEvent((event) => event.type === 'command_output' && event.command_id === id)
  expect(again).toMatchObject({ offset: 'first\n'.length, text: 'second\n' })
  expect(await box.anyEvent((event) => event.type === 'command_ended' && event.command_id === id)).toMatchObject({
    ending: 'exited',
    exit_code: 0,
  })
})

test('a command that the agent knows nothing of has failed', async () => {
  box.give({ type: 'report', command_id: 'before-the-restart', offset: 0 })
  expect((await outcome('before-the-restart')).ended).toMatchObject({
    ending: 'failed',
    reason: reason('agent.workUnknown'),
  })
})

test('a command that was meant for the agent since it was started, and never came, is begun when it is given', async () => {
  // What the agent calls itself it tells with all phones; a new line to the broker has it tell them.
  box.dropAgent()
  const { agent_boot } = await box.event('inventory', (event) => event.agent_boot !== undefined)
  const id = `${agent_boot}-never-came`
  box.give({ type: 'report', command_id: id, offset: 0 })
  expect(await box.event('command_unreceived')).toEqual({ type: 'command_unreceived', command_id: id })

  shell('echo late', 10_000, id)
  expect(await outcome(id)).toMatchObject({ output: 'late\n', ended: { ending: 'exited', exit_code: 0 } })
  box.give({ type: 'report', command_id: id, offset: 0 })
  expect(await outcome(id)).toMatchObject({ output: 'late\n', ended: { ending: 'exited', exit_code: 0 } })
})

test('a command that came too late can be given again by the same id', async () => {
  const id = box.give(
    { type: 'shell', serial: serial(), script: 'ls', timeout: 1_000 },
    { deadline: Date.now() - 2_000 },
  )
  expect((await outcome(id)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.tooLate') })
  shell('echo in time', 10_000, id)
  expect((await outcome(id)).output).toBe('in time\n')
})

test('an agent that is killed and started again knows which commands it began, and that the rest never came', async () => {
  const restart = async (signal: 'SIGKILL' | 'SIGTERM') => {
    box.agent.child.kill(signal)
    await box.agent.exited
    box.startAgent()
  }
  box.dropAgent()
  const { agent_boot: boot } = await box.event('inventory', (event) => event.agent_boot !== undefined)
  expect(boot).toMatch(/^[0-9a-f]{16}$/)
  const [begun, lost] = [`${boot}-begun`, `${boot}-lost`]
  await outcome(shell('true', 10_000, begun))

  await restart('SIGKILL')
  expect((await box.event('inventory')).agent_boot).toBe(boot)
  box.give({ type: 'report', command_id: begun, offset: 0 })
  expect((await outcome(begun)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.workUnknown') })
  box.give({ type: 'report', command_id: lost, offset: 0 })
  expect(await box.event('command_unreceived')).toEqual({ type: 'command_unreceived', command_id: lost })

  // One that has forgotten what it began calls itself otherwise, and vouches for nothing.
  await rm(join(box.env.AGENT_DATA ?? '', 'begun-work'))
  await restart('SIGTERM')
  const other = await box.event('inventory', (event) => event.agent_boot !== boot)
  expect(other.agent_boot).toMatch(/^[0-9a-f]{16}$/)
  box.give({ type: 'report', command_id: lost, offset: 0 })
  expect((await outcome(lost)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.workUnknown') })
})

test('a command on a phone that is not there fails with a reason', async () => {
  const id = box.give({ type: 'shell', serial: 'NOBODY', script: 'ls', timeout: 1_000 })
  expect((await outcome(id)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.noSuchPhone') })
})

test('a command that comes too late is not begun', async () => {
  const id = box.give(
    { type: 'shell', serial: serial(), script: 'ls', timeout: 1_000 },
    { deadline: Date.now() - 2_000 },
  )
  expect((await outcome(id)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.tooLate') })
})

test('a phone that is lost meanwhile fails its command, and a restart is done once it is told', async () => {
  const script = shell('sleep 60', 60_000)
  await box.anyEvent((event) => event.type === 'command_output' && event.command_id === script)
  const restart = box.give({ type: 'reboot', serial: serial() })
  const endings = new Map<string, CommandEnded>()
  while (endings.size < 2) {
    const event = await box.anyEvent((one) => one.type === 'command_ended')
    if (event.type === 'command_ended') endings.set(event.command_id, event)
  }
  expect(endings.get(restart)).toMatchObject({ ending: 'exited', exit_code: 0 })
  expect(endings.get(script)).toMatchObject({ ending: 'failed', exit_code: null })
  expect(endings.get(script)?.reason).not.toBeNull()
  await box.phonesReady([serial()])
})

test('a restart of which a phone that hangs says nothing ends when its time is up, or when it is cancelled', async () => {
  const cable = await Cable.to(Number(phones.endpoints[0]?.split(':')[1]))
  const other = await BoxUnderTest.open({ ADB_ENDPOINTS: `127.0.0.1:${cable.port}` })
  await other.phonesReady([serial()])
  cable.block()
  const restart = (timeout: number) => other.give({ type: 'reboot', serial: serial(), timeout })
  const [late, cancelled] = [restart(1_000), restart(600_000)]
  other.give({ type: 'cancel', command_id: cancelled })
  const ended = [await other.event('command_ended'), await other.event('command_ended')]
  const endings = ended.map(({ command_id, ending, exit_code }) => [command_id, { ending, exit_code }])
  expect(Object.fromEntries(endings)).toEqual({
    [late]: { ending: 'timed_out', exit_code: null },
    [cancelled]: { ending: 'cancelled', exit_code: null },
  })
  cable.unblock()
  await other.close()
  await cable.close()
})

/** The agent says that the phone has this proxy now. */
const told = (proxy: string) =>
  box.event('phones', ({ phones: changed }) => changed.some((one) => one.serial === serial() && one.proxy === proxy))

test('another proxy is told as soon as the command has ended that set it', async () => {
  await outcome(shell('settings put global http_proxy 10.0.0.9:3128'))
  await told('10.0.0.9:3128')
  await outcome(shell('settings put global http_proxy :0'))
  await told('')
})

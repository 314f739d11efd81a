import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Adb } from '../agent/adb.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from '../agent/box-under-test.ts'
import { Cable } from '../support/cable.ts'

const count = 12
const blackout = 60_000
/** How soon all are back once the cause has ended, in milliseconds. */
const limit = 15_000

/** Below the ports that the system hands out: the phones come back to theirs. */
const port = 20_100 + (process.pid % 1_000) * count
let phones: VirtualPhones
let cables: Cable[]
let adb: Adb
let box: BoxUnderTest

beforeAll(async () => {
  phones = await startPhones(count, port)
  cables = await Promise.all(phones.endpoints.map((endpoint) => Cable.to(Number(endpoint.split(':')[1]))))
  adb = await Adb.open()
  for (const address of addresses()) await adb.run('connect', address)
  box = await BoxUnderTest.open({ ADB_SERVER: `127.0.0.1:${adb.port}` })
  await box.phonesReady(phones.serials)
})
afterAll(async () => {
  await box.close()
  await adb.stop()
  await Promise.all(cables.map((cable) => cable.close()))
  await phones.program.stop()
})

const addresses = () => cables.map((cable) => `127.0.0.1:${cable.port}`)

async function allLost(): Promise<void> {
  const gone = new Set<string>()
  while (gone.size < count) gone.add((await box.event('phone_lost')).serial)
}

/** Waits until the agent reports all phones ready and adb lists them, and says how long that took. */
async function allBack(cause: string): Promise<void> {
  const start = performance.now()
  await box.phonesReady(phones.serials)
  await expect
    .poll(async () => {
      const list = await adb.run('devices')
      return addresses().filter((address) => !list.includes(`${address}\tdevice`))
    })
    .toEqual([])
  const took = Math.round(performance.now() - start)
  console.log(`${count} phones are back ${took} ms after ${cause}`)
  expect(took).toBeLessThan(limit)
}

test('after each has rebooted', async () => {
  const lost = allLost()
  await Promise.all(addresses().map((address) => adb.run('-s', address, 'reboot')))
  await lost
  await allBack('a reboot')
})

test('after their program was killed', async () => {
  const lost = allLost()
  phones.program.child.kill('SIGKILL')
  await lost
  phones = await startPhones(count, port)
  await allBack('the phones were started again')
})

test('after the adb server was killed', async () => {
  const lost = allLost()
  await adb.stop()
  await lost
  await adb.start()
  await allBack('the adb server was started again')
})

test('after the agent was killed', async () => {
  box.agent.child.kill('SIGKILL')
  await box.agent.exited
  box.startAgent()
  await allBack('the agent was started again')
})

test('after the agent and the adb server were killed together', async () => {
  box.agent.child.kill('SIGKILL')
  await Promise.all([box.agent.exited, adb.stop()])
  await adb.start()
  box.startAgent()
  await allBack('both were started again')
})

test('after a minute without the network', async () => {
  const lost = allLost()
  for (const cable of cables) cable.unplug()
  await lost
  await delay(blackout)
  for (const cable of cables) cable.plugIn()
  await allBack('a blackout')
})

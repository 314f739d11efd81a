import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Adb } from './adb.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'

let phones: VirtualPhones
let adb: Adb
let box: BoxUnderTest

beforeEach(async () => {
  phones = await startPhones(2)
  adb = await Adb.open()
  box = await BoxUnderTest.open({ ADB_SERVER: `127.0.0.1:${adb.port}` })
})
afterEach(async () => {
  await box.close()
  await adb.stop()
  await phones.program.stop()
})

test('phones are found as adb learns of them, and lost as it forgets them', async () => {
  await adb.run('connect', phones.endpoints[0] ?? '')
  await box.phonesReady([phones.serials[0] ?? ''])
  await adb.run('connect', phones.endpoints[1] ?? '')
  await box.phonesReady([phones.serials[1] ?? ''])
  await adb.run('disconnect', phones.endpoints[1] ?? '')
  expect((await box.event('phone_lost')).serial).toBe(phones.serials[1])
})

test('a restarted adb server is told of the phones that its predecessor knew', async () => {
  for (const endpoint of phones.endpoints) await adb.run('connect', endpoint)
  await box.phonesReady(phones.serials)
  await adb.stop()
  const lost = [(await box.event('phone_lost')).serial, (await box.event('phone_lost')).serial]
  expect(lost.toSorted()).toEqual(phones.serials.toSorted())
  await adb.start()
  await box.phonesReady(phones.serials)
})

test('phones on the network are dialled again where the agent and its adb server were restarted together', async () => {
  for (const endpoint of phones.endpoints) await adb.run('connect', endpoint)
  await box.phonesReady(phones.serials)
  await expect
    .poll(async () => {
      const kept = await readFile(join(box.env.AGENT_DATA ?? '', 'phones.json'), 'utf8').catch(() => '')
      return phones.serials.every((serial) => kept.includes(serial))
    })
    .toBe(true)
  box.agent.child.kill('SIGKILL')
  await Promise.all([box.agent.exited, adb.stop()])
  await adb.start()
  expect(await adb.run('devices')).not.toContain('127.0.0.1')
  box.startAgent()
  await box.phonesReady(phones.serials)
})

test('an adb server that starts later than the agent is found', async () => {
  await adb.stop()
  const late = await BoxUnderTest.open({ ADB_SERVER: `127.0.0.1:${adb.port}` })
  await late.agent.line(({ msg }) => msg === 'the adb server is not reached')
  await adb.start()
  await adb.run('connect', phones.endpoints[0] ?? '')
  await late.phonesReady([phones.serials[0] ?? ''])
  await late.close()
})

import { ReadableStream } from '@yume-chan/stream-extra'
import { describe, expect, test } from 'vitest'
import { changes, readAnswers, readSurvey } from '../../agent/phone-survey.ts'
import { parseBoxEvent } from '../../domain/box-protocol.ts'
import { fc } from '../support/properties.ts'
import { cpuOf } from '../support/cpu-time.ts'

const mark = '--phonedeck--'

/** What a phone of the shelf answers, question by question, as toybox and dumpsys of Android 13 print it. */
const answers = {
  serial: 'R58M12ABCDE',
  booted: '1',
  model: 'SM-A515F',
  version: '13',
  size: 'Physical size: 1080x2400\nOverride size: 720x1600',
  battery: `Current Battery Service state:
  AC powered: false
  USB powered: true
  Max charging current: 500000
  status: 2
  health: 2
  present: true
  level: 87
  scale: 100
  voltage: 4212
  temperature: 312
  technology: Li-ion`,
  addresses: `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
14: rmnet_data0@rmnet_ipa0: <UP,LOWER_UP> mtu 1428 qdisc htb state UNKNOWN group default qlen 1000
    inet 100.71.3.9/30 scope global rmnet_data0
       valid_lft forever preferred_lft forever
30: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 3000
    inet 192.168.1.23/24 brd 192.168.1.255 scope global wlan0
       valid_lft forever preferred_lft forever`,
  memory: 'MemTotal:        3809036 kB\nMemFree:          112064 kB\nMemAvailable:    1523614 kB',
  storage:
    'Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-8 111155836 41127660  70028176  37% /data',
  stat: 'cpu  1000 0 500 8000 400 50 50 0 0 0',
  proxy: '=gw.proxy.example:8000',
}

type Answers = typeof answers
const output = (changed: Partial<Answers> = {}): string =>
  Object.values({ ...answers, ...changed })
    .map((answer) => `${answer}\r\n${mark}\r\n`)
    .join('')

const read = (changed: Partial<Answers> = {}) => readSurvey(output(changed), 'usb-1', undefined).report

describe('a phone’s answers', () => {
  test('are read into a report', () => {
    expect(read()).toEqual({
      serial: 'R58M12ABCDE',
      state: 'ready',
      model: 'SM-A515F',
      android_version: '13',
      resolution: '720x1600',
      battery: 87,
      temperature: 31.2,
      ip: '192.168.1.23',
      proxy: 'gw.proxy.example:8000',
      cpu: undefined,
      memory: 60,
      storage: 37,
    })
  })

  test('leave out what it does not tell', () => {
    const silent = Object.fromEntries(Object.keys(answers).map((name) => [name, '']))
    expect(read({ ...silent, serial: 'A' })).toEqual({ serial: 'A', state: 'starting' })
  })

  test('say that it is starting until Android has', () => {
    expect(read({ booted: '' }).state).toBe('starting')
    expect(read({ booted: '0' }).state).toBe('starting')
  })

  test('give its physical size where nobody has changed it', () => {
    expect(read({ size: 'Physical size: 1080x2400' }).resolution).toBe('1080x2400')
  })

  test('give the modem’s address where it has no other', () => {
    const addresses = answers.addresses.split('30: wlan0')[0] ?? ''
    expect(read({ addresses }).ip).toBe('100.71.3.9')
  })

  test.each([
    ['another proxy', '=10.0.0.9:3128', '10.0.0.9:3128'],
    ['one that was set by its sixth version of IP', '=2001:db8::9:3128', '2001:db8::9:3128'],
    ['none, as Android says it once there was one', '=:0', ''],
    ['none, where there never was one', '=null', ''],
    ['none, where somebody emptied the setting', '=', ''],
    ['a host, whose port Android takes to be 8080', '=10.0.0.9', '10.0.0.9:8080'],
    ['what Android cannot read, and does not follow', '=http://10.0.0.9:3128', undefined],
    ['a port that is none', '=10.0.0.9:web', undefined],
    ['no settings, as Android has not started them', '', undefined],
    ['an error', 'Error: no settings here', undefined],
    ['more than a name may have', `=${'x'.repeat(300)}:80`, undefined],
  ])('tell its proxy: %s', (_, proxy, told) => {
    expect(read({ proxy }).proxy).toBe(told)
  })

  test('that break off say nothing of a proxy', () => {
    const [before = ''] = output().split('=gw')
    expect(readSurvey(before, 'usb-1', undefined).report.proxy).toBeUndefined()
  })

  test.each(['', '???', 'a b', 'x'.repeat(65)])(
    'with %j for a serial number make it known by its address',
    (serial) => {
      expect(readSurvey(output({ serial }), '10.0.0.5:5555', undefined).report.serial).toBe('10.0.0.5:5555')
    },
  )

  test('give the processor’s load between two of them', () => {
    const before = readSurvey(output(), 'usb-1', undefined)
    const after = readSurvey(output({ stat: 'cpu  1100 0 600 8600 600 50 50 0 0 0' }), 'usb-1', before)
    // 200 of 1,000 ticks were spent on work; waiting for storage is none.
    expect(after.report.cpu).toBe(20)
  })

  test('of any kind do not make the reader throw', () => {
    for (const text of ['', mark, mark.repeat(20), 'sh: getprop: not found'])
      expect(readSurvey(text, 'usb-1', undefined).report.state).toBe('starting')
  })
})

test('a change names what changed, and which phone it is', () => {
  const before = read()
  expect(changes(before, read())).toBeUndefined()
  expect(changes(before, read({ battery: 'level: 86\nscale: 100\ntemperature: 312' }))).toEqual({
    serial: 'R58M12ABCDE',
    state: 'ready',
    battery: 86,
  })
})

describe('whatever a phone answers', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(mark, 'inet ', '127.0.0.1/8', '10.0.0.1/8 wlan0', 'level: ', 'scale: 0', 'temperature: ', 'cpu  '),
    fc.constantFrom('=', '=null', '=:0', '=10.0.0.9', '=10.0.0.9:3128', ':'),
    fc.constantFrom('Override size: ', 'MemTotal: ', 'MemAvailable: ', '100%', '\n', ' ', '-1', '99999999999999999999'),
  )

  test('is read into a report that a server takes', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const survey = readSurvey(lines.join(''), 'usb-1', undefined)
        const again = readSurvey(lines.join('\n'), 'usb-1', survey)
        for (const { report } of [survey, again])
          expect(parseBoxEvent(JSON.stringify({ type: 'phones', phones: [report] }))).toBeDefined()
      }),
    )
  })

  test.each([
    ['an address without an end', `inet 1.1.1.1 ${'a'.repeat(120_000)} \nx`],
    ['blank lines without an end', `x${'\n'.repeat(120_000)}x`],
    ['blanks without an end', `x\n${' '.repeat(120_000)}x`],
    ['a size without an end', `Override size: ${'1'.repeat(120_000)}`],
    ['words without an end', 'inet MemTotal: level: cpu  1 '.repeat(4_000)],
  ])('does not hold up the other phones: %s', (_, answer) => {
    expect(cpuOf(() => readSurvey(`${answer}\n${mark}`.repeat(10), 'usb-1', undefined))).toBeLessThan(500)
  })

  test('is given up where it has no end, and read on until the phone has heard', async () => {
    let isWritten = false
    let after = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isWritten && (after += 1) > 3) controller.close()
        else controller.enqueue(new Uint8Array(16 * 1024).fill(0x79))
      },
    })
    const answers = readAnswers(endless, () => {
      isWritten = true
    })
    await expect(answers).rejects.toThrow('no end')
    expect(after).toBeGreaterThan(3)
  })

  test('is put together from pieces, also where they cut a character', async () => {
    const bytes = new TextEncoder().encode('型号 Pixel')
    const pieces = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    expect(await readAnswers(pieces, () => undefined)).toBe('型号 Pixel')
  })
})

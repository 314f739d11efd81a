import type { Page } from 'playwright'
import { addressOf, notesFile, phoneScreens } from '../tests/support/phone-page.ts'
import { medianOf, quantile, type Benchmark } from './figure.ts'
import { withFleet, type Fleet } from './support/fleet.ts'

const phones = 12
const strokes = 40
/** The phones have long drawn what came before, in milliseconds. */
const pause = 250

/**
 * Twelve phones under one hand: how far apart, by the phones' own clock, the same key arrives at the first and the last of
 * them. Their notes app writes its file as a key comes, and the file's time is what the phone noted.
 */
const synchronisedControl: Benchmark['measure'] = () =>
  withFleet(phones, async (fleet) => {
    const ids = await fleet.phones(phones)
    const addresses = await addressesOf(fleet)
    for (const address of addresses) {
      await fleet.adb.run('connect', address)
      await fleet.adb.run('-s', address, 'shell', 'am', 'start', 'com.phonedeck.notes')
    }
    const page = await fleet.page()
    await page.goto(`${fleet.server.url}/remote/observe?id=${ids.slice(0, phones).join(',')}`)
    await operateTogether(page)
    const frame = phoneScreens(page).first()
    const box = await frame.boundingBox()
    if (box === null) throw new Error('there is no picture')
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.4)

    const spreads: number[] = []
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await page.waitForTimeout(pause)
      await page.keyboard.insertText('a')
      const typed = 'a'.repeat(stroke + 1)
      const times: number[] = []
      for (const address of addresses) times.push(await arrivalAt(fleet, address, typed))
      spreads.push(Math.max(...times) - Math.min(...times))
    }
    return [
      {
        name: `one key on ${phones} phones, spread of arrival, median`,
        ...medianOf(spreads),
        unit: 'ms',
        bound: 20,
      },
      { name: `one key on ${phones} phones, spread of arrival, p90`, value: quantile(spreads, 0.9), unit: 'ms' },
    ]
  })

async function addressesOf({ server }: Fleet): Promise<string[]> {
  const serials = new Set(server.lines.flatMap((line) => /"serial":"(PD[^"]+)","address":/.exec(line)?.[1] ?? []))
  return Promise.all([...serials].slice(0, phones).map((serial) => addressOf(server, serial)))
}

/** Chooses all phones of the wall and waits until each follows. */
async function operateTogether(page: Page): Promise<void> {
  await page
    .getByText('实时', { exact: true })
    .nth(phones - 1)
    .waitFor()
  await page.getByRole('button', { name: '同步操作' }).click()
  await page.getByRole('button', { name: '全选' }).click()
  await page.getByRole('button', { name: '开始同步' }).click()
  await page.getByText(`${phones} / ${phones} 台同步中`).waitFor()
}

/** When the phone wrote down what was typed, in milliseconds of its clock. */
async function arrivalAt({ adb }: Fleet, address: string, typed: string): Promise<number> {
  for (;;) {
    const shown = await adb.run('-s', address, 'shell', `cat ${notesFile}; echo; TZ=UTC stat -c %y ${notesFile}`)
    const [text, time = ''] = shown.trim().split('\n')
    if (text === typed) return Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`)
  }
}

export default {
  group: 'Pictures',
  title: 'Twelve phones under one hand',
  measure: synchronisedControl,
} satisfies Benchmark

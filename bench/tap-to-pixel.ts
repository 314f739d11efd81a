import { medianOf, quantile, type Benchmark } from './figure.ts'
import { withFleet } from './support/fleet.ts'
import { phoneScreens } from '../tests/support/phone-page.ts'

const taps = 300

/** Milliseconds. */
interface Delays {
  whole: number
  /** Until the page has said so, from then until a frame has come, and from then until it is drawn. */
  said: number
  heard: number
  drawn: number
}

/** From the browser's own time stamp of a press on the frame to the first frame drawn after it. */
const tapToPixel: Benchmark['measure'] = () =>
  withFleet(1, async (fleet) => {
    const [phone] = await fleet.phones(1)
    const page = await fleet.page()
    await page.goto(`${fleet.server.url}/device1/remotely?id=${phone}`)
    const frame = phoneScreens(page).first()
    await page.getByText('实时', { exact: true }).first().waitFor()
    const box = await frame.boundingBox()
    if (box === null) throw new Error('there is no picture')
    // An icon shows that it is pressed; sliding away lets go of it without opening its app.
    const icon = { x: box.x + box.width * 0.155, y: box.y + box.height * 0.56 }
    const away = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.42 }

    await frame.evaluate((canvas) => {
      const pressedAt: number[] = []
      Object.assign(window, { pressedAt })
      canvas.addEventListener('pointerdown', (event) => pressedAt.push(event.timeStamp), { capture: true })
    })
    const delays: Delays[] = []
    for (let tap = 0; tap < taps; tap += 1) {
      await page.mouse.move(icon.x, icon.y)
      await page.waitForTimeout(150) // The phone has long drawn what came before.
      await page.evaluate(() => {
        for (const times of [window.drawnAt, window.saidAt, window.heardAt]) times.splice(0)
      })
      await page.mouse.down()
      const delay = await page.waitForFunction(() => {
        const pressed = (window as unknown as { pressedAt: number[] }).pressedAt.at(-1)
        if (pressed === undefined) return null
        const [said, heard, drawn] = [window.saidAt, window.heardAt, window.drawnAt].map((times) =>
          times.find((at) => at >= pressed),
        )
        if (said === undefined || heard === undefined || drawn === undefined) return null
        return { whole: drawn - pressed, said: said - pressed, heard: heard - said, drawn: drawn - heard }
      })
      const timed = await delay.jsonValue()
      if (timed !== null) delays.push(timed)
      await page.mouse.move(away.x, away.y)
      await page.mouse.up()
    }
    const of = (part: keyof Delays) => delays.map((delay) => delay[part])
    return [
      { name: 'tap to pixel, median', ...medianOf(of('whole')), unit: 'ms', bound: 9 },
      { name: 'tap to pixel, p99', value: quantile(of('whole'), 0.99), unit: 'ms', bound: 40 },
      { name: 'of it, until the page has said so, median', ...medianOf(of('said')), unit: 'ms' },
      { name: 'of it, to the phone and back with a frame, median', ...medianOf(of('heard')), unit: 'ms' },
      { name: 'of it, decoded and drawn, median', ...medianOf(of('drawn')), unit: 'ms' },
    ]
  })

export default { group: 'Pictures', title: 'From a tap to its picture', measure: tapToPixel } satisfies Benchmark

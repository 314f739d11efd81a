import { medianOf, type Benchmark } from './figure.ts'
import { withFleet } from './support/fleet.ts'

const rounds = 20

/** From dialling the relay to the first frame drawn, for an observer who joins another. */
const secondViewer: Benchmark['measure'] = () =>
  withFleet(1, async (fleet) => {
    const [phone] = await fleet.phones(1)
    const address = `${fleet.server.url}/remote/observe?id=${phone}`
    const first = await fleet.page()
    const second = await fleet.page()

    const firstFrame = async (page: typeof first): Promise<number> => {
      await page.goto(address)
      const delay = await page.waitForFunction(() => {
        const [drawn] = window.drawnAt
        const [dialled] = window.dialledAt
        return drawn === undefined || dialled === undefined ? null : { delay: drawn - dialled }
      })
      return (await delay.jsonValue())?.delay ?? Number.NaN
    }
    const cold = await firstFrame(first)
    const delays: number[] = []
    for (let round = 0; round < rounds; round += 1) delays.push(await firstFrame(second))
    return [
      { name: 'first viewer, first frame', value: cold, unit: 'ms' },
      { name: "second viewer's first frame, median", ...medianOf(delays), unit: 'ms', bound: 50 },
      { name: "second viewer's first frame, worst", value: Math.max(...delays), unit: 'ms', bound: 50 },
    ]
  })

export default { group: 'Pictures', title: 'The second viewer of a phone', measure: secondViewer } satisfies Benchmark

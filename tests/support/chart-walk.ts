import type { Route, Page } from 'playwright'
import type { AnyStateMachine, SnapshotFrom } from 'xstate'
import { expect, test } from 'vitest'
import { shortestPaths, titleOf, type ChartEvent, type ChartUnderTest } from './chart-model.ts'

/** Somebody at the page, who makes the chart's events happen and looks what the page shows. */
export interface Walker<Machine extends AnyStateMachine> {
  /** By event type: what is done in the page, to the network or to the server. */
  does: Record<string, (event: ChartEvent, before: SnapshotFrom<Machine>) => Promise<unknown>>
  /** Rejects where the page does not show that the chart is in this state. */
  sees: (state: SnapshotFrom<Machine>) => Promise<void>
  leave: () => Promise<void>
}

/** One test for each shortest path of the chart, walked at a page; what it shows is compared at every step. */
export function walkEveryShortestPath<Machine extends AnyStateMachine>(
  chart: ChartUnderTest<Machine>,
  begin: () => Promise<Walker<Machine>>,
): void {
  const paths = shortestPaths(chart)
  test('the walks take every event that can be made happen', () => {
    const taken = new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => event.type)))
    expect(chart.events.map(({ type }) => type).filter((type) => !taken.has(type))).toEqual([])
  })

  for (const path of paths)
    test(titleOf(path), async () => {
      const walker = await begin()
      try {
        // The paths are those of this machine.
        const [first, ...steps] = path.steps.map(({ event, state }) => ({
          event,
          state: state as SnapshotFrom<Machine>,
        }))
        let before = first?.state ?? (path.state as SnapshotFrom<Machine>)
        await walker.sees(before)
        for (const { event, state } of steps) {
          const act = walker.does[event.type]
          if (act === undefined) throw new Error(`nobody makes ${event.type} happen`)
          await act(event, before)
          await walker.sees(state)
          before = state
        }
      } finally {
        await walker.leave()
      }
    })
}

/** Calls of a page that wait until the test lets them pass to the server, or fail. */
export class HeldCalls {
  /** How many are waiting, of those that the page has not given up. */
  #waiting: Route[] = []

  static async of(page: Page, urls: string | RegExp): Promise<HeldCalls> {
    const held = new HeldCalls()
    await page.route(urls, (route) => void held.#waiting.push(route))
    page.on('requestfailed', (request) => {
      held.#waiting = held.#waiting.filter((route) => route.request() !== request)
    })
    return held
  }

  /** Until so many calls are waiting. */
  async waiting(count: number): Promise<void> {
    await expect.poll(() => this.#waiting.length, { interval: 10 }).toBe(count)
  }

  /** Ends all that are waiting. */
  async #end(count: number, how: (route: Route) => Promise<void>): Promise<void> {
    await this.waiting(count)
    await Promise.all(this.#waiting.splice(0).map(how))
  }

  /** The server answers, with what is true by now. */
  pass = (count = 1): Promise<void> => this.#end(count, (route) => route.continue())

  /** The network fails. */
  fail = (count = 1): Promise<void> => this.#end(count, (route) => route.abort('internetdisconnected'))

  /** Somebody on the way answers this instead. */
  answer = (data: unknown): Promise<void> =>
    this.#end(1, (route) => route.fulfill({ json: { code: 20_000, message: 'ok', data } }))
}

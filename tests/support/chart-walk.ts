import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, Page, Route } from 'playwright'
import { initialTransition, transition, type AnyStateMachine, type SnapshotFrom } from 'xstate'
import { expect, test } from 'vitest'
import { consoleWithBrokenGuard, type BrokenGuard } from './broken-guard.ts'
import { shortestPaths, titleOf, tours, type ChartEvent, type ChartUnderTest, type Step } from './chart-model.ts'

/** Somebody at the page, who makes the chart's events happen and looks what the page shows. */
export interface Walker<Machine extends AnyStateMachine> {
  /** By event type: what is done in the page, to the network or to the server. */
  does: Record<string, (event: ChartEvent, before: SnapshotFrom<Machine>) => Promise<unknown>>
  /** Rejects where the page does not show that the chart is in this state. */
  sees: (state: SnapshotFrom<Machine>) => Promise<void>
  leave: () => Promise<void>
}

/** Walks every transition of the chart at a page, in as few tours as go through all; what it shows is compared at every step. */
export function walkEveryTransition<Machine extends AnyStateMachine>(
  chart: ChartUnderTest<Machine>,
  begin: () => Promise<Walker<Machine>>,
): void {
  const all = tours(chart)
  test('the walks take every event that can be made happen', () => {
    const taken = new Set(all.flatMap((tour) => tour.map(({ event }) => event.type)))
    expect(chart.events.map(({ type }) => type).filter((type) => !taken.has(type))).toEqual([])
  })

  for (const [index, steps] of all.entries())
    test(`tour ${index + 1} of ${all.length}, ${steps.length - 1} steps`, async () => {
      let taken = 0
      const walked = walk(steps, begin, () => {
        taken += 1
      })
      await walked.catch((error: unknown) => {
        throw new Error(`after ${titleOf({ steps: steps.slice(0, taken + 1) })}`, { cause: error })
      })
    })
}

/** Walks a path at a page, and rejects where the page does not show what the chart says. `arrived` hears of each step. */
async function walk<Machine extends AnyStateMachine>(
  steps: readonly Step[],
  begin: () => Promise<Walker<Machine>>,
  arrived: () => void,
): Promise<void> {
  const walker = await begin()
  try {
    let before: SnapshotFrom<Machine> | undefined
    for (const { event, state } of steps) {
      const expected = state as SnapshotFrom<Machine> // The paths are those of this machine.
      if (before !== undefined) {
        const act = walker.does[event.type]
        if (act === undefined) throw new Error(`nobody makes ${event.type} happen`)
        await act(event, before)
      }
      await walker.sees(expected)
      arrived()
      before = expected
    }
  } finally {
    await walker.leave()
  }
}

/**
 * A test that the walks can fail: the console's guard is broken, and the shortest path that the broken chart would leave
 * is walked. It has to fail where the path is left, and not before.
 */
export function walkFailsWithBrokenGuard<Machine extends AnyStateMachine>(
  chart: ChartUnderTest<Machine>,
  broken: BrokenGuard,
  browser: () => Browser,
  begin: (window: BrowserContext) => Promise<Walker<Machine>>,
): void {
  const { guard, answers } = broken
  test(`fails at a console where "${guard}" is always ${answers}`, async () => {
    const { steps, leftAt } = pathLeftWith(chart, broken)
    const window = await consoleWithBrokenGuard(browser(), broken)
    let arrivals = 0
    try {
      const walked = walk(
        steps,
        () => begin(window),
        () => {
          arrivals += 1
        },
      )
      await expect(walked).rejects.toThrow()
      expect(arrivals).toBe(leftAt)
    } finally {
      await window.close()
    }
  })
}

/** The first path that a chart with a broken guard leaves, and the step at which it does; 0 is its beginning. */
function pathLeftWith<Machine extends AnyStateMachine>(
  chart: ChartUnderTest<Machine>,
  { guard, answers }: BrokenGuard,
) {
  const { machine, input } = chart
  const broken = machine.provide({ guards: { [guard]: () => answers } })
  for (const { steps } of shortestPaths(chart)) {
    let [snapshot] = initialTransition(broken, input)
    for (const [step, { event, state }] of steps.entries()) {
      if (step > 0) [snapshot] = transition(broken, snapshot, event)
      if (!isDeepStrictEqual(snapshot.value, state.value)) return { steps, leftAt: step }
    }
  }
  throw new Error(`no path asks ${guard}`)
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

  /** Lets those pass that wait just now, if any: what a socket that has opened anew asks once more. */
  async passWaiting(): Promise<void> {
    await Promise.all(this.#waiting.splice(0).map((route) => route.continue()))
  }

  /** The network fails. */
  fail = (count = 1): Promise<void> => this.#end(count, (route) => route.abort('internetdisconnected'))

  /** Somebody on the way answers this instead. */
  answer = (data: unknown): Promise<void> =>
    this.#end(1, (route) => route.fulfill({ json: { code: 20_000, message: 'ok', data } }))
}

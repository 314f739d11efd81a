import type { Route } from 'playwright'

/** The server does what is asked, and nobody hears of it. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { codes } from '../../domain/codes.ts'
import type { Sessions } from '../http/sessions.ts'
import type { EmbeddedFleet } from '../embedded/fleet.ts'
import type { Store } from '../store/store.ts'
import { addSecondBox } from './demo-boxes.ts'
import { openShops } from './markets.ts'
import { offerServices } from './demo-services.ts'
import type { CallAs, Stage } from './stage.ts'
import { spreadTheWord } from './demo-messages.ts'

/** The mark of a first start that asked for a demo fleet: the rest of it is settled while the server runs. */
export const demoIsWanted = 'a demo fleet is wanted'

/** Told in this order, each once; one that was cut off is told again, and passes over what is there. */
const chapters: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a second box is there': addSecondBox,
  'the shops are open': openShops,
  'the word is spread': spreadTheWord,
  'the services are offered': offerServices,
}

const markOf = (chapter: string): string => `demo: ${chapter}`

/** Whether a demo fleet was wanted of which something is still to come. */
export async function isUnsettled({ settings }: Pick<Store, 'settings'>): Promise<boolean> {
  if (!(await settings.isDone(demoIsWanted))) return false
  const told = await Promise.all(Object.keys(chapters).map((name) => settings.isDone(markOf(name))))
  return told.includes(false)
}

/** Whoever has just started a server signs in first: the fleet would keep the machine busy meanwhile. Milliseconds. */
const headStart = 3_000

interface Options {
  app: FastifyInstance
  store: Store
  sessions: Sessions
  fleet: EmbeddedFleet
}

/**
 * Settles what a first start promised of a demo fleet, by the calls that people would make: in the background, and taken up
 * again at the next start where it was cut off.
 */
export function settleDemoFleet(options: Options): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const settled = settle(options, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return
    options.app.log.error({ err: error }, 'the demo fleet could not be settled; the next start tries again')
  })
  return {
    stop() {
      stopping.abort()
      return settled
    },
  }
}

/** @throws when a call is refused, and when it is to stop */
async function settle({ app, store, sessions, fleet }: Options, stopping: AbortSignal): Promise<void> {
  if (!(await store.settings.isDone(demoIsWanted))) return
  await pause(headStart, undefined, { signal: stopping })
  const tokens = new Map<string, string>()

  const tokenOf = async (userName: string): Promise<string> => {
    const known = tokens.get(userName)
    if (known !== undefined) return known
    const user = await store.users.byName(userName)
    if (user === undefined) throw new Error(`the demo fleet has no ${userName}`)
    const token = await store.transaction((tx) => sessions.open(tx, user, '127.0.0.1'))
    tokens.set(userName, token)
    return token
  }
  const callAs: CallAs = async <Data>(userName: string, path: string, body: object): Promise<Data> => {
    stopping.throwIfAborted()
    const headers = { 'x-token': await tokenOf(userName) }
    const response = await app.inject({ method: 'POST', url: `/api/restful/v2/${path}`, headers, payload: body })
    const { code, message, data } = response.json<{ code: number; message: string; data: Data }>()
    if (code !== codes.ok) throw new Error(`${path} of the demo fleet: ${code} ${message} ${JSON.stringify(data)}`)
    return data
  }

  for (const [name, tell] of Object.entries(chapters)) {
    const mark = markOf(name)
    if (await store.settings.isDone(mark)) continue
    await tell({ callAs, store, fleet })
    await store.settings.markDone(mark)
  }
  for (const userName of tokens.keys()) await callAs(userName, 'user/logout', {})
}

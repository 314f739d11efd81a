import type { Market } from '../../domain/markets.ts'
import { isFoundBy } from '../../domain/pinyin.ts'
import { findPhones, type Device } from './devices.ts'
import { fetchAllGroups } from './environment-groups.ts'
import { findShops, type Environment } from './environments.ts'
import { fetchJobs, type Job } from './jobs.ts'
import { findBoxes } from './boxes.ts'
import { findUsers } from './people.ts'
import type { Option } from './list-calls.ts'

/** What somebody may look for, by its role. */
export interface Reach {
  /** Whose shops and groups. */
  markets: readonly Market[]
  phones: boolean
  people: boolean
  boxes: boolean
  jobs: boolean
}

/** What is done with something that is looked for next: a phone is restarted, somebody's service renewed. */
export type Deed = 'reboot' | 'renew'

/** Of all that is within reach, what a deed is done with. */
function reachOf(reach: Reach, deed: Deed | undefined): Reach {
  if (deed === undefined) return reach
  return { markets: [], phones: deed === 'reboot', people: deed === 'renew', boxes: false, jobs: false }
}

type FoundGroup = Option & { market: Market }

/** What the server has of what is typed. */
export interface Found {
  phones: readonly Device[]
  shops: readonly Environment[]
  people: readonly Option[]
  groups: readonly FoundGroup[]
  boxes: readonly Option[]
  jobs: readonly Job[]
}

/** Of each kind, so many are offered. */
const maxOffered = 4

const offered = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, maxOffered)

/** There is no call that looks for groups: a market has few, and all are asked for. */
async function findGroups(markets: readonly Market[], text: string, signal: AbortSignal): Promise<FoundGroup[]> {
  const found = await Promise.all(
    markets.map(async (market) =>
      (await fetchAllGroups(market, signal))
        .filter(({ name }) => isFoundBy(name, text))
        .map(({ id, name }) => ({ value: String(id), text: name, market })),
    ),
  )
  return found.flat()
}

/** Jobs that are looked through. */
const latestJobs = 100

/** Among the latest, by name, number or starter. */
async function findJobs(text: string, signal: AbortSignal): Promise<readonly Job[]> {
  const number = text.replace(/^#/, '')
  const { jobs } = await fetchJobs('everything', latestJobs, signal)
  return jobs.filter(
    ({ id, name, created_by_name }) =>
      String(id) === number || [name, created_by_name].some((said) => isFoundBy(said, text)),
  )
}

/** What is looked for. */
export interface Wanted {
  reach: Reach
  /** What is to be done with it; undefined where it is gone to. */
  deed: Deed | undefined
  text: string
}

/** Looks for everything within reach; tells of each kind as soon as it is known, and of one that can't be had as of nothing. */
export async function findAll(
  { reach, deed, text }: Wanted,
  signal: AbortSignal,
  tell: (found: Partial<Found>) => void,
): Promise<void> {
  const { markets, phones, people, boxes, jobs } = reachOf(reach, deed)
  const wanted = { text }
  const look = async <Kind extends keyof Found>(kind: Kind, found: Promise<Found[Kind]>): Promise<void> => {
    const items = await found.catch(() => []) // The other kinds are found all the same.
    tell({ [kind]: items })
  }
  const shops = new Map<Market, readonly Environment[]>()
  const lookForShops = async (market: Market): Promise<void> => {
    shops.set(market, await findShops(market, text, signal).catch(() => []))
    tell({ shops: markets.flatMap((one) => shops.get(one) ?? []) })
  }
  await Promise.all([
    ...(phones ? [look('phones', findPhones(text, signal))] : []),
    ...markets.map(lookForShops),
    ...(people ? [look('people', findUsers(wanted, signal).then(offered))] : []),
    ...(boxes ? [look('boxes', findBoxes(wanted, signal).then(offered))] : []),
  ])
  // A browser asks a server six things at once: what is looked through here comes whole, and after what is found there.
  await Promise.all([
    ...(markets.length > 0 ? [look('groups', findGroups(markets, text, signal).then(offered))] : []),
    ...(jobs ? [look('jobs', findJobs(text, signal).then(offered))] : []),
  ])
}

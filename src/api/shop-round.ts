import { startOfToday } from 'date-fns'
import type { Market } from '../../domain/markets.ts'
import type { operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { fetchRegions, type Region } from './devices.ts'
import { fetchAllGroups, type Group } from './environment-groups.ts'
import type { Environment } from './environments.ts'

/** A shop, and its round: those of its first group, or else of its market, by name. */
export interface ShopAndRound {
  shop: Environment | null
  /** From its beginning, read as far as the shop and some that wait behind it. */
  round: readonly Environment[]
  /** How many the round has, read or not. */
  total: number
  /** How many are done of those that were not read. */
  doneBeyond: number
  /** All groups of its market: which of them it is in may change. */
  groups: readonly Group[]
  /** Where shops may be expected to be reached from. */
  regions: readonly Region[]
}

/** What is known where the operator works in none. */
export const noShop: ShopAndRound = { shop: null, round: [], total: 0, doneBeyond: 0, groups: [], regions: [] }

/** Whether a shop was worked in today, and is closed again. */
export const isDone = ({ device_id, last_opened_at }: Environment): boolean =>
  device_id === null && last_opened_at !== null && last_opened_at >= startOfToday().getTime()

/** Whether a shop has still to be worked in today. */
export const isWaiting = (shop: Environment): boolean => shop.device_id === null && !isDone(shop)

/** Most rounds are read at once; of longer ones the pages behind are larger. */
const firstPage = 100
const laterPage = 500
/** So many shops that wait behind the open one are enough for a while: the round is read anew with the next shop. */
const enoughAhead = 5

const isReadFarEnough = (round: readonly Environment[], id: number): boolean => {
  const at = round.findIndex((each) => each.id === id)
  return at !== -1 && round.slice(at + 1).filter(isWaiting).length >= enoughAhead
}

type Query = Omit<NonNullable<operations['environmentList']['parameters']['query']>, 'market'>

/** Asks for one shop of a market and its round; null where the operator may see no such shop. */
export async function fetchShop(market: Market, id: number, signal: AbortSignal): Promise<ShopAndRound> {
  const ask = (query: Query) =>
    dataOf(api.GET('/api/restful/v2/environment/list', { signal, params: { query: { ...query, market } } }))
  const [shop = null] = (await ask({ id, limit: 1 })).items
  if (shop === null) return noShop

  const tag = shop.tags[0]
  const readRound = async () => {
    let page = await ask({ tag, sort: 'name', limit: firstPage })
    const round = [...page.items]
    while (page.next_cursor !== null && !isReadFarEnough(round, id)) {
      // Where a page ends, only its answer says.
      // oxlint-disable-next-line no-await-in-loop
      page = await ask({ tag, sort: 'name', limit: laterPage, cursor: page.next_cursor })
      round.push(...page.items)
    }
    return { round, total: page.total, isWhole: page.next_cursor === null }
  }
  const countDone = async () => (await ask({ tag, open: false, opened_from: startOfToday().getTime(), limit: 1 })).total

  const [{ round, total, isWhole }, done, groups, regions] = await Promise.all([
    readRound(),
    countDone(),
    fetchAllGroups(market, signal),
    fetchRegions(signal),
  ])
  const doneBeyond = isWhole ? 0 : Math.max(0, done - round.filter(isDone).length)
  return { shop, round, total, doneBeyond, groups, regions }
}

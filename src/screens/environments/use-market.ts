import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { Market } from '../../../domain/markets.ts'
import { marketOptionsMachine } from '../../machines/environments/market-options.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useGroupNews } from './use-group-news.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useSection } from '../shell/use-section.ts'

/** The market whose screen stands at this address. */
export function useMarket(): Market {
  const market = useSection()
  if (market === undefined) throw new Error('the screen stands in no market’s section')
  return market
}

/** The market, what its environments can be given, and how to ask for that anew. */
export function useMarketOptions() {
  const market = useMarket()
  const { role } = useCurrentUser()
  const hear = useGroupNews(market)
  const options = useScreenActor(marketOptionsMachine, { key: [market, role], input: { market, role, hear } })
  const regions = useSelector(options, ({ context }) => context.regions)
  const groups = useSelector(options, ({ context }) => context.groups)
  const members = useSelector(options, ({ context }) => context.members)
  const refreshOptions = useCallback(() => options.send({ type: 'REFRESH' }), [options])
  return { market, regions, groups, members, refreshOptions }
}

import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { markets, type Market } from '../../../domain/markets.ts'
import { marketOptionsMachine } from '../../machines/environments/market-options.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useGroupNews } from './use-group-news.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** The market whose screen stands at this address. */
export function useMarket(): Market {
  const [, section] = useLocation().pathname.split('/')
  const market = markets.find((one) => one === section)
  if (market === undefined) throw new Error(`no market has its screens below /${section}`)
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

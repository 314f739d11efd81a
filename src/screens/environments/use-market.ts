import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { Market } from '../../../domain/markets.ts'
import { regionsSoFar } from '../../api/devices.ts'
import { fetchMarketOptions, type MarketOptions } from '../../api/environments.ts'
import { optionsMachine } from '../../machines/lists/options.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useGroupChanges } from './use-group-changes.ts'
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
  const hear = useGroupChanges(market)
  const asked = useScreenActor(optionsMachine<MarketOptions>, {
    key: [market, role],
    input: {
      options: { regions: regionsSoFar(), groups: [], members: [] },
      ask: (signal) => fetchMarketOptions(market, role, signal),
      hear,
    },
  })
  const options = useSelector(asked, ({ context }) => context.options)
  const refreshOptions = useCallback(() => asked.send({ type: 'REFRESH' }), [asked])
  return { market, ...options, refreshOptions }
}

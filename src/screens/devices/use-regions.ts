import { useSelector } from '@xstate/react'
import { fetchRegions, regionsSoFar, type Region } from '../../api/devices.ts'
import { optionsMachine } from '../../machines/lists/options.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** The regions that phones can be in. */
export function useRegions(): readonly Region[] {
  const input = { options: regionsSoFar(), ask: fetchRegions }
  const regions = useScreenActor(optionsMachine<readonly Region[]>, { input, key: 'regions' })
  return useSelector(regions, ({ context }) => context.options)
}

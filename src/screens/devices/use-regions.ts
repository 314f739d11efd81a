import { useSelector } from '@xstate/react'
import type { Region } from '../../api/devices.ts'
import { deviceOptionsMachine } from '../../machines/devices/device-options.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** The regions that phones can be in. */
export const useRegions = (): readonly Region[] =>
  useSelector(useScreenActor(deviceOptionsMachine), ({ context }) => context.regions)

import { useMemo } from 'react'
import type { FleetSource } from '../../machines/phone-patches.ts'
import { useFleetPatches, useFleetReturns } from '../session-context.tsx'

/** Where a machine hears of live changes. */
export function useFleet(): FleetSource {
  const onPatch = useFleetPatches()
  const onReturn = useFleetReturns()
  return useMemo(() => ({ onPatch, onReturn }), [onPatch, onReturn])
}

import { useMemo } from 'react'
import type { FleetSource } from '../../api/phone-patches.ts'
import { useFleetPatches, useFleetReturns } from '../session/session-context.tsx'

/** Where a machine hears of live changes. */
export function useFleet(): FleetSource {
  const onPatch = useFleetPatches()
  const onReturn = useFleetReturns()
  return useMemo(() => ({ onPatch, onReturn }), [onPatch, onReturn])
}

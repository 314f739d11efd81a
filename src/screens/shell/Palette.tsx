import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { paletteMachine } from '../../machines/shell/palette.ts'
import { isMarket } from '../../../domain/markets.ts'
import { mayCall } from '../../permissions.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from './use-screen-actor.ts'

// Its list comes with @blueprintjs/select, which the frame does without until somebody presses ctrl+k.
const PaletteOverlay = lazy(async () => ({ default: (await import('./PaletteOverlay.tsx')).PaletteOverlay }))

/** Finds any screen, shop, phone or action: ctrl+k. */
export function Palette() {
  const { role, modules } = useCurrentUser()
  const markets = mayCall(role, 'environmentList') ? modules.filter(isMarket) : []
  const palette = useScreenActor(paletteMachine, { key: markets.join(), input: { markets } })
  const isOpen = useSelector(palette, (snapshot) => snapshot.matches('open'))
  if (!isOpen) return null
  return (
    <Suspense>
      <PaletteOverlay palette={palette} />
    </Suspense>
  )
}

import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { paletteMachine } from '../../machines/shell/palette.ts'
import { useScreenActor } from './use-screen-actor.ts'

// Its list comes with @blueprintjs/select, which the frame does without until somebody presses ctrl+k.
const PaletteOverlay = lazy(async () => ({ default: (await import('./PaletteOverlay.tsx')).PaletteOverlay }))

/** Finds any screen, phone or action: ctrl+k. */
export function Palette() {
  const palette = useScreenActor(paletteMachine)
  const isOpen = useSelector(palette, (snapshot) => snapshot.matches('open'))
  if (!isOpen) return null
  return (
    <Suspense>
      <PaletteOverlay palette={palette} />
    </Suspense>
  )
}

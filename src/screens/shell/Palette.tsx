import { useSelector } from '@xstate/react'
import { lazy, Suspense, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { paletteMachine, paletteOf } from '../../machines/shell/palette.ts'
import { isMarket } from '../../../domain/markets.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { mayCall } from '../../permissions.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import styles from './Palette.module.css'
import { useScreenActor } from './use-screen-actor.ts'

// Its list comes with @blueprintjs/select, which the frame does without until somebody presses ctrl+k.
const PaletteOverlay = lazy(async () => {
  const [file] = await Promise.all([import('./PaletteOverlay.tsx'), speakOf('finding')])
  return { default: file.PaletteOverlay }
})

const Shortcuts = lazy(async () => {
  const [file] = await Promise.all([import('./Shortcuts.tsx'), speakOf('shortcuts')])
  return { default: file.Shortcuts }
})

/** Finds any screen, shop, phone, person, group, box, job or action: ctrl+k. What keys do: `?`. */
export function Palette({ onFeedback }: { onFeedback: () => void }) {
  const { id, role, modules } = useCurrentUser()
  const reach = {
    markets: mayCall(role, 'environmentList') ? modules.filter(isMarket) : [],
    phones: true,
    people: mayCall(role, 'userList'),
    boxes: mayCall(role, 'boxList'),
    jobs: mayCall(role, 'jobList'),
  }
  const key = [id, role, ...reach.markets].join()
  const palette = useScreenActor(paletteMachine, { key, input: paletteOf(id, reach) })
  const isOpen = useSelector(palette, (snapshot) => snapshot.matches('open'))
  const isAwaited = useSelector(palette, (snapshot) => snapshot.matches('open') && !snapshot.context.isListed)
  const isAsked = useSelector(palette, (snapshot) => snapshot.matches('keys'))
  return (
    <>
      {/* Until the list's own field has the focus: between the two keys would be lost. */}
      {isAwaited && <EarlyKeys palette={palette} />}
      <Suspense>
        {isOpen && <PaletteOverlay palette={palette} onFeedback={onFeedback} />}
        {isAsked && <Shortcuts onClose={() => palette.send({ type: 'CLOSE' })} />}
      </Suspense>
    </>
  )
}

/** Whether ctrl is held still, as whoever opened the palette by mistake holds it: Enter means something else then. */
export const isChord = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey

/** Takes what is typed until the list is there: whoever knows the keys does not wait for it. */
function EarlyKeys({ palette }: { palette: ActorRefFrom<typeof paletteMachine> }) {
  const { t } = useTranslation()
  return (
    <input
      className={styles.early}
      autoFocus
      data-passing
      placeholder={t('palette.hint')}
      aria-label={t('palette.hint')}
      onChange={({ target }) => palette.send({ type: 'TYPE', text: target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') palette.send({ type: 'CLOSE' })
        if (event.key === 'Enter' && !isChord(event)) palette.send({ type: 'HURRY' })
      }}
    />
  )
}

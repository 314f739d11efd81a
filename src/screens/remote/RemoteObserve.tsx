import { Button, NonIdealState } from '@blueprintjs/core'
import { MobilePhone } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { WallEntry } from '../../api/remote.ts'
import { remoteWallMachine, wallPhones, wallView } from '../../machines/remote/remote-wall.ts'
import { synchronisedControlMachine, type SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { SiteMessages } from '../messages/SiteMessages.tsx'
import { useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useFleet } from './fleet.ts'
import { NoPhones } from './NoPhones.tsx'
import { notice } from './remote-notice.ts'
import { SynchronisedDesk } from './SynchronisedDesk.tsx'
import { useWallAddress } from './wall-address.ts'
import { WallBar } from './WallBar.tsx'
import { WallGrid } from './WallGrid.tsx'
import styles from './RemoteObserve.module.css'

/** Begins to operate phones as one; where they are too few by now, more of them can be chosen. */
function operateAll(control: SynchronisedControl, phones: readonly WallEntry[]): void {
  control.send({ type: 'choose' })
  control.send({ type: 'choose these', phones })
  control.send({ type: 'start' })
}

/**
 * Phones to look at (SPEC §2, /remote/observe): `?id=1,2,3` names them, else it shows the first that the filters let
 * through. From here a group of them can be operated as one.
 */
export function RemoteObserve() {
  return (
    <div className={styles.page}>
      <Wall />
      <SiteMessages />
    </div>
  )
}

function Wall() {
  const { t } = useTranslation()
  const notify = useNotify()
  const fleet = useFleet()
  const address = useWallAddress()
  const main = useRef<HTMLElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const control = useScreenActor(synchronisedControlMachine, {
    key: fleet,
    input: { fleet, tell: (what) => notify(notice(t, what)) },
  })
  const wall = useScreenActor(
    remoteWallMachine,
    {
      key: fleet,
      input: { fleet, ids: address.ids, filter: address.filter, watchChoice: address.watch, watchesSeen: true },
    },
    (now) => {
      const isMeant = address.isTogether && control.getSnapshot().matches('resting')
      if (!isMeant || !now.matches('watching')) return
      operateAll(control, wallPhones(now.context))
      address.begun()
    },
  )
  const view = useSelector(wall, ({ context }) => wallView(context))
  const reason = useSelector(wall, ({ context }) => context.reason)
  const isControlling = useSelector(control, (snapshot) => snapshot.matches('controlling'))
  const retry = <Button text={t('remote.act.retry')} onClick={() => wall.send({ type: 'retry' })} />

  if (isControlling) return <SynchronisedDesk control={control} />
  return (
    <main
      className={styles.wall}
      ref={main}
      onKeyDown={({ key }) => {
        if (key === 'Escape') wall.send({ type: 'shrink' })
      }}
    >
      <h1 className={styles.heading}>{t('remote.observeTitle')}</h1>
      <WallBar wall={wall} control={control} address={address} bar={bar} />
      {view === 'empty' && <NoPhones address={address} retry={retry} />}
      {view === 'failed' && (
        <NonIdealState icon={<MobilePhone size={40} />} title={t('remote.wall.failed', { reason })} action={retry} />
      )}
      {view === 'phones' && <WallGrid wall={wall} control={control} address={address} scroller={main} bar={bar} />}
    </main>
  )
}

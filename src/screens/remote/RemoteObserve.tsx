import { Button, NonIdealState } from '@blueprintjs/core'
import { MobilePhone } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { mostWallPhones, remoteWallMachine } from '../../machines/remote-wall.ts'
import { useScreenActor } from '../use-screen-actor.ts'
import { useFleet } from './fleet.ts'
import { phoneIds } from './phone-ids.ts'
import { WallTile } from './WallTile.tsx'
import styles from './RemoteObserve.module.css'

/** Phones to look at, read-only (SPEC §2, /remote/observe); `?id=1,2,3` names them, else it shows the first there are. */
export function RemoteObserve() {
  const [query] = useSearchParams()
  const list = query.get('id') ?? ''
  return <Wall key={list} ids={phoneIds(list)} />
}

function Wall({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation()
  const wall = useScreenActor(remoteWallMachine, { input: { fleet: useFleet(), ids } })
  const phones = useSelector(wall, ({ context }) => context.phones)
  const enlarged = useSelector(wall, ({ context }) => context.enlarged)
  const reason = useSelector(wall, ({ context }) => context.reason)
  const state = useSelector(wall, ({ value }) => value)
  const retry = <Button intent="primary" text={t('remote.act.retry')} onClick={() => wall.send({ type: 'retry' })} />

  if (state === 'empty')
    return (
      <NonIdealState
        icon={<MobilePhone size={40} />}
        title={t('remote.wall.empty')}
        description={t('remote.wall.emptyText')}
        action={retry}
      />
    )
  if (state === 'failed')
    return <NonIdealState icon={<MobilePhone size={40} />} title={t('remote.wall.failed', { reason })} action={retry} />
  const places = ids.length > 0 ? Math.min(ids.length, mostWallPhones) : mostWallPhones
  const shown = phones.length === 0 ? places : phones.length
  return (
    <main
      className={styles.wall}
      onKeyDown={({ key }) => {
        if (key === 'Escape') wall.send({ type: 'shrink' })
      }}
    >
      <h1 className={styles.heading}>{t('remote.observeTitle')}</h1>
      <ul
        className={shown === 1 ? styles.single : styles.phones}
        data-crowd={shown > 8 ? 'many' : shown > 4 ? 'some' : 'few'}
      >
        {state === 'loading' &&
          Array.from({ length: places }, (_, place) => <li key={place} className={styles.skeleton} />)}
        {phones.map((phone) => (
          <li key={phone.id} className={styles.place}>
            <WallTile
              phone={phone}
              isAlone={phones.length === 1}
              isEnlarged={phone.id === enlarged}
              onEnlarge={() => wall.send({ type: 'enlarge', id: phone.id })}
              onShrink={() => wall.send({ type: 'shrink' })}
            />
          </li>
        ))}
      </ul>
    </main>
  )
}

import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowLeft, MultiSelect } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayControlPhones } from '../../../domain/roles.ts'
import { maxWallPhones } from '../../api/devices.ts'
import type { WallEntry } from '../../api/remote.ts'
import { wallPhones, type RemoteWall } from '../../machines/remote/remote-wall.ts'
import type { SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { FilterBar } from '../lists/FilterBar.tsx'
import { SavedViews } from '../lists/SavedViews.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { wallSizes, type WallAddress } from './wall-address.ts'
import styles from './WallBar.module.css'

interface WallBarProps {
  wall: RemoteWall
  control: SynchronisedControl
  address: WallAddress
  bar: RefObject<HTMLDivElement | null>
}

/** The phones that stand on the wall now. */
const shownOn = (wall: RemoteWall): WallEntry[] => wallPhones(wall.getSnapshot().context)

/** Which phones, how large, kept layouts; and the choice of those that are to be operated together. */
export function WallBar({ wall, control, address, bar }: WallBarProps) {
  const { t } = useTranslation()
  const isChoosing = useSelector(control, (snapshot) => snapshot.matches('choosing'))
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={t(isChoosing ? 'remote.sync.choosing' : 'remote.wall.tools')}
      data-choosing={isChoosing || undefined}
    >
      {isChoosing ? (
        <Choice wall={wall} control={control} />
      ) : (
        <Tools wall={wall} control={control} address={address} />
      )}
    </div>
  )
}

function Tools({ wall, control, address }: Omit<WallBarProps, 'bar'>) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const count = useSelector(wall, ({ context }) => context.phones.length)
  const begin = () => {
    wall.send({ type: 'shrink' })
    control.send({ type: 'choose' })
    // Whoever named the phones of the wall has chosen them.
    if (address.ids.length > 0) control.send({ type: 'choose these', phones: shownOn(wall) })
  }
  const whyNot = () => {
    if (!mayControlPhones(role)) return t('remote.sync.mayNotControl')
    return count === 0 ? t('remote.sync.noPhone') : undefined
  }
  return (
    <>
      <Link className={styles.back} to="/device/list" aria-label={t('remote.wall.back')} title={t('remote.wall.back')}>
        <ArrowLeft />
      </Link>
      <FilterBar filters={address.filters} query={address.filter} onChange={address.narrow} />
      <span className={styles.count} title={t('remote.wall.hint')}>
        {t('remote.wall.count', { count })}
        {count === maxWallPhones && ` · ${t('remote.wall.full', { n: maxWallPhones })}`}
      </span>
      <span className={styles.tools}>
        <ButtonGroup variant="outlined" role="group" aria-label={t('remote.wall.size')}>
          {wallSizes.map((size) => (
            <Button
              key={size}
              text={t(`remote.wall.sizes.${size}`)}
              active={address.size === size}
              aria-pressed={address.size === size}
              onClick={() => address.resize(size)}
            />
          ))}
        </ButtonGroup>
        <SavedViews list="wall" search={address.search} onApply={address.apply} />
        <ActionButton
          intent="primary"
          icon={<MultiSelect />}
          text={t('devices.together.begin')}
          disabledReason={whyNot()}
          onClick={begin}
        />
      </span>
    </>
  )
}

function Choice({ wall, control }: Pick<WallBarProps, 'wall' | 'control'>) {
  const { t } = useTranslation()
  const chosen = useSelector(control, ({ context }) => context.chosen)
  const mayStart = useSelector(control, (snapshot) => snapshot.can({ type: 'start' }))
  return (
    <>
      <strong>{t('remote.sync.choosing')}</strong>
      <span className={styles.count} role="status">
        {t('remote.sync.chosen', { n: chosen.length })}
      </span>
      <Button
        variant="outlined"
        autoFocus
        text={t('remote.sync.all')}
        onClick={() => control.send({ type: 'choose these', phones: shownOn(wall) })}
      />
      <Button
        variant="outlined"
        text={t('remote.sync.none')}
        onClick={() => control.send({ type: 'choose these', phones: [] })}
      />
      <span className={styles.space} />
      <Button text={t('remote.sync.cancel')} onClick={() => control.send({ type: 'leave' })} />
      <ActionButton
        intent="primary"
        text={t('remote.sync.start')}
        disabledReason={mayStart ? undefined : t('devices.together.few')}
        onClick={() => control.send({ type: 'start' })}
      />
    </>
  )
}

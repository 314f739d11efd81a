import { Switch } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RemoteDesk } from '../../machines/remote/remote-desk.ts'
import type { Device } from '../../api/devices.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownStatus } from '../devices/device-status.ts'
import { useFront } from '../shell/use-front.ts'
import frame from './RemotePart.module.css'
import styles from './PhoneGroup.module.css'
import { LiveVideos } from './LiveVideos.tsx'
import { useDeskOf } from './use-desk-of.ts'

/** Where there is room for videos, they are worth their traffic. */
const isWide = (): boolean => matchMedia('(min-width: 1201px)').matches

/** The phones of the same box, each a step away; those beside the operated one are observed, if the operator likes. */
export function PhoneGroup({ desk }: { desk: RemoteDesk }) {
  const { t } = useTranslation()
  const { front, open, close } = useFront<'videos'>(isWide() ? 'videos' : undefined)
  const isLive = front === 'videos'
  const deviceId = useSelector(desk, ({ context }) => context.deviceId)
  const group = useSelector(desk, ({ context }) => context.group)
  const total = useSelector(desk, ({ context }) => context.groupTotal)
  const leadTo = useDeskOf()
  const others = group.filter(({ id }) => id !== deviceId)

  const phone = ({ id, name, status, in_use_by, environment }: Device, video?: ReactNode) => (
    <li key={id}>
      <Link
        className={styles.phone}
        to={id === deviceId ? { search: `?id=${id}` } : leadTo({ id, environment })}
        aria-current={id === deviceId ? 'page' : undefined}
        data-status={status}
      >
        {video === undefined ? (
          <span className={styles.silhouette}>
            <span className={styles.who}>{id === deviceId ? t('remote.group.current') : in_use_by?.user_name}</span>
          </span>
        ) : (
          <span className={styles.video}>{video}</span>
        )}
        <span className={styles.name}>{name}</span>
        <span className={styles.status}>
          <StatusTag {...shownStatus(t, status)} />
        </span>
      </Link>
    </li>
  )
  return (
    <section className={`${frame.panel} ${styles.panel}`} aria-label={t('remote.group.title')}>
      <header className={`${frame.header} ${styles.header}`}>
        <h2 className={styles.title}>{t('remote.group.title')}</h2>
        {total > 0 && <span className={styles.count}>{t('remote.group.count', { n: total })}</span>}
        {others.length > 0 && (
          <Switch
            className={styles.live}
            alignIndicator="end"
            checked={isLive}
            label={t('remote.group.live')}
            onChange={({ currentTarget }) => (currentTarget.checked ? open('videos') : close('videos'))}
          />
        )}
      </header>
      {total === 1 && <p className={styles.alone}>{t('remote.group.alone')}</p>}
      <ul className={styles.phones}>
        {isLive && others.length > 0 ? (
          <LiveVideos phones={others}>{(videoOf) => group.map((each) => phone(each, videoOf(each.id)))}</LiveVideos>
        ) : (
          group.map((each) => phone(each))
        )}
      </ul>
    </section>
  )
}

import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RemoteDesk } from '../../machines/remote-desk.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownStatus } from '../devices/device-status.ts'
import styles from './PhoneGroup.module.css'

/** The phones of the same box, each a step away. */
export function PhoneGroup({ desk }: { desk: RemoteDesk }) {
  const { t } = useTranslation()
  const deviceId = useSelector(desk, ({ context }) => context.deviceId)
  const group = useSelector(desk, ({ context }) => context.group)
  const total = useSelector(desk, ({ context }) => context.groupTotal)

  return (
    <section className={styles.panel} aria-label={t('remote.group.title')}>
      <header className={styles.header}>
        <h2 className={styles.title}>{t('remote.group.title')}</h2>
        {total > 0 && <span>{t('remote.group.count', { n: total })}</span>}
      </header>
      {total === 1 && <p className={styles.alone}>{t('remote.group.alone')}</p>}
      <ul className={styles.phones}>
        {group.map(({ id, name, status, in_use_by }) => (
          <li key={id}>
            <Link
              className={styles.phone}
              to={{ search: `?id=${id}` }}
              aria-current={id === deviceId ? 'page' : undefined}
              data-status={status}
            >
              <span className={styles.silhouette}>
                <span className={styles.who}>
                  {id === deviceId ? t('remote.group.current') : (in_use_by?.user_name ?? '')}
                </span>
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.status}>
                <StatusTag {...shownStatus(t, status)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Tooltip } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { RemoteSession, RemoteSnapshot } from '../../machines/remote/remote-session.ts'
import styles from './SessionFigures.module.css'

const rounded = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.max(1, Math.round(milliseconds))

const liveFps = (snapshot: RemoteSnapshot): number | null =>
  snapshot.matches({ attached: 'live' }) ? (snapshot.context.figures?.fps ?? null) : null

/** How smooth and how quick the video is, in small print; what was measured is in the tooltip. */
export function SessionFigures({ session }: { session: RemoteSession }) {
  const { t } = useTranslation()
  const fps = useSelector(session, liveFps)
  const response = useSelector(session, ({ context }) => rounded(context.figures?.response ?? null))
  const toScreen = useSelector(session, ({ context }) => rounded(context.figures?.toScreen ?? null))
  const latency = response ?? toScreen

  if (fps === null) return null
  return (
    <Tooltip
      compact
      placement="bottom"
      content={
        <ul className={styles.measured}>
          {response !== null && <li>{t('remote.figures.response', { ms: response })}</li>}
          {toScreen !== null && <li>{t('remote.figures.toScreen', { ms: toScreen })}</li>}
          <li>{t('remote.figures.fps')}</li>
        </ul>
      }
    >
      <span className={styles.figures}>
        {latency === null ? t('remote.figures.shortUnknown', { fps }) : t('remote.figures.short', { fps, latency })}
      </span>
    </Tooltip>
  )
}

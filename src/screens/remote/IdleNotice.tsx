import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import styles from './IdleNotice.module.css'

/** Says that control is about to be released because nobody uses it, and lets the operator go on. */
export function IdleNotice({ session, onGoOn }: { session: RemoteSession; onGoOn: () => void }) {
  const { t } = useTranslation()
  const isWarned = useSelector(session, (snapshot) => snapshot.can({ type: 'go on' }))
  const seconds = useSelector(session, ({ context }) => context.idleLeft)

  if (!isWarned) return null
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.text}>{t('remote.idle', { seconds })}</span>
      <Button size="small" intent="primary" text={t('remote.act.goOn')} onClick={onGoOn} />
    </div>
  )
}

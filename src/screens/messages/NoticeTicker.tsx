import { Cross, Flag } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { useConsole } from '../session/session-context.tsx'
import styles from './NoticeTicker.module.css'

/** How fast the notice passes by. A Chinese character is as wide as two others. */
const secondsPerCharacter = 0.28

/** The maintenance notice, scrolling by until it is confirmed (SPEC §2, §4). It stands still under the pointer. */
export function NoticeTicker() {
  const { t } = useTranslation()
  const maintenance = useSelector(useConsole(), (console) => console.children.maintenanceNotice)
  const shown = useSelector(maintenance, (now) => now?.matches({ notice: 'shown' }) === true)
  const content = useSelector(maintenance, (now) => now?.context.notice?.content ?? '')
  if (!shown) return null

  const duration = `${Math.max(12, content.length * secondsPerCharacter)}s`
  return (
    <section className={styles.notice} aria-label={t('shell.notice.label')} data-in-bar>
      <Flag size={12} className={styles.flag} />
      <div className={styles.window} title={content} role="status">
        <span className={styles.text} style={{ animationDuration: duration }}>
          {content}
        </span>
      </div>
      <GhostButton label={t('shell.notice.confirm')} onClick={() => maintenance?.send({ type: 'confirm' })}>
        <Cross size={12} />
      </GhostButton>
    </section>
  )
}

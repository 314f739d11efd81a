import { ChevronDown } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { LatePopover } from '../../ui/LatePopover.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import styles from './UserMenu.module.css'

const userPanel = late(() => import('./UserPanel.tsx'))

/** Who is signed in; what one does about it hangs from there (SPEC §2, navbar). */
export function UserMenu({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  /** An avatar that can't be shown. */
  const [unseen, setUnseen] = useState('')

  const panel = <Late of={userPanel}>{({ UserPanel }) => <UserPanel onFeedback={onFeedback} />}</Late>
  return (
    <LatePopover content={panel} placement="bottom-end" animation="scale">
      <button type="button" className={styles.user}>
        <span className={styles.purpose}>{t('shell.user.menu')}: </span>
        {user.avatar === '' || user.avatar === unseen ? (
          <span className={styles.avatar} aria-hidden="true">
            {user.user_name.slice(0, 1).toUpperCase()}
          </span>
        ) : (
          <img className={styles.avatar} src={user.avatar} alt="" onError={() => setUnseen(user.avatar)} />
        )}
        <span className={styles.name}>{user.user_name}</span>
        <ChevronDown size={12} className={styles.chevron} />
      </button>
    </LatePopover>
  )
}

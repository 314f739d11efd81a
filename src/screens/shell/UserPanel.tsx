import { Classes } from '@blueprintjs/core'
import { Duplicate, Home, Key, LogOut } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Menu, MenuDivider, MenuItem } from '../../ui/late-overlays.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import styles from './UserPanel.module.css'

/** What hangs from the user's name: who that is, and what one does about it (SPEC §2, navbar). */
export function UserPanel({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const console = useConsole()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const signOut = useSignOut()

  return (
    <div data-hangs-from-bar>
      <div className={styles.who}>
        <b>{user.user_name}</b>
        <span>{t(`roles.${user.role}`)}</span>
        <SubscriptionBadge />
        <div className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
      <Menu className={styles.menu}>
        <MenuItem
          icon={<Duplicate />}
          text={t('shell.user.copyId')}
          labelElement={<code className={styles.id}>{user.id}</code>}
          onClick={() => console.send({ type: 'copy user id' })}
        />
        <MenuItem icon={<Home />} text={t('shell.user.home')} onClick={() => void navigate('/')} />
        <MenuItem
          icon={<Key />}
          text={t('shell.user.changePassword')}
          onClick={() => console.getSnapshot().children.changePassword?.send({ type: 'open' })}
        />
        <MenuDivider />
        <MenuItem icon={<LogOut />} text={t('shell.user.logOut')} onClick={signOut} />
      </Menu>
      {/* No entry of the menu: those are SPEC's four. */}
      <button type="button" className={`${styles.feedback} ${Classes.POPOVER_DISMISS}`} onClick={onFeedback}>
        {t('shell.user.feedback')}
      </button>
    </div>
  )
}

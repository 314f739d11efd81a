import { Classes } from '@blueprintjs/core'
import { ChevronDown, Duplicate, Home, Key, LogOut } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Menu, MenuDivider, MenuItem } from '../../ui/late-overlays.ts'
import { LatePopover } from '../../ui/LatePopover.tsx'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import styles from './UserMenu.module.css'

/** Who is signed in, and what one does about it (SPEC §2, navbar). */
export function UserMenu({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const console = useConsole()
  const navigate = useNavigate()
  const user = useCurrentUser()

  const menu = (
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
        <MenuItem
          icon={<LogOut />}
          text={t('shell.user.logOut')}
          onClick={() => console.getSnapshot().children.session?.send({ type: 'sign out' })}
        />
      </Menu>
      {/* No entry of the menu: those are SPEC's four. */}
      <button type="button" className={`${styles.feedback} ${Classes.POPOVER_DISMISS}`} onClick={onFeedback}>
        {t('shell.user.feedback')}
      </button>
    </div>
  )
  return (
    <LatePopover content={menu} placement="bottom-end" animation="scale">
      <button type="button" className={styles.user}>
        <span className={styles.purpose}>{t('shell.user.menu')}: </span>
        {user.avatar === '' ? (
          <span className={styles.avatar} aria-hidden="true">
            {user.user_name.slice(0, 1).toUpperCase()}
          </span>
        ) : (
          <img className={styles.avatar} src={user.avatar} alt="" />
        )}
        <span className={styles.name}>{user.user_name}</span>
        <ChevronDown size={12} className={styles.chevron} />
      </button>
    </LatePopover>
  )
}

import { Menu } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useConsole } from '../session/session-context.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { CountsPill } from './CountsPill.tsx'
import { MessageBell } from '../messages/MessageBell.tsx'
import styles from './Navbar.module.css'
import { NoticeTicker } from '../messages/NoticeTicker.tsx'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar above the main area (SPEC §2, navbar). On a narrow window the notice has a line of its own below it. */
export function Navbar({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const { sidebar } = useConsole().getSnapshot().children
  const mobile = useSelector(sidebar, (now) => now?.matches('mobile') === true)
  const open = useSelector(
    sidebar,
    (now) => now?.matches({ mobile: 'open' }) === true || now?.matches({ desktop: 'open' }) === true,
  )
  return (
    <header className={styles.navbar}>
      <GhostButton
        label={t(open ? 'shell.closeSidebar' : 'shell.openSidebar')}
        expanded={open}
        onClick={() => sidebar?.send({ type: 'toggle' })}
      >
        <Menu />
      </GhostButton>
      <Breadcrumb />
      <div className={styles.middle}>{!mobile && <NoticeTicker />}</div>
      <CountsPill />
      <SubscriptionBadge onlyExpired={mobile} />
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <MessageBell />
      <UserMenu onFeedback={onFeedback} />
    </header>
  )
}

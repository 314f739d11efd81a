import { DoubleChevronLeft, DoubleChevronRight } from '@blueprintjs/icons'
import { useMemo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasBrand } from '../../../texts/site-title.ts'
import { menuFor, placeAt } from '../../routes.ts'
import brandMark from '../../ui/brand-mark.svg'
import { useCurrentUser } from '../session/session-context.tsx'
import { useHost, useSiteTitle } from './use-site-title.ts'
import { MenuGroup } from './MenuGroup.tsx'
import { MenuLink } from './MenuLink.tsx'
import styles from './Sidebar.module.css'

interface SidebarProps {
  collapsed: boolean
  onCollapse?: () => void
  /** A link was taken; its screen may still be on its way. */
  onFollow?: () => void
}

/** The routes that the user's role and modules open (SPEC §2, §6). Collapsed it shows icons alone. */
export function Sidebar({ collapsed, onCollapse, onFollow }: SidebarProps) {
  const { t } = useTranslation()
  const site = useSiteTitle()
  const host = useHost()
  const user = useCurrentUser()
  const entries = useMemo(() => menuFor(user), [user])
  const { pathname, search, hash } = useLocation()
  const screen = placeAt(pathname)?.screen
  const where = { open: screen?.path, openUnder: screen?.menu }
  const navigate = useNavigate()
  // Followed here for all of them: a router's own link is drawn again with each navigation, wherever that leads.
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlain) return
    event.preventDefault()
    onFollow?.()
    void navigate(link.pathname, { replace: link.pathname === pathname + search + hash })
  }
  const collapse = t(collapsed ? 'shell.openSidebar' : 'shell.closeSidebar')
  return (
    <nav className={styles.sidebar} data-collapsed={collapsed} aria-label={t('shell.navigation')}>
      <div className={styles.brand}>
        {!hasBrand(host) && <img src={brandMark} alt="" width="20" height="20" />}
        <span className={styles.word}>{site}</span>
      </div>
      <ul className={styles.entries} onClick={follow}>
        {entries.map((entry) =>
          entry.children.length > 0 ? (
            <MenuGroup key={entry.path} entry={entry} collapsed={collapsed} {...where} />
          ) : (
            <MenuLink key={entry.path} entry={entry} collapsed={collapsed} {...where} />
          ),
        )}
      </ul>
      {onCollapse && (
        <button type="button" className={styles.collapse} aria-label={collapse} title={collapse} onClick={onCollapse}>
          {collapsed ? <DoubleChevronRight size={14} /> : <DoubleChevronLeft size={14} />}
          <span className={styles.word}>{t('shell.collapse')}</span>
        </button>
      )}
    </nav>
  )
}

import { DoubleChevronLeft, DoubleChevronRight } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { layoutOf } from '../../brands.ts'
import { menuFor } from '../../routes.ts'
import brandMark from '../../ui/brand-mark.svg'
import { useCurrentUser } from '../session-context.tsx'
import { useHost, useSiteTitle } from '../use-site-title.ts'
import { MenuGroup } from './MenuGroup.tsx'
import { MenuLink } from './MenuLink.tsx'
import styles from './Sidebar.module.css'

/** The routes that the user's role and modules open (SPEC §2, §6). Collapsed it shows icons alone. */
export function Sidebar({ collapsed, onCollapse }: { collapsed: boolean; onCollapse?: () => void }) {
  const { t } = useTranslation()
  const site = useSiteTitle()
  const host = useHost()
  const user = useCurrentUser()
  const collapse = t(collapsed ? 'shell.openSidebar' : 'shell.closeSidebar')
  return (
    <nav className={styles.sidebar} data-collapsed={collapsed} aria-label={t('shell.navigation')}>
      <div className={styles.brand}>
        {layoutOf(host).hasProductMark && <img src={brandMark} alt="" width="20" height="20" />}
        <span className={styles.word}>{site}</span>
      </div>
      <ul className={styles.entries}>
        {menuFor(user).map((entry) =>
          entry.children.length > 0 ? (
            <MenuGroup key={entry.path} entry={entry} collapsed={collapsed} />
          ) : (
            <MenuLink key={entry.path} entry={entry} collapsed={collapsed} />
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

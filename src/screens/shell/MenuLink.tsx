import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { placeAt, type MenuEntry } from '../../routes.ts'
import { menuIcons } from './menu-icons.ts'
import styles from './Sidebar.module.css'

/** A screen in the sidebar. It is lit while it is open, and while a hidden screen is that belongs to it. */
export function MenuLink({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const open = placeAt(pathname)?.screen
  const current = open?.path === entry.path
  const lit = current || open?.menu === entry.path
  const Icon = menuIcons[entry.title]
  const title = t(`routes.${entry.title}`)
  return (
    <li>
      <Link
        to={entry.path}
        className={styles.link}
        data-lit={lit}
        aria-current={current ? 'page' : undefined}
        title={collapsed ? title : undefined}
      >
        {Icon && <Icon size={14} className={styles.icon} />}
        <span className={styles.word}>{title}</span>
      </Link>
    </li>
  )
}

import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../../routes.ts'
import { menuIcons } from './menu-icons.ts'
import styles from './Sidebar.module.css'

interface MenuLinkProps {
  entry: MenuEntry
  collapsed: boolean
  /** The path of the screen that is open. */
  open: string | undefined
  /** The path of the entry that a hidden screen which is open belongs to. */
  openUnder: string | undefined
}

/** A screen in the sidebar, which follows it. It is lit while it is open, and while a hidden screen is that belongs to it. */
export function MenuLink({ entry, collapsed, open, openUnder }: MenuLinkProps) {
  const current = open === entry.path
  return <Entry entry={entry} collapsed={collapsed} current={current} lit={current || openUnder === entry.path} />
}

/** Drawn again only where the light goes on or off. */
const Entry = memo(function Entry({
  entry,
  collapsed,
  current,
  lit,
}: {
  entry: MenuEntry
  collapsed: boolean
  current: boolean
  lit: boolean
}) {
  const { t } = useTranslation()
  const Icon = menuIcons[entry.title]
  const title = t(`routes.${entry.title}`)
  return (
    <li>
      <a
        href={entry.path}
        className={styles.link}
        data-lit={lit}
        aria-current={current ? 'page' : undefined}
        title={collapsed ? title : undefined}
      >
        {Icon && <Icon size={14} className={styles.icon} />}
        <span className={styles.word}>{title}</span>
      </a>
    </li>
  )
})

import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Market } from '../../../domain/markets.ts'
import type { MenuEntry } from '../../routes.ts'
import { menuIcons } from './menu-icons.ts'
import styles from './Sidebar.module.css'

interface MenuLinkProps {
  entry: MenuEntry
  collapsed: boolean
  /** The market that it is one of several alike of, where nothing above it says so. */
  market?: Market
  /** The path of the screen that is open. */
  open: string | undefined
  /** The path of the entry that a hidden screen which is open belongs to. */
  openUnder: string | undefined
}

/** A screen in the sidebar, which follows it. It is lit while it is open, and while a hidden screen is that belongs to it. */
export function MenuLink({ open, openUnder, ...what }: MenuLinkProps) {
  const { entry } = what
  const current = open === entry.path
  return <Entry {...what} current={current} lit={current || openUnder === entry.path} />
}

/** Drawn again only where the light goes on or off. */
const Entry = memo(function Entry({
  entry,
  collapsed,
  market,
  current,
  lit,
}: Pick<MenuLinkProps, 'entry' | 'collapsed' | 'market'> & {
  current: boolean
  lit: boolean
}) {
  const { t } = useTranslation()
  const Icon = menuIcons[entry.title]
  const word = t(`routes.${entry.title}`)
  const title = market === undefined ? word : `${t(`routes.${market}`)} · ${word}`
  return (
    <li>
      <a
        href={entry.path}
        className={styles.link}
        data-lit={lit}
        aria-current={current ? 'page' : undefined}
        title={collapsed ? title : undefined}
        aria-label={collapsed ? title : undefined}
      >
        {Icon && <Icon size={14} className={styles.icon} />}
        <span className={styles.word}>{word}</span>
      </a>
    </li>
  )
})

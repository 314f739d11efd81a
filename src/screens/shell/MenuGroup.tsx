import { ChevronDown, FolderClose } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { markets } from '../../../domain/markets.ts'
import type { MenuEntry } from '../../routes.ts'
import { menuIcons } from './menu-icons.ts'
import { MenuLink } from './MenuLink.tsx'
import styles from './Sidebar.module.css'

interface MenuGroupProps {
  entry: MenuEntry
  collapsed: boolean
  open: string | undefined
  openUnder: string | undefined
}

/** Several screens under one heading. It begins open where one of them is open. */
export function MenuGroup({ entry, collapsed, ...where }: MenuGroupProps) {
  const { t } = useTranslation()
  const Icon = menuIcons[entry.title] ?? FolderClose
  if (collapsed)
    return entry.children.map((child) => (
      <MenuLink
        key={child.path}
        entry={child}
        collapsed
        market={markets.find((one) => one === entry.title)}
        {...where}
      />
    ))
  return (
    <li>
      <details className={styles.group} open={where.open?.startsWith(`${entry.path}/`)}>
        <summary className={styles.link}>
          <Icon size={14} className={styles.icon} />
          <span className={styles.word}>{t(`routes.${entry.title}`)}</span>
          <ChevronDown size={12} className={styles.chevron} />
        </summary>
        <ul>
          {entry.children.map((child) => (
            <MenuLink key={child.path} entry={child} collapsed={false} {...where} />
          ))}
        </ul>
      </details>
    </li>
  )
}

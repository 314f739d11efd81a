import { Button, Classes, Drawer } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './SidePanel.module.css'

interface SidePanelProps {
  title: string
  /** The widest that it gets, in pixels. */
  width: number
  onClose: () => void
  children: ReactNode
}

/**
 * A drawer that says what it is: Blueprint's own has no dialog role, and a heading of the fourth level right below the
 * screen's first.
 */
export function SidePanel({ title, width, onClose, children }: SidePanelProps) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <Drawer isOpen size={`min(${width}px, 100vw)`} className={styles.drawer} onClose={onClose}>
      <section role="dialog" aria-modal="true" aria-labelledby={heading} className={styles.panel}>
        <div className={Classes.DRAWER_HEADER}>
          <h2 id={heading} className={`${Classes.HEADING} ${styles.title}`}>
            {title}
          </h2>
          <Button
            variant="minimal"
            className={Classes.DIALOG_CLOSE_BUTTON}
            icon={<SmallCross size={20} />}
            aria-label={t('table.batch.close')}
            onClick={onClose}
          />
        </div>
        {children}
      </section>
    </Drawer>
  )
}

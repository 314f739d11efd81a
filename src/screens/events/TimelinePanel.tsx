import { useTranslation } from 'react-i18next'
import type { TimelineOf } from '../../api/events.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Timeline } from './Timeline.tsx'
import styles from './Timeline.module.css'

/** What happened with one of a list, beside it. */
export function TimelinePanel({ of, name, onClose }: { of: TimelineOf; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SidePanel width={640} title={t('events.of', { name })} onClose={onClose}>
      <div className={styles.panel}>
        <Timeline of={of} />
      </div>
    </SidePanel>
  )
}

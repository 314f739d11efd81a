import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { TimelineOf } from '../../api/events.ts'
import { eventKinds } from './event-words.ts'
import { EventTabs } from './EventTabs.tsx'
import { Timeline } from './Timeline.tsx'
import styles from './Timeline.module.css'

const subjects = ['device_id', 'environment_id', 'box_id', 'user_id'] as const

/** Whose timeline the address asks for. */
const subjectOf = (params: URLSearchParams) => subjects.find((one) => /^\d{1,15}$/.test(params.get(one) ?? ''))

/** What happened in the operator's branch, or with one phone, shop, box or person of it; all that is asked for stands in the address. */
export function TimelineScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const subject = subjectOf(params)
  const of: TimelineOf = subject === undefined ? {} : { [subject]: Number(params.get(subject)) }
  const kinds = eventKinds.filter((kind) => params.getAll('kind').includes(kind))
  return (
    <div className={styles.screen}>
      <EventTabs />
      {subject !== undefined && (
        <p className={styles.ofOne}>
          {t(`events.ofOne.${subject}`)} <Link to="/timeline">{t('events.all')}</Link>
        </p>
      )}
      <Timeline
        of={of}
        kinds={kinds}
        onKinds={(wanted) => {
          const next = new URLSearchParams(params)
          next.delete('kind')
          for (const kind of wanted) next.append('kind', kind)
          setParams(next, { replace: true })
        }}
      />
    </div>
  )
}

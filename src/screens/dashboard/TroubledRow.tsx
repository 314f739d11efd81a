import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { reasonText } from '../../../texts/reason.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import { actAtOnce } from '../../api/devices.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { mayCall } from '../../permissions.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'

interface TroubledRowProps {
  styles: CSSModuleClasses
  troubled: Summary['troubled']['items'][number]
  onActed: () => void
}

/** Phones that are faulty or away for one reason: the faulty are recovered from here. */
export function TroubledRow({ styles, troubled, onActed }: TroubledRowProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const notify = useNotify()
  const recovery = useSingleCall<BegunJob>(() => onActed())
  const { status, reason, ids, names, shops, since } = troubled
  const count = ids.length
  const recover = () =>
    recovery.call('recover', async (signal) => {
      const job = await actAtOnce({ ids }, 'recover', signal)
      notify({ kind: 'success', text: t('attention.recovering', { n: count }) })
      return job
    })
  const text = [t(`attention.${status}`, { n: count }), reasonText(t, reason)].filter(Boolean).join(' · ')
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone={status === 'faulty' ? 'danger' : 'off'} text={text} />
      </strong>
      <span className={styles.names}>
        {names.map((name) => (
          <span key={name} className={styles.name}>
            {name}
          </span>
        ))}
        {count > names.length && (
          <span className={styles.name}>{t('attention.more', { n: count - names.length })}</span>
        )}
        {shops > 0 && t('attention.shops', { n: shops })}
      </span>
      <span className={styles.since}>{since !== null && <TimeAgo at={since} />}</span>
      <span className={styles.acts}>
        <Link to={`/device/list?status=${status}`} className={styles.look}>
          {t('attention.look')}
        </Link>
        {status === 'faulty' && mayCall(role, 'deviceCare') && (
          <Button
            size="small"
            intent="primary"
            loading={recovery.busy}
            text={t('attention.recover', { n: count })}
            onClick={recover}
          />
        )}
      </span>
    </li>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Summary } from '../../api/dashboard-summary.ts'
import { mayCall } from '../../permissions.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useCurrentUser } from '../session/session-context.tsx'

/** For how many days a service is mostly renewed, which is offered at once. */
const usualDays = 30

interface ServiceRowProps {
  styles: CSSModuleClasses
  user: Summary['expiring']['items'][number]
  /** How long that is still. */
  left: string
}

/** Somebody below whose service is about to end: it is renewed from here. */
export function ServiceRow({ styles, user: { id, user_name }, left }: ServiceRowProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone="warn" text={[t('dashboard.expiring'), left].join(' · ')} />
      </strong>
      <span className={styles.names}>
        <span className={styles.name}>{user_name}</span>
      </span>
      <span className={styles.acts}>
        {mayCall(role, 'userRenew') && (
          <>
            <Link to={`?renew=${id}`} className={styles.look}>
              {t('attention.renew')}
            </Link>
            <Link to={`?renew=${id}&days=${usualDays}`} className={styles.look}>
              {t('people.form.renewBy', { count: usualDays })}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}

interface OwnServiceRowProps {
  styles: CSSModuleClasses
  service: NonNullable<Summary['own_service']>
  left: string
}

/** The operator's own service, which nobody renews but those above: it says who, and how they are reached. */
export function OwnServiceRow({ styles, service: { contact }, left }: OwnServiceRowProps) {
  const { t } = useTranslation()
  const reached = contact && [contact.contact_name, contact.phone, contact.email].filter((text) => text !== '')
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone="warn" text={[t('attention.ownService'), left].join(' · ')} />
      </strong>
      <span className={styles.names}>
        {contact && t('attention.askFor', { name: contact.user_name })}
        {reached?.map((text) => (
          <span key={text} className={styles.name}>
            {text}
          </span>
        ))}
      </span>
    </li>
  )
}

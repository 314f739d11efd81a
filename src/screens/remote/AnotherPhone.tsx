import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import type { Device } from '../../api/devices.ts'
import type { PhoneChange } from '../../machines/remote/phone-change.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import styles from './SessionOverlay.module.css'

interface AnotherPhoneProps {
  phone: Device | null
  change: PhoneChange | undefined
}

/** Leads away from a phone that is not there: to another one with the environment that is open on it, or to the choice of any. */
export function AnotherPhone({ phone, change }: AnotherPhoneProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  if (change && phone?.status === 'offline' && phone.environment !== null && mayCall(role, 'environmentReopen'))
    return <OpenElsewhere change={change} environment={phone.environment} />
  return (
    <Link className={styles.link} to={{ search: '' }}>
      {t('remote.act.choose')}
    </Link>
  )
}

interface OpenElsewhereProps {
  change: PhoneChange
  environment: NonNullable<Device['environment']>
}

function OpenElsewhere({ change, environment }: OpenElsewhereProps) {
  const { t } = useTranslation()
  const isOpening = useSelector(change, (snapshot) => snapshot.matches('opening'))
  return (
    <Button
      size="small"
      text={t('remote.act.choose')}
      loading={isOpening}
      onClick={() => change.send({ type: 'choose another', environment })}
    />
  )
}

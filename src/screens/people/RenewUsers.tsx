import { Calendar } from '@blueprintjs/icons'
import { lightFormat } from 'date-fns'
import { useTranslation } from 'react-i18next'
import { renewedUntil } from '../../../domain/service.ts'
import { renewal } from '../../api/people-forms.ts'
import { renewUsers, type User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { ServiceDays } from './ServiceDays.tsx'
import { whyNotManaged, type OfUsers } from './user-columns.ts'

interface RenewUsersProps {
  /** How many users it is about, and those of them that are known here. */
  count: number
  rows: readonly Pick<User, 'expires_at'>[]
  onChosen: (days: number) => void
  onClose: () => void
}

/** Asks for how long services are to be renewed, and says until when they run then. */
export function RenewUsers({ count, rows, onChosen, onClose }: RenewUsersProps) {
  const { t } = useTranslation()
  const form = useRecordForm(renewal, { onSaved: onChosen, onLeft: onClose })
  const { days } = form.values
  const isLength = typeof days === 'number' && Number.isInteger(days) && days > 0
  const until = isLength && rows.length === count ? runningUntil(rows, days) : undefined
  return (
    <FormDialog form={form} title={t('people.form.renewOf', { count })} submitText={t('people.action.renew')}>
      <NumberField
        field={form.field('days')}
        label={t('people.field.days')}
        unit={t('people.form.days')}
        hint={until === undefined ? t('people.form.renewHint') : t('people.form.runsUntil', { days: until })}
      />
      <ServiceDays chosen={days} onPick={(days) => form.change({ days })} />
    </FormDialog>
  )
}

/** Until which day services run once they are renewed; the first and the last day where that is not the same. */
function runningUntil(users: RenewUsersProps['rows'], days: number): string {
  const ends = users.map(({ expires_at }) => renewedUntil(expires_at, days, Date.now()))
  const [first, last] = [Math.min(...ends), Math.max(...ends)].map((end) => lightFormat(end, 'yyyy-MM-dd'))
  return first === last ? `${first}` : `${first} – ${last}`
}

export const renewing: ListAction<OfUsers> = {
  key: 'renew',
  icon: <Calendar />,
  reason: whyNotManaged,
  asks: (chosen, { asking, t }) => (
    <RenewUsers
      rows={chosen.rows}
      {...asking(chosen, (days: number) => ({
        title: t('people.form.renewBy', { count: days }),
        call: renewUsers(days),
      }))}
    />
  ),
}

import { Calendar } from '@blueprintjs/icons'
import { lightFormat } from 'date-fns'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { renewedUntil } from '../../../domain/service.ts'
import { renewal } from '../../api/people-forms.ts'
import { renewUsers, type User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import styles from '../forms/DialogForm.module.css'
import { useRecordForm } from '../forms/use-record-form.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { ServiceDays } from './ServiceDays.tsx'
import { whyNotManaged, type OfUsers } from './user-columns.ts'

/** So many are named; of more, the first of them and how many others there are. */
const maxNamed = 3

interface RenewUsersProps {
  /** How many users it is about, and those of them that are known here. */
  count: number
  rows: readonly Pick<User, 'user_name' | 'expires_at'>[]
  /** For how long, where whoever opened it has said so. */
  proposed?: number | null
  onChosen: (days: number) => void
  onClose: () => void
}

/** Asks for how long services are to be renewed, and says whose they are and until when they run then. */
export function RenewUsers({ count, rows, proposed = null, onChosen, onClose }: RenewUsersProps) {
  const { t } = useTranslation()
  const form = useRecordForm(renewal(proposed), { key: proposed, onSaved: onChosen, onLeft: onClose })
  const { days } = form.values
  const isLength = typeof days === 'number' && Number.isInteger(days) && days > 0
  const until = isLength && rows.length === count ? runningUntil(rows, days) : undefined
  return (
    <FormDialog form={form} title={t('people.form.renewOf', { count })} submitText={t('people.action.renew')}>
      <p className={styles.about}>{namesOf(t, rows, count)}</p>
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

/** Whose services they are: `a、b、c和另外 15 人`. */
function namesOf(t: TFunction, rows: RenewUsersProps['rows'], count: number): string {
  const first = rows.slice(0, maxNamed).map(({ user_name }) => user_name)
  const names = first.join(t('people.form.nameSeparator'))
  const others = count - first.length
  return others === 0 ? names : t('people.form.namesAndOthers', { names, others })
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

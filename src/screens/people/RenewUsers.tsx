import { ButtonGroup, Button } from '@blueprintjs/core'
import { Calendar } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { renewal } from '../../api/people-forms.ts'
import { renewUsers } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { whyNotManaged, type OfUsers } from './user-columns.ts'

/** In days; what is mostly bought. */
const usual = [30, 90, 180, 365]

interface RenewUsersProps {
  /** How many users it is about. */
  count: number
  onChosen: (days: number) => void
  onClose: () => void
}

/** Asks for how long services are to be renewed. */
function RenewUsers({ count, onChosen, onClose }: RenewUsersProps) {
  const { t } = useTranslation()
  const form = useRecordForm(renewal, { onSaved: onChosen, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('people.form.renewOf', { count })} submitText={t('people.action.renew')}>
      <NumberField
        field={form.field('days')}
        label={t('people.field.days')}
        unit={t('people.form.days')}
        hint={t('people.form.renewHint')}
      />
      <ButtonGroup variant="outlined">
        {usual.map((days) => (
          <Button
            key={days}
            active={form.values.days === days}
            text={t('people.form.nDays', { count: days })}
            onClick={() => form.change({ days })}
          />
        ))}
      </ButtonGroup>
    </FormDialog>
  )
}

export const renewing: ListAction<OfUsers> = {
  key: 'renew',
  icon: <Calendar />,
  reason: whyNotManaged,
  asks: (chosen, { asking, t }) => (
    <RenewUsers
      {...asking(chosen, (days: number) => ({
        title: t('people.form.renewBy', { count: days }),
        call: renewUsers(days),
      }))}
    />
  ),
}

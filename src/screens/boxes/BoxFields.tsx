import { useTranslation } from 'react-i18next'
import type { BoxValues } from '../../api/box-forms.ts'
import type { BoxChoices } from '../../api/boxes.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'
import { regionOptions } from '../devices/region-text.ts'

interface BoxFieldsProps {
  form: Pick<RecordForm<Omit<BoxValues, 'code'>>, 'field'>
  choices: BoxChoices
  ownerHint?: string
}

const optionOf = ({ id, user_name }: BoxChoices['owners'][number]) => ({ value: id, text: user_name })

/** What every form about a box asks for, whether there is one yet or not. */
export function BoxFields({ form, choices: { regions, owners, phoneOwners }, ownerHint }: BoxFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField label={t('boxes.field.region')} field={form.field('region')} options={regionOptions(t, regions)} />
      <NumberField label={t('boxes.field.slots')} field={form.field('slots')} />
      <TextField
        label={t('boxes.field.address')}
        field={form.field('address')}
        placeholder={t('boxes.form.place')}
        autoComplete="off"
      />
      {owners.length > 0 && (
        <SelectField
          label={t('boxes.field.owner')}
          field={form.field('owner_id')}
          hint={ownerHint}
          options={owners.map(optionOf)}
          none={{ value: null, text: t('boxes.form.ownerSelf') }}
        />
      )}
      <SelectField
        label={t('boxes.field.phoneOwner')}
        field={form.field('phone_owner_id')}
        hint={t('boxes.form.phoneOwnerHint')}
        options={phoneOwners.map(optionOf)}
        none={{ value: null, text: t('boxes.form.phoneOwnerNone') }}
      />
      <TextAreaField label={t('boxes.field.note')} field={form.field('note')} />
    </>
  )
}

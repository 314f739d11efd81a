import { useTranslation } from 'react-i18next'
import { newBoxForm, type BoxValues } from '../../api/box-forms.ts'
import type { BoxChoices, BoxToken } from '../../api/boxes.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { BoxFields } from './BoxFields.tsx'

interface NewBoxProps {
  choices: BoxChoices
  onAdded: (added: BoxToken) => void
  onClose: () => void
}

/** Adds a box. */
export function NewBox({ choices, onAdded, onClose }: NewBoxProps) {
  const { t } = useTranslation()
  const form = useRecordForm<BoxValues, BoxToken>(newBoxForm(), { key: 'new', onSaved: onAdded, onLeft: onClose })
  const code = form.values.code.trim() || 'B02'
  return (
    <FormDialog form={form} title={t('boxes.form.add')} submitText={t('boxes.action.add')} wide>
      <TextField label={t('boxes.field.name')} field={form.field('name')} autoFocus autoComplete="off" />
      <TextField
        label={t('boxes.field.code')}
        field={form.field('code')}
        hint={t('boxes.form.codeHint', { code })}
        autoComplete="off"
      />
      <BoxFields form={form} choices={choices} />
    </FormDialog>
  )
}

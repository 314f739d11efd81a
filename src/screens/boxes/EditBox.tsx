import { useTranslation } from 'react-i18next'
import { boxForm, type BoxValues } from '../../api/box-forms.ts'
import type { Box, BoxChoices } from '../../api/boxes.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { BoxFields } from './BoxFields.tsx'

interface EditBoxProps {
  box: Box
  choices: BoxChoices
  onSaved: () => void
  onClose: () => void
}

/** Changes what people say about a box. */
export function EditBox({ box, choices, onSaved, onClose }: EditBoxProps) {
  const { t } = useTranslation()
  const form = useRecordForm<Omit<BoxValues, 'code'>, Box>(boxForm(box), { key: box.id, onSaved, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('boxes.form.edit', { name: box.name })}>
      <TextField label={t('boxes.field.name')} field={form.field('name')} autoFocus autoComplete="off" />
      <BoxFields form={form} choices={choices} ownerHint={t('boxes.form.ownerHint')} />
    </FormDialog>
  )
}

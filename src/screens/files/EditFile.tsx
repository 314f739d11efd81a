import { useTranslation } from 'react-i18next'
import { fileForm, type FileValues, type StoredFile } from '../../api/files.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'

/** Renames a file and notes something about it. */
export function EditFile({ file, onSaved, onClose }: { file: StoredFile; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm<FileValues, StoredFile>(fileForm(file), { key: file.id, onSaved, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('files.form.title', { name: file.name })}>
      <TextField label={t('files.field.name')} field={form.field('name')} autoFocus autoComplete="off" />
      <TextAreaField label={t('files.field.note')} field={form.field('note')} />
    </FormDialog>
  )
}

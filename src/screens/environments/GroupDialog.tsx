import { useTranslation } from 'react-i18next'
import type { Market } from '../../../domain/markets.ts'
import { existingGroup, newGroup, type Group } from '../../api/environment-groups.ts'
import { ColourField } from '../../ui/form/ColourField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'

/** Told apart on light and on dark. */
const colours = ['#2d72d2', '#238551', '#c87619', '#cd4246', '#7961db', '#00a396', '#d1980b', '#db2c6f', '#5f6b7c']

interface GroupDialogProps {
  market: Market
  /** The one to change; a new one where left out. */
  group: Group | undefined
  onSaved: () => void
  onClose: () => void
}

/** A new group, or an existing one. */
export function GroupDialog({ market, group, onSaved, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const input = group === undefined ? newGroup(market) : existingGroup(group)
  const form = useRecordForm(input, { key: group?.id ?? market, onSaved, onLeft: onClose })
  return (
    <FormDialog
      form={form}
      title={t(group === undefined ? 'environments.groups.action.add' : 'environments.groups.edit')}
    >
      <TextField field={form.field('name')} label={t('environments.groups.field.name')} autoFocus />
      <ColourField field={form.field('colour')} label={t('environments.groups.field.colour')} colours={colours} />
    </FormDialog>
  )
}

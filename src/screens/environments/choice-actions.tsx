import { FolderOpen, NewPerson } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { chosenGroups, chosenOwner, type MoveValues } from '../../api/environment-forms.ts'
import { assignEnvironments, moveEnvironments, type MarketOptions } from '../../api/environments.ts'
import { findUsers } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { PickField } from '../forms/PickField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import type { ListAction } from '../lists/list-definition.ts'
import type { OfEnvironments } from './environment-columns.ts'

interface MoveDialogProps {
  /** How many environments it is about. */
  count: number
  groups: MarketOptions['groups']
  onChosen: (values: MoveValues) => void
  onClose: () => void
}

const modes = ['add', 'replace', 'remove'] as const

/** Which groups to move environments to. */
function MoveDialog({ count, groups, onChosen, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const form = useRecordForm(chosenGroups, { onSaved: onChosen, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('environments.moveOf', { count })} submitText={t('environments.action.move')}>
      <MultiSelectField
        field={form.field('tags')}
        label={t('environments.form.groups')}
        options={groups.map(({ id, name }) => ({ value: id, text: name }))}
        placeholder={groups.length === 0 ? t('environments.form.noGroups') : undefined}
      />
      <SelectField
        field={form.field('mode')}
        label={t('environments.form.mode')}
        options={modes.map((mode) => ({ value: mode, text: t(`environments.form.modes.${mode}`) }))}
      />
    </FormDialog>
  )
}

export const moving: ListAction<OfEnvironments> = {
  key: 'move',
  icon: <FolderOpen />,
  asks: (chosen, { asking, groups, market, t }) => (
    <MoveDialog
      groups={groups}
      {...asking(chosen, ({ tags, mode }: MoveValues) => ({
        title: t('environments.whole.move'),
        call: moveEnvironments(market, tags, mode),
      }))}
    />
  ),
}

interface AssignDialogProps {
  /** How many environments it is about. */
  count: number
  onChosen: (ownerId: number) => void
  onClose: () => void
}

/** Whom to give environments to. */
function AssignDialog({ count, onChosen, onClose }: AssignDialogProps) {
  const { t } = useTranslation()
  const form = useRecordForm(chosenOwner, {
    onSaved: ({ owner_id }) => (owner_id === null ? onClose() : onChosen(owner_id)),
    onLeft: onClose,
  })
  return (
    <FormDialog form={form} title={t('environments.assignOf', { count })} submitText={t('environments.action.assign')}>
      <PickField isNeeded field={form.field('owner_id')} label={t('environments.field.owner')} find={findUsers} />
    </FormDialog>
  )
}

export const assigning: ListAction<OfEnvironments> = {
  key: 'assign',
  icon: <NewPerson />,
  operation: 'userList',
  asks: (chosen, { asking, market, t }) => (
    <AssignDialog
      {...asking(chosen, (owner: number) => ({
        title: t('environments.whole.assign'),
        call: assignEnvironments(market, owner),
      }))}
    />
  ),
}

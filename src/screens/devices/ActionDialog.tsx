import { useTranslation } from 'react-i18next'
import { isCare, type PhoneAction } from '../../../domain/phone-actions.ts'
import { actionForm, commandForm } from '../../api/device-forms.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { isCountTyped, isMeant } from '../../ui/typed-count.ts'
import { ArgumentField } from '../jobs/ArgumentField.tsx'
import { DropArea } from '../jobs/DropArea.tsx'
import { useArgumentFile } from '../jobs/use-argument-file.ts'
import { Interrupted } from './Interrupted.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { costs, isCostly, type ActionOrCommand, type ChosenDevices } from './device-actions.tsx'

/** What ends what somebody is doing on a phone. */
const interrupts: readonly ActionOrCommand[] = ['reboot', 'free']

interface ActionDialogProps {
  action: ActionOrCommand
  chosen: ChosenDevices
  /** It has been confirmed, and needs nothing else. */
  onConfirm: () => void
  /** It has begun, as a job. */
  onBegun: (begun: BegunJob) => void
  onLeft: () => void
}

/** Asks what an action on phones is about, or whether what it costs may be lost. */
export function ActionDialog(props: ActionDialogProps) {
  const { t } = useTranslation()
  const { action, onConfirm, onLeft } = props
  const { count, target, row } = props.chosen
  const what = t(`jobs.act.${action}`)
  const title = row ? t('devices.act.one', { what, name: row.name }) : t('devices.act.several', { what, count })
  if (action === 'shell') return <CommandForm {...props} title={title} />
  if (isCostly(action) || isCare(action)) {
    const loses = isCostly(action) ? [t(costs[action])] : []
    return (
      <ConfirmDialog title={title} loses={loses} confirm={title} count={count} onConfirm={onConfirm} onCancel={onLeft}>
        {interrupts.some((one) => one === action) && <Interrupted target={target} />}
      </ConfirmDialog>
    )
  }
  return <ArgumentForm {...props} action={action} title={title} />
}

const required = { rule: 'required' } as const

function ArgumentForm({
  action,
  chosen: { target, count, rows },
  title,
  onBegun,
  onLeft,
}: ActionDialogProps & { action: PhoneAction; title: string }) {
  const { t } = useTranslation()
  const isLossy = action === 'uninstall'
  const form = useRecordForm(
    actionForm(target, action, (values) => (isLossy && !isMeant(count, values.count) ? { count: required } : {})),
    { key: [action, target], onSaved: onBegun, onLeft },
  )
  const dropped = useArgumentFile(form.field('file_id'), action)
  return (
    <DropArea of={dropped}>
      <FormDialog form={form} title={title} submitText={t('devices.act.begin')}>
        <ArgumentField
          action={action}
          file={form.field('file_id')}
          dropped={dropped}
          app={form.field('package')}
          phone={rows[0]?.id}
        />
        {isLossy && <p data-whole>{t('devices.act.uninstallLoses')}</p>}
        {isLossy && isCountTyped(count) && (
          <TextField field={form.field('count')} label={t('table.confirm.count', { n: count })} />
        )}
      </FormDialog>
    </DropArea>
  )
}

function CommandForm({ chosen: { target }, title, onBegun, onLeft }: ActionDialogProps & { title: string }) {
  const { t } = useTranslation()
  const form = useRecordForm(commandForm(target), { key: target, onSaved: onBegun, onLeft })
  return (
    <FormDialog form={form} title={title} submitText={t('devices.act.begin')}>
      <TextAreaField field={form.field('command')} label={t('devices.act.command')} rows={4} monospace autoFocus />
    </FormDialog>
  )
}

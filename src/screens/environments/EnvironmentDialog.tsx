import { useTranslation } from 'react-i18next'
import type { Market } from '../../../domain/markets.ts'
import {
  existingEnvironment,
  newEnvironment,
  numberedEnvironments,
  type EnvironmentValues,
} from '../../api/environment-forms.ts'
import type { Environment, MarketOptions } from '../../api/environments.ts'
import type { RecordFormInput } from '../../api/form-description.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useUndo } from '../lists/use-undo.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { EnvironmentFields } from './EnvironmentFields.tsx'

interface DialogProps {
  options: MarketOptions & { market: Market }
  onSaved: () => void
  onClose: () => void
}

interface EnvironmentDialogProps extends DialogProps {
  environment: Environment | undefined
  /** Goes on with a new one by opening it. */
  onOpen: (environment: Environment) => void
}

/** A new environment, or an existing one. */
export function EnvironmentDialog({ environment, onOpen, ...props }: EnvironmentDialogProps) {
  const { t } = useTranslation()
  const { id } = useCurrentUser()
  const { market } = props.options
  const isNew = environment === undefined
  const input: RecordFormInput<EnvironmentValues, Environment | null> = isNew
    ? newEnvironment(market, id)
    : existingEnvironment(environment)
  const form = useRecordForm(input, {
    key: environment?.id ?? market,
    onSaved(saved, { another }) {
      props.onSaved()
      if (another && saved !== null) onOpen(saved)
    },
    onLeft: props.onClose,
  })
  return (
    <FormDialog
      form={form}
      wide
      title={t(isNew ? 'environments.action.add' : 'environments.editTitle')}
      goOnText={isNew ? t('environments.form.saveAndOpen') : undefined}
    >
      <TextField field={form.field('name')} label={t('environments.field.name')} autoFocus />
      <EnvironmentFields form={form} options={props.options} hasPassword={environment?.proxy?.has_password} />
    </FormDialog>
  )
}

/** Many environments at once, told apart by a number in their names. */
export function NumberedDialog({ options, onSaved, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { id } = useCurrentUser()
  const undoing = useUndo()
  const { market } = options
  const form = useRecordForm(numberedEnvironments(market, id), {
    key: market,
    onLeft: onClose,
    onSaved({ count, undo }) {
      const text = `${t('environments.batchAdd')}: ${t('table.batch.done', { n: count })}`
      undoing.tell(text, undo === undefined ? [] : [undo.log_id], () => undefined) // The list is live.
      onSaved()
    },
  })
  const { pattern, start, count, digits } = form.values
  const nameOf = (number: number) => pattern.replaceAll('{n}', String(number).padStart(digits ?? 1, '0'))
  const first = start ?? 1
  const isPreviewed = typeof first === 'number' && typeof count === 'number' && count > 0 && count <= 1_000
  const last = first + (count ?? 1) - 1
  return (
    <FormDialog form={form} wide title={t('environments.batchAdd')}>
      <TextField
        field={form.field('pattern')}
        label={t('environments.form.pattern')}
        hint={
          isPreviewed
            ? t('environments.form.preview', { first: nameOf(first), last: nameOf(last) })
            : t('environments.form.patternHint')
        }
        autoFocus
      />
      <NumberField
        field={form.field('count')}
        label={t('environments.form.count')}
        unit={t('environments.unit', { count: Number(count) })} // What is typed may be no number yet.
      />
      <NumberField field={form.field('start')} label={t('environments.form.start')} />
      <NumberField field={form.field('digits')} label={t('environments.form.digits')} />
      <EnvironmentFields form={form} options={options} />
    </FormDialog>
  )
}

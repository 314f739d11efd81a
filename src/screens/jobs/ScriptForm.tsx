import { useTranslation } from 'react-i18next'
import type { FieldProblems } from '../../api/field-rules.ts'
import { scriptForm } from '../../api/job-forms.ts'
import type { Script, ScriptText } from '../../api/scripts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { ParametersField } from './ParametersField.tsx'
import { ScriptBodyField } from './ScriptBodyField.tsx'

const variable = /^[A-Za-z_][A-Za-z0-9_]*$/

interface ScriptFormProps {
  /** The script to change; a new one where there is none. */
  script: Script | undefined
  onSaved: () => void
  onLeft: () => void
}

/** Writes a script, or changes one. */
export function ScriptForm({ script, onSaved, onLeft }: ScriptFormProps) {
  const { t } = useTranslation()
  const check = ({ parameters }: ScriptText): FieldProblems => {
    const names = parameters.map(({ name }) => name)
    if (names.some((name) => !variable.test(name))) return { parameters: { text: t('jobs.parameter.badName') } }
    return new Set(names).size < names.length ? { parameters: { text: t('jobs.parameter.twice') } } : {}
  }
  const form = useRecordForm(scriptForm(script, check), { key: script?.id ?? null, onSaved, onLeft })
  return (
    <FormDialog wide form={form} title={t(script ? 'scripts.editTitle' : 'scripts.action.add')}>
      <TextField field={form.field('name')} label={t('jobs.field.name')} autoFocus={script === undefined} />
      <TextField field={form.field('description')} label={t('jobs.field.description')} />
      <div data-whole>
        <ScriptBodyField field={form.field('body')} label={t('jobs.field.body')} />
      </div>
      <div data-whole>
        <ParametersField field={form.field('parameters')} label={t('jobs.field.parameters')} />
      </div>
    </FormDialog>
  )
}

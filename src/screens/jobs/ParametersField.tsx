import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { ScriptParameter } from '../../api/scripts.ts'
import type { FieldProps } from '../../ui/form/TextField.tsx'
import styles from './ParametersField.module.css'

/** As the contract bounds it. */
const maxParameters = 16

const empty: ScriptParameter = { name: '', label: '', default: '', required: false }

/** The parameters of a script, one a line. */
export function ParametersField({ field, label }: FieldProps<readonly ScriptParameter[]>) {
  const { t } = useTranslation()
  const { value: parameters } = field
  const edit = (at: number, change: Partial<ScriptParameter>) =>
    field.change(parameters.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className={styles.parameters}>
      <legend>{label}</legend>
      {parameters.map((parameter, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have nothing but their place to tell them apart
        <div key={at} className={styles.line}>
          <InputGroup
            className={styles.name}
            value={parameter.name}
            placeholder={t('jobs.parameter.name')}
            aria-label={`${t('jobs.parameter.name')} ${at + 1}`}
            aria-invalid={field.problem !== undefined}
            spellCheck={false}
            onValueChange={(name) => edit(at, { name: name.trim() })}
          />
          <InputGroup
            value={parameter.label}
            placeholder={t('jobs.parameter.label')}
            aria-label={`${t('jobs.parameter.label')} ${at + 1}`}
            onValueChange={(label) => edit(at, { label })}
          />
          <InputGroup
            value={parameter.default}
            placeholder={t('jobs.parameter.usual')}
            aria-label={`${t('jobs.parameter.usual')} ${at + 1}`}
            onValueChange={(usual) => edit(at, { default: usual })}
          />
          <Checkbox
            inline
            className={styles.required}
            checked={parameter.required}
            label={t('jobs.parameter.required')}
            onChange={(event) => edit(at, { required: event.target.checked })}
          />
          <Button
            variant="minimal"
            icon={<Cross />}
            aria-label={t('jobs.parameter.remove', { name: parameter.name || at + 1 })}
            onClick={() => field.change(parameters.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className={styles.foot}>
        {parameters.length < maxParameters && (
          <Button
            size="small"
            icon={<Plus />}
            text={t('jobs.parameter.add')}
            onClick={() => field.change([...parameters, empty])}
          />
        )}
        <p className={field.problem === undefined ? styles.hint : styles.problem}>
          {field.problem ?? t('jobs.parameter.hint')}
        </p>
      </div>
    </fieldset>
  )
}

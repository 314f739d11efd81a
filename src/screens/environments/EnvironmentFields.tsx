import { useTranslation } from 'react-i18next'
import { regionOptions } from '../devices/region-text.ts'
import { proxyTypes } from '../../../domain/environments.ts'
import type { EnvironmentValues, NumberedValues } from '../../api/environment-forms.ts'
import type { MarketOptions } from '../../api/environments.ts'
import { findUsers } from '../../api/people.ts'
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { PickField } from '../forms/PickField.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'

interface EnvironmentFieldsProps {
  form: RecordForm<EnvironmentValues> | RecordForm<NumberedValues>
  options: MarketOptions
  /** Whether its proxy has a password already. */
  hasPassword?: boolean
}

/** Everything of an environment but its name. */
export function EnvironmentFields({ form: either, options, hasPassword = false }: EnvironmentFieldsProps) {
  const form = either as RecordForm<EnvironmentValues> // Both have these fields.
  const { t } = useTranslation()
  const isProxied = form.values['proxy.type'] !== ''
  return (
    <>
      <TextField field={form.field('account')} label={t('environments.field.account')} />
      {options.members.length > 1 && (
        <PickField isNeeded field={form.field('owner_id')} label={t('environments.field.owner')} find={findUsers} />
      )}
      <SelectField
        field={form.field('region')}
        label={t('environments.field.region')}
        none={{ value: '', text: t('environments.form.noRegion') }}
        options={regionOptions(t, options.regions)}
      />
      <MultiSelectField
        field={form.field('tags')}
        label={t('environments.form.groups')}
        options={options.groups.map(({ id, name }) => ({ value: id, text: name }))}
        placeholder={options.groups.length === 0 ? t('environments.form.noGroups') : undefined}
      />
      <TextField
        field={form.field('timezone')}
        label={t('environments.field.timezone')}
        hint={t('environments.form.timezoneHint')}
      />
      <TextField
        field={form.field('language')}
        label={t('environments.field.language')}
        hint={t('environments.form.languageHint')}
      />
      <SelectField
        field={form.field('proxy.type')}
        label={t('environments.form.proxyType')}
        none={{ value: '', text: t('environments.form.noProxy') }}
        options={proxyTypes.map((type) => ({ value: type, text: type }))}
      />
      {isProxied && (
        <>
          <TextField field={form.field('proxy.host')} label={t('environments.form.proxyHost')} />
          <NumberField field={form.field('proxy.port')} label={t('environments.form.proxyPort')} />
          <TextField field={form.field('proxy.user_name')} label={t('environments.form.proxyUser')} />
          <PasswordField
            field={form.field('proxy.password')}
            label={t('environments.form.proxyPassword')}
            hint={hasPassword ? t('environments.form.passwordKept') : undefined}
          />
        </>
      )}
      <div data-whole>
        <TextAreaField field={form.field('note')} label={t('environments.field.note')} />
      </div>
    </>
  )
}

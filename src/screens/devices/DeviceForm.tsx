import { useTranslation } from 'react-i18next'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { DeviceValues } from '../../api/device-forms.ts'
import { findUsers } from '../../api/people.ts'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { PickFilter } from '../lists/PickFilter.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'

type Values = Omit<DeviceValues, 'name'>

/** What may be changed of one phone and of several alike. An owner is chosen by those who may see users. */
export function DeviceFields({ form, role }: { form: RecordForm<Values>; role: Role }) {
  const { t } = useTranslation()
  const owner = form.field('owner_id')
  return (
    <>
      <div data-whole>
        <TextAreaField field={form.field('note')} label={t('devices.field.note')} />
      </div>
      {mayCall(role, 'userList') && (
        <div data-whole>
          <Field label={t('devices.field.owner')} problem={owner.problem}>
            {() => (
              <PickFilter
                label={t('devices.edit.user')}
                placeholder={t('devices.edit.unchanged')}
                find={findUsers}
                value={owner.value ?? undefined}
                onChoose={(id) => owner.change(id ?? null)}
              />
            )}
          </Field>
        </div>
      )}
      <TextField
        field={form.field('start_settings.resolution')}
        label={t('devices.edit.resolution')}
        hint={t('devices.edit.resolutionHint')}
      />
      <NumberField field={form.field('start_settings.dpi')} label="DPI" hint={t('devices.edit.own')} />
      <TextField
        field={form.field('start_settings.language')}
        label={t('devices.edit.language')}
        hint={t('devices.edit.languageHint')}
      />
      <TextField
        field={form.field('start_settings.timezone')}
        label={t('devices.edit.timezone')}
        hint={t('devices.edit.timezoneHint')}
      />
      <NumberField
        field={form.field('start_settings.fps')}
        label={t('devices.edit.fps')}
        hint={t('devices.edit.own')}
      />
      <NumberField
        field={form.field('start_settings.bitrate')}
        label={t('devices.edit.bitrate')}
        unit="bit/s"
        hint={t('devices.edit.own')}
      />
    </>
  )
}

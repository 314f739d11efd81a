import { useTranslation } from 'react-i18next'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { DeviceValues } from '../../api/device-forms.ts'
import { findOwners } from '../../api/people.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { PickField } from '../forms/PickField.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'

type Values = Omit<DeviceValues, 'name'>

/** What may be changed of one phone and of several alike. An owner is chosen by those who may see users. */
export function DeviceFields({ form, role }: { form: RecordForm<Values>; role: Role }) {
  const { t } = useTranslation()
  return (
    <>
      <div data-whole>
        <TextAreaField field={form.field('note')} label={t('devices.field.note')} />
      </div>
      {mayCall(role, 'userList') && (
        <div data-whole>
          <PickField
            field={form.field('owner_id')}
            label={t('devices.field.owner')}
            placeholder={t('devices.edit.unchanged')}
            find={findOwners}
          />
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

import { useTranslation } from 'react-i18next'
import { chooseOwner, editDevice, editDevices } from '../../api/device-forms.ts'
import type { DeviceChange } from '../../api/devices.ts'
import type { Device } from '../../api/devices.ts'
import { findOwners } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { PickField } from '../forms/PickField.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { DeviceFields } from './DeviceForm.tsx'

/** Changes one phone. */
export function DeviceEdit({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const form = useRecordForm(editDevice(device), { key: device.id, onSaved: onClose, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('devices.edit.one', { name: device.name })} wide>
      <TextField field={form.field('name')} label={t('devices.field.name')} autoFocus />
      <DeviceFields form={form} role={role} />
    </FormDialog>
  )
}

interface DevicesEditProps {
  count: number
  onChosen: (change: DeviceChange) => void
  onClose: () => void
}

/** Asks what is to change of several phones. */
export function DevicesEdit({ count, onChosen, onClose }: DevicesEditProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const form = useRecordForm(editDevices, { onSaved: onChosen, onLeft: onClose })
  return (
    <FormDialog
      form={form}
      title={t('devices.edit.several', { count })}
      submitText={t('devices.edit.do', { n: count })}
      wide
    >
      <p data-whole>{t('devices.edit.blank')}</p>
      <DeviceFields form={form} role={role} />
    </FormDialog>
  )
}

/** Asks whom several phones are to be given to. */
export function DevicesAssign({ count, onChosen, onClose }: DevicesEditProps) {
  const { t } = useTranslation()
  const form = useRecordForm(chooseOwner, { onSaved: onChosen, onLeft: onClose })
  return (
    <FormDialog
      form={form}
      title={t('devices.edit.assign', { count })}
      submitText={t('devices.edit.give', { n: count })}
    >
      <PickField field={form.field('owner_id')} label={t('devices.field.owner')} find={findOwners} />
    </FormDialog>
  )
}

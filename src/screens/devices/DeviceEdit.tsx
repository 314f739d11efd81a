import { useTranslation } from 'react-i18next'
import { editDevice, editDevices, type DeviceChange } from '../../machines/device-edit.ts'
import type { Device } from '../../machines/device-list.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useCurrentUser } from '../session-context.tsx'
import { useRecordForm } from '../use-record-form.ts'
import { DeviceFields } from './DeviceForm.tsx'

/** Changes one phone. */
export function DeviceEdit({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const form = useRecordForm(editDevice(device), { onSaved: onClose, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('devices.edit.one', { name: device.name })} wide>
      <TextField field={form.field('name')} label={t('devices.field.name')} autoFocus />
      <DeviceFields form={form} role={role} />
    </FormDialog>
  )
}

interface DevicesEditProps {
  count: number
  onChange: (change: DeviceChange) => void
  onClose: () => void
}

/** Asks what is to change of several phones. */
export function DevicesEdit({ count, onChange, onClose }: DevicesEditProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const form = useRecordForm(editDevices, { onSaved: onChange, onLeft: onClose })
  return (
    <FormDialog
      form={form}
      title={t('devices.edit.several', { n: count })}
      submitText={t('devices.edit.do', { n: count })}
      wide
    >
      <p data-whole>{t('devices.edit.blank')}</p>
      <DeviceFields form={form} role={role} />
    </FormDialog>
  )
}

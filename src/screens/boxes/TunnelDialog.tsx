import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { tunnelForm, type TunnelValues } from '../../api/box-forms.ts'
import type { Box, Tunnel } from '../../api/boxes.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'

interface TunnelDialogProps {
  box: Box
  onSaved: () => void
  onClose: () => void
}

/** Opens a box's remote-maintenance tunnel, or changes how. */
export function TunnelDialog({ box, onSaved, onClose }: TunnelDialogProps) {
  const { t } = useTranslation()
  const form = useRecordForm<TunnelValues, Tunnel>(tunnelForm(box), { key: box.id, onSaved, onLeft: onClose })
  const { frp } = box
  return (
    <FormDialog form={form} title={t('boxes.frp.dialog', { name: box.name })} submitText={t('boxes.frp.submit')}>
      {!box.online && <Callout intent="warning">{t('boxes.frp.offlineHint')}</Callout>}
      <TextField
        label={t('boxes.field.serverAddress')}
        field={form.field('server_address')}
        placeholder="frp.example.com"
        autoFocus
        autoComplete="off"
      />
      <NumberField label={t('boxes.field.serverPort')} field={form.field('server_port')} />
      <PasswordField
        label={t('boxes.field.token')}
        field={form.field('token')}
        hint={t(frp?.has_token === true ? 'boxes.frp.keep' : 'boxes.frp.noToken')}
      />
      <NumberField
        label={t('boxes.field.remotePort')}
        field={form.field('remote_port')}
        hint={t('boxes.frp.remoteHint')}
        placeholder="20022"
      />
      <NumberField
        label={t('boxes.field.localPort')}
        field={form.field('local_port')}
        hint={t('boxes.frp.localHint')}
      />
    </FormDialog>
  )
}

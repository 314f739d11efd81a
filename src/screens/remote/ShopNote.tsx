import { Button } from '@blueprintjs/core'
import { Comment } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { shopNote } from '../../api/environment-forms.ts'
import type { Environment } from '../../api/environments.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useFront } from '../shell/use-front.ts'
import styles from './ShopNote.module.css'

/** What the last shift left to be known of the shop. */
export function ShopNote({ shop }: { shop: Environment }) {
  const { t } = useTranslation()
  const dialog = useFront<'note'>()
  return (
    <div className={styles.note} data-empty={shop.note === '' || undefined}>
      <Comment size={14} />
      <p title={shop.note}>{shop.note === '' ? t('remote.shop.note.empty') : shop.note}</p>
      <Button size="small" variant="minimal" text={t('remote.shop.note.write')} onClick={() => dialog.open('note')} />
      {dialog.front === 'note' && <NoteDialog shop={shop} onClose={() => dialog.close('note')} />}
    </div>
  )
}

function NoteDialog({ shop, onClose }: { shop: Environment; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(shopNote(shop), { key: shop.id, onSaved: onClose, onLeft: onClose })
  return (
    <FormDialog form={form} title={t('remote.shop.note.title', { name: shop.name })}>
      <TextAreaField
        field={form.field('note')}
        label={t('remote.shop.note.label')}
        hint={t('remote.shop.note.hint')}
        rows={5}
        autoFocus
      />
    </FormDialog>
  )
}

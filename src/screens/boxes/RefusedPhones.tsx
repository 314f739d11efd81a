import { Button, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Box, BoxQuery } from '../../api/boxes.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { useLiveRow, type Resource } from '../lists/use-resource.ts'
import type { Boxes } from './box-columns.ts'
import styles from './RefusedPhones.module.css'

/** The server keeps no more of them. */
const maxListed = 100

interface RefusedPhonesProps {
  /** As it was when it was picked. */
  box: Box
  boxes: Resource<Box, BoxQuery>
  onClose: () => void
}

/** Says which phones a box's agent reports in vain, and why, for as long as it is looked at. */
function RefusedPhones({ box, boxes, onClose }: RefusedPhonesProps) {
  const { t } = useTranslation()
  const { name, refused, slots } = useLiveRow(boxes.list, box.id) ?? box
  return (
    <Dialog isOpen title={t('boxes.refused.title', { name })} onClose={onClose}>
      <DialogBody>
        <p>{refused.length === 0 ? t('boxes.refused.none') : t('boxes.refused.text')}</p>
        {refused.length > 0 && (
          <HTMLTable compact className={styles.phones}>
            <thead>
              <tr>
                <th>{t('boxes.refused.serial')}</th>
                <th>{t('boxes.refused.why')}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ serial, reason }) => (
                <tr key={`${reason} ${serial}`}>
                  <td className={styles.serial}>{serial || t('boxes.refused.unnamed')}</td>
                  <td>{t(`boxes.refused.reasons.${reason}`, { slots })}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
        {refused.length >= maxListed && <p className={styles.hint}>{t('boxes.refused.most', { n: maxListed })}</p>}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('boxes.refused.done')} onClick={onClose} />} />
    </Dialog>
  )
}

export const showingRefused: ListAction<Boxes> = {
  key: 'refused',
  icon: <WarningSign />,
  when: ({ refused }) => refused.length > 0,
  shows: (box, { list, close }) => <RefusedPhones box={box} boxes={list} onClose={close} />,
}

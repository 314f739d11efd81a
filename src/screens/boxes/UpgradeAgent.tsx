import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { CircleArrowUp } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Box } from '../../api/boxes.ts'
import type { ListAction } from '../lists/list-definition.ts'
import type { Boxes } from './box-columns.ts'
import styles from './UpgradeAgent.module.css'

/** Says what to do about an agent that is older than the server. */
function UpgradeAgent({ box, onClose }: { box: Box; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen title={t('boxes.upgrade.title', { name: box.name })} onClose={onClose}>
      <DialogBody>
        <p>{t('boxes.upgrade.text', { version: box.agent_version ?? '' })}</p>
        <ol className={styles.steps}>
          <li>{t('boxes.upgrade.fetch')}</li>
          <li>{t('boxes.upgrade.install')}</li>
          <li>{t('boxes.upgrade.restart')}</li>
        </ol>
        <p className={styles.hint}>{t('boxes.upgrade.meanwhile')}</p>
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('boxes.upgrade.done')} onClick={onClose} />} />
    </Dialog>
  )
}

export const upgrading: ListAction<Boxes> = {
  key: 'upgrade',
  icon: <CircleArrowUp />,
  when: (box) => box.agent_outdated,
  shows: (box, { close }) => <UpgradeAgent box={box} onClose={close} />,
}
